package dev.jevprune.live;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the walk of {@link OpenCodePrunedLiveTest} over {@code serve} and HTTP.
 *
 * @param told what the notes of {@code /prune} and {@code /prune approve} said
 * @param rowsBefore the stored parts before the first note, as JSON text
 * @param rowsAfter the same parts at the end
 * @param addedRows parts that no turn made
 * @param workerRan whether a worker ran during the restart that must do without one
 */
record OpenCodeStory(
    List<RecordedRequest> requests,
    List<String> told,
    String rowsBefore,
    String rowsAfter,
    List<String> addedRows,
    boolean workerRan) {
  static final OpenCodeStory EMPTY =
      new OpenCodeStory(List.of(), List.of(), "", "", List.of(), false);

  private static final String ROWS = "select data from part where session_id='%s' %s order by id";

  static OpenCodeStory without(Path workspace) {
    try (OpenCodeHome home = OpenCodeHome.fresh(workspace)) {
      script(home);
      String session;
      try (OpenCodeServer server = OpenCodeServer.start(home)) {
        session = server.newSession();
        work(server, session);
        workMore(server, session);
      }
      goOn(home, session, "Go on after the restart.");
      goOn(home, session, "Go on after the uninstall.");
      return new OpenCodeStory(home.model().requests(), List.of(), "", "", List.of(), false);
    }
  }

  static OpenCodeStory with(Path workspace) {
    try (OpenCodeHome home = OpenCodeHome.fresh(workspace).installAdapter()) {
      script(home);
      String session;
      List<String> told = new ArrayList<>();
      String before;
      String last;
      try (OpenCodeServer server = OpenCodeServer.start(home)) {
        session = server.newSession();
        work(server, session);
        before = home.database(ROWS.formatted(session, ""));
        last = home.database("select max(id) as id from part where session_id='" + session + "'");
        told.add(server.prune(session, ""));
        told.add(server.prune(session, "approve"));
        workMore(server, session);
      }
      home.worker().kill();
      String loader = home.breakJava();
      goOn(home, session, "Go on after the restart.");
      boolean workerRan = home.worker().process().isPresent();
      home.writeLoader(loader).uninstallAdapter();
      goOn(home, session, "Go on after the uninstall.");
      String id = JsonLines.parse(last).path(0).path("id").asText();
      String after = home.database(ROWS.formatted(session, "and id <= '" + id + "'"));
      List<String> added = new ArrayList<>();
      JsonLines.parse(home.database(ROWS.formatted(session, "and id > '" + id + "'")))
          .forEach(row -> added.add(row.path("data").asText()));
      return new OpenCodeStory(home.model().requests(), told, before, after, added, workerRan);
    }
  }

  private static void script(OpenCodeHome home) {
    home.model()
        .script(OpenCodeTalk.firstTurn(home.workspace()))
        .script(OpenCodeTalk.secondTurn())
        .script(OpenCodeTalk.bash("call_late", "echo late"), Step.say("Late."), Step.say("Later."));
  }

  private static void work(OpenCodeServer server, String session) {
    server.say(session, Conversation.FIRST_PROMPT);
    server.say(session, Conversation.SECOND_PROMPT);
  }

  /** Three requests. */
  private static void workMore(OpenCodeServer server, String session) {
    server.say(session, "Check once more.");
    server.say(session, "And again.");
  }

  /** A restart of the host, and one request. */
  private static void goOn(OpenCodeHome home, String session, String text) {
    try (OpenCodeServer server = OpenCodeServer.start(home)) {
      server.say(session, text);
    }
  }
}
