package dev.jevprune.adapters.protocol;

import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A request of protocol version 1, one record per operation. */
public sealed interface Request {

  /** A shim introduces itself; its connection then keeps the worker from idle exit. */
  record Hello(
      String host,
      String hostVersion,
      Digest profile,
      Optional<SessionId> session,
      String shimVersion,
      ProtocolRange protocol,
      long pid)
      implements Request {}

  /** Figures of a shim since its session started; kept for {@code doctor}. */
  record Heartbeat(
      Scope scope, String hostVersion, Map<String, Long> figures, Optional<RunUsage> usage)
      implements Request {}

  /**
   * The list without bodies; opens a ticket.
   *
   * @param onRequest whether a request waits: then only what is due of itself is looked at
   */
  record OutlineOf(Scope scope, Optional<ModelName> model, Outline outline, boolean onRequest)
      implements Request {}

  /** Takes the decisions that are due of themselves. */
  record Due(Scope scope, String ticket) implements Request {}

  /** What was looked at and left out, in this session and in all of the profile. */
  record Stats(Scope scope) implements Request {}

  /** Bodies that the outline's answer asked for. */
  record Bodies(Scope scope, String ticket, List<Body> bodies) implements Request {}

  /** What could be left out. */
  record Preview(Scope scope, String ticket, boolean why) implements Request {}

  /** Leave the chosen pairs out from now on. */
  record Approve(Scope scope, String ticket, Choice sources) implements Request {}

  /**
   * Let a model judge the pairs. Without {@code plan} only what would be sent is told; with it,
   * that very request is sent.
   *
   * @param plan the digest of the request the user agreed to
   * @param environment how the host reaches the network, and what it allows; never a key
   * @param hostHasKey whether a key stands in the host's own environment, where it stays
   */
  record Assess(
      Scope scope,
      String ticket,
      Optional<String> plan,
      Map<String, String> environment,
      boolean hostHasKey)
      implements Request {}

  /** Send the chosen originals again from now on. */
  record Undo(Scope scope, String ticket, Choice sources) implements Request {}

  /**
   * Forget the chosen decisions without a look at the conversation. Nobody can tell then whether
   * the model binds what it signed to them: whoever asks has told the user so.
   */
  record Drop(Scope scope, Choice sources) implements Request {}

  /** Switch the session's decisions off or on. */
  record Switch(Scope scope, String ticket, boolean on) implements Request {}

  /** The session's ledger, adopted from {@code parent} when the session has none. */
  record LedgerOf(Scope scope, Optional<SessionId> parent) implements Request {}

  /**
   * Run the chain of a host that we carry, since a stage of another package is part of it.
   *
   * @param plan whether the stages shall only say what they would do
   * @param format the shape of the list, which follows from the host
   * @param api how the request is formed where the host has more than one form, else empty
   * @param workspace the folder the session works in, or empty
   * @param goal the text of the user's last message, or empty
   * @param busHome absolute path of the bus folder, as the host's process sees it
   * @param budgetMillis the time for all stages
   * @param own what the shim's replay changes, in the order of the list
   * @param messages the list before that
   */
  record Chain(
      Scope scope,
      Optional<ModelName> model,
      boolean plan,
      Format format,
      String api,
      String workspace,
      String goal,
      String busHome,
      long budgetMillis,
      List<OwnEdit> own,
      JsonArray messages)
      implements Request {}

  /**
   * One message that the shim's replay changes.
   *
   * @param index where it stands
   * @param witness where the copy stands that its marker names, absent where none is needed
   * @param message the message as the shim sends it
   */
  record OwnEdit(int index, OptionalInt witness, JsonObject message) {}

  /** How the worker is. */
  record Status() implements Request {}

  /** Finish what runs, then exit. */
  record Stop() implements Request {}

  /** The model a request goes to, as the host names it. */
  record ModelName(String api, String provider, String id) {}

  /** The raw call record and the raw result message of one id. */
  record Body(String id, Json call, Json result) {}
}
