package dev.jevprune.installer;

import dev.jevprune.adapters.evaluate.EvaluatorSettings;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.RequestCodec;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a model would be asked about a session, and what came of it once the user agreed. */
final class ModelOffer {
  private static final List<String> SHOWN =
      List.of(
          "plan",
          "to",
          "model",
          "bytes",
          "asked",
          "pairs",
          "remembered",
          "refusedBefore",
          "tooLong",
          "waiting");
  private static final List<String> RESULT = List.of("considered", "added", "refused", "coverage");

  private final WorkerDoor door;
  private final JsonObject question;
  private final JsonObject offer;
  private Optional<JsonObject> result = Optional.empty();

  private ModelOffer(WorkerDoor door, JsonObject question, JsonObject offer) {
    this.door = door;
    this.question = question;
    this.offer = offer;
  }

  /**
   * Learns what would be sent; nothing is.
   *
   * @param ticket the members that name the look at the session
   * @param env the user's environment, of which a shim's choice is handed on: the way to the
   *     network and the consent, never the key
   */
  static ModelOffer open(WorkerDoor door, JsonObject ticket, Map<String, String> env)
      throws IOException, ProtocolException {
    JsonObject.Builder handedOn = JsonObject.builder();
    for (String name : RequestCodec.ENVIRONMENT) {
      Optional.ofNullable(env.get(name)).ifPresent(value -> handedOn.put(name, value));
    }
    JsonObject question =
        ticket
            .with("environment", handedOn.build())
            .with("hostHasKey", Json.of(env.containsKey(EvaluatorSettings.API_KEY)));
    return new ModelOffer(door, question, door.ask("assess", question));
  }

  /** The digest of exactly what would be sent and of where it goes. */
  String digest() {
    return offer.string("plan").orElse("");
  }

  /** Whether there is anything to agree to: a call, or what an earlier one approved. */
  boolean isOpen() {
    return count("asked") + count("remembered") > 0;
  }

  /** Asks the model exactly what was shown. */
  void agree() throws IOException, ProtocolException {
    result = Optional.of(door.ask("assess", question.with("plan", Json.of(digest()))));
  }

  private int count(String member) {
    return offer.integer(member).orElse(0);
  }

  /** What would be sent, and where. */
  List<String> shown() {
    List<String> lines = new ArrayList<>();
    lines.add(offer.string("text").orElse(""));
    if (count("asked") > 0) {
      lines.add("Digest of exactly this and of where it goes: " + digest());
    }
    return lines;
  }

  /** How to agree. */
  String hint() {
    if (!isOpen()) {
      return "Nothing was sent, and nothing changed.";
    }
    return count("asked") == 0
        ? "Nothing changed. Run the same command with --yes to leave out what was approved before."
        : "Nothing was sent. Run the same command with --send and that digest to send it once.";
  }

  /** What came of it. */
  String outcome() {
    return result.flatMap(reply -> reply.string("text")).orElse("");
  }

  String toJson() {
    JsonObject.Builder report =
        JsonObject.builder()
            .put("schema", "jev-prune.assess.v1")
            .put("session", question.get("session").orElse(JsonNull.NULL))
            .put("profile", question.get("profile").orElse(JsonNull.NULL))
            .put("sent", result.isPresent() && count("asked") > 0);
    copy(offer, SHOWN, report);
    Json outcome = JsonNull.NULL;
    if (result.isPresent()) {
      JsonObject.Builder members = JsonObject.builder();
      copy(result.get(), RESULT, members);
      outcome = members.build();
    }
    return ManifestCodec.canonical(report.put("result", outcome).build());
  }

  private static void copy(JsonObject from, List<String> names, JsonObject.Builder to) {
    names.forEach(name -> to.put(name, from.get(name).orElse(JsonNull.NULL)));
  }
}
