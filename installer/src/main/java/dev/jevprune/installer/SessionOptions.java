package dev.jevprune.installer;

import dev.jevprune.adapters.files.HermesChat;
import dev.jevprune.adapters.files.HostConversation;
import dev.jevprune.adapters.files.HostFileException;
import dev.jevprune.adapters.files.HostFiles;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.core.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which session a verb about decisions is for, and the file that holds it. */
final class SessionOptions {
  @Option(
      names = "--host",
      required = true,
      paramLabel = "HOST",
      description = "The host of the session: pi, opencode or hermes.")
  private String host = "";

  @Option(
      names = "--session",
      required = true,
      paramLabel = "ID",
      description = "The session's id, as the host names it.")
  private String session = "";

  @Option(
      names = "--root",
      paramLabel = "NAME=PATH",
      description = "The host's folder, when it is not the usual one.")
  private List<String> roots = new ArrayList<>();

  @Mixin private PlaceOptions places = new PlaceOptions();

  @Parameters(
      paramLabel = "FILE",
      description = "The session file, or the list of messages that the host would send next.")
  private String file = "";

  /** The host of the session, one that replays decisions and of whose files a list can be made. */
  HostKind host() {
    return HostKind.parse(host)
        .filter(kind -> kind != HostKind.CLAUDE_CODE)
        .orElseThrow(
            () ->
                new UsageProblem(
                    "--host knows pi, opencode and hermes. For other hosts jevprune inspect --from"
                        + " shows what could be left out."));
  }

  /** The session's id. */
  SessionId session() {
    return SessionId.parse(session)
        .orElseThrow(() -> new UsageProblem("--session takes an id of 1 to 500 characters."));
  }

  /** The home folder. */
  Path home(Surroundings surroundings) {
    return places.locations(surroundings, List.of()).home();
  }

  /** The data home, which must be there. */
  Path dataHome(Surroundings surroundings) {
    return places.dataHome(surroundings);
  }

  /** The profile of the one agent folder that the session belongs to. */
  String profile(Surroundings surroundings) {
    Namespace name =
        Namespace.parse(host)
            .orElseThrow(() -> new UsageProblem("There is no host \"" + host + "\"."));
    List<HostRoot> folders = places.locations(surroundings, roots).of(name);
    if (folders.size() != 1) {
      throw new UsageProblem("--root names one folder of the host: a session belongs to one.");
    }
    return folders.get(0).profile();
  }

  /**
   * The conversation of the file, which must not belong to another session.
   *
   * @param otherwise what did not happen then
   */
  HostConversation conversation(Surroundings surroundings, String otherwise) throws IOException {
    SessionId id = session();
    HostConversation conversation;
    try {
      byte[] bytes = GivenFile.read(surroundings, file);
      conversation =
          host() == HostKind.HERMES ? HermesChat.read(bytes) : HostFiles.read(host(), bytes);
    } catch (HostFileException e) {
      throw new Problem(file + " " + e.getMessage(), e);
    }
    if (conversation.session().filter(found -> !found.equals(id)).isPresent()) {
      throw new Problem(
          file
              + " belongs to session "
              + conversation.session().get()
              + ", not to "
              + id
              + ". "
              + otherwise);
    }
    return conversation;
  }
}
