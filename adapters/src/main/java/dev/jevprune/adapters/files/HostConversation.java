package dev.jevprune.adapters.files;

import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.model.ModelGuard;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.snapshot.Format;
import java.util.List;
import java.util.Optional;

/**
 * What a file says about one session.
 *
 * @param format the form of the lists; hosts without a form of their own are put into Pi's
 * @param session the session's id, where the file names one
 * @param model the model that answered last, where the file names one
 * @param messages what the next request holds
 * @param compactedAway messages of this branch that a compaction took out of the request
 * @param otherBranches messages of branches that the user left
 * @param segments everything the file holds, in its order and cut at each compaction; branches that
 *     the user left stand among the rest
 * @param brokenLines lines of the file that could not be read; each cost only itself
 */
public record HostConversation(
    Format format,
    Optional<SessionId> session,
    Optional<Model> model,
    JsonArray messages,
    JsonArray compactedAway,
    JsonArray otherBranches,
    List<JsonArray> segments,
    int brokenLines) {

  public HostConversation {
    segments = List.copyOf(segments);
  }

  /** A model as the host names it; the API is empty when the host does not say. */
  public record Model(String api, String id) {}

  /** A conversation of which only the list is known. */
  static HostConversation ofList(Format format, Optional<SessionId> session, JsonArray messages) {
    return new HostConversation(
        format,
        session,
        Optional.empty(),
        messages,
        JsonArray.EMPTY,
        JsonArray.EMPTY,
        List.of(messages),
        0);
  }

  HostConversation withModel(Optional<Model> named) {
    return new HostConversation(
        format, session, named, messages, compactedAway, otherBranches, segments, brokenLines);
  }

  HostConversation withBrokenLines(int count) {
    return new HostConversation(
        format, session, model, messages, compactedAway, otherBranches, segments, count);
  }

  /** Index of the last message with a block that a provider signed, -1 when there is none. */
  public int lastSigned() {
    return SignedBlocks.last(format, messages);
  }

  /**
   * Where new edits may begin. Without a model there is no floor: then nobody asked for a request,
   * and the report is about the list alone.
   */
  public NewEditFloor floor() {
    return model
        .filter(named -> ModelGuard.standard().judge(named.api(), named.id()).restrictsEdits())
        .map(named -> new NewEditFloor(lastSigned() + 1))
        .orElse(NewEditFloor.NONE);
  }
}
