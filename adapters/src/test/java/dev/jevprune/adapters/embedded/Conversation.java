package dev.jevprune.adapters.embedded;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Random Pi conversations in which files are read again and again: whole, in ranges, in odd shapes,
 * with failures.
 */
final class Conversation {
  private static final List<String> PATHS = List.of("a.toml", "src/ä b.txt");
  private static final List<String> BODIES =
      List.of(
          "a line of plain text\n".repeat(15),
          "tabs\tand \"quotes\" and \\ and é and 🎉\n".repeat(8),
          "tabs\tand \"quotes\" and \\ and è and 🎉\n".repeat(8),
          "short\n");
  private static final List<String> TOOLS =
      List.of("read", "read", "read", "read", "read_file", "grep");

  private Conversation() {}

  enum Kind {
    READ,
    READ_RANGE,
    READ_IN_PARTS,
    READ_AS_STRING,
    READ_FAILED,
    READ_IMAGE,
    TWO_READS_AT_ONCE,
    EDIT,
    EDIT_FAILED,
    READ_BESIDE_AN_EDIT,
    USER,
    BASH,
    TEXT
  }

  /** One thing that happens. */
  record Step(Kind kind, int path, int body, int tool) {}

  static Arbitrary<List<Step>> steps() {
    Arbitrary<Kind> kinds =
        Arbitraries.frequencyOf(
            Tuple.of(9, Arbitraries.just(Kind.READ)),
            Tuple.of(1, Arbitraries.just(Kind.EDIT)),
            Tuple.of(3, Arbitraries.of(Kind.class)));
    Arbitrary<Step> step =
        Combinators.combine(
                kinds,
                Arbitraries.integers().between(0, PATHS.size() - 1),
                Arbitraries.frequency(
                    Tuple.of(6, 0), Tuple.of(4, 1), Tuple.of(2, 2), Tuple.of(1, 3)),
                Arbitraries.integers().between(0, TOOLS.size() - 1))
            .as(Step::new);
    return step.list().ofMinSize(4).ofMaxSize(14);
  }

  /** The conversation of the steps, then a new turn of a person and 17 more messages. */
  static PiMessages of(List<Step> steps) {
    PiMessages chat = new PiMessages().user("Read what you need.");
    for (int i = 0; i < steps.size(); i++) {
      add(chat, "r" + i, steps.get(i));
    }
    return Chats.later(chat.user("Now go on."), 17);
  }

  private static void add(PiMessages chat, String id, Step step) {
    String tool = TOOLS.get(step.tool());
    String path = "\"path\":" + PiSettings.quote(PATHS.get(step.path()));
    String whole = "{" + path + "}";
    String body = BODIES.get(step.body());
    String text = "{\"type\":\"text\",\"text\":" + PiSettings.quote(body) + "}";
    switch (step.kind()) {
      case READ -> chat.call(id, tool, whole).result(id, tool, body);
      case READ_RANGE ->
          chat.call(id, tool, "{\"limit\":1e2," + path + ",\"offset\":3}").result(id, tool, body);
      case READ_IN_PARTS ->
          chat.call(id, tool, whole).raw(result(id, tool, "[" + text + "," + text + "]", false));
      case READ_AS_STRING ->
          chat.call(id, tool, whole).raw(result(id, tool, PiSettings.quote(body), false));
      case READ_FAILED -> chat.call(id, tool, whole).raw(result(id, tool, "[" + text + "]", true));
      case READ_IMAGE ->
          chat.call(id, tool, whole)
              .raw(
                  result(
                      id,
                      tool,
                      "["
                          + text
                          + ",{\"type\":\"image\",\"data\":\"AA\",\"mimeType\":\"image/png\"}]",
                      false));
      case TWO_READS_AT_ONCE ->
          chat.call(id, tool, whole)
              .call(id + "b", tool, whole)
              .result(id, tool, body)
              .result(id + "b", tool, body);
      case EDIT -> chat.call(id, "edit", whole).result(id, "edit", "done");
      case EDIT_FAILED ->
          chat.call(id, "edit", whole).raw(result(id, "edit", "[" + text + "]", true));
      case READ_BESIDE_AN_EDIT ->
          chat.call(id, tool, whole)
              .call(id + "e", "write", whole)
              .result(id, tool, body)
              .result(id + "e", "write", "done");
      case USER -> chat.user("And " + id + "?");
      case BASH -> chat.bash(id, "ls", body);
      case TEXT -> chat.assistant("I see.");
    }
  }

  private static String result(String id, String tool, String content, boolean failed) {
    return "{\"role\":\"toolResult\",\"toolCallId\":\"%s\",\"toolName\":\"%s\",\"content\":%s,\"isError\":%s,\"timestamp\":1}"
        .formatted(id, tool, content, failed);
  }
}
