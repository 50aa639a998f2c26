package dev.jevprune.core.testing;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Pi conversations by chance: reads, repeats of the same text, edits, failures, batches, and the
 * odd things that hosts and providers leave behind. The same seed gives the same list everywhere.
 */
public final class Conversations {

  private static final List<String> FILES = List.of("src/a.txt", "b.md", "déjà/c.java", "d 🎉.txt");
  private static final List<String> TOOLS = List.of("read", "read", "read", "read_file", "bash");

  private final Random random;
  private final boolean odd;
  private final Map<String, Integer> versions = new HashMap<>();
  private final List<Json> messages = new ArrayList<>();
  private int nextId;

  private Conversations(long seed, boolean odd) {
    this.random = new Random(seed);
    this.odd = odd;
  }

  /** A conversation with everything that may go wrong in it. */
  public static JsonArray pi(long seed) {
    return new Conversations(seed, true).make();
  }

  /** A conversation as it should be: unique ids, well-formed text, a result for each call. */
  public static JsonArray orderlyPi(long seed) {
    return new Conversations(seed, false).make();
  }

  private JsonArray make() {
    user("Start with the files.");
    int steps = 4 + random.nextInt(24);
    for (int i = 0; i < steps; i++) {
      step();
    }
    if (random.nextInt(8) > 0) {
      user(odd && chance(12) ? "" : "Go on, please: \"é\" 🎉");
    }
    int tail = random.nextInt(22);
    for (int i = 0; i < tail; i++) {
      if (chance(6)) {
        batch();
      } else {
        assistant(PiTranscript.text("Step " + i + "."));
      }
    }
    return new JsonArray(messages);
  }

  private void step() {
    int kind = random.nextInt(odd ? 20 : 14);
    switch (kind) {
      case 0 -> user("Another wish " + messages.size());
      case 1 -> assistant(PiTranscript.text("I think so."));
      case 2 -> edit();
      case 3 -> hostMessage();
      case 14 -> orphanResult();
      case 15 -> assistant(PiTranscript.call(id(), "read", arguments()));
      case 16 -> messages.add(junk());
      default -> batch();
    }
  }

  /** One assistant message with one to three calls, and their results in order. */
  private void batch() {
    int calls = chance(4) ? 1 + random.nextInt(3) : 1;
    List<Json> parts = new ArrayList<>();
    if (chance(5)) {
      parts.add(
          JsonObject.builder()
              .put("type", "thinking")
              .put("thinking", "Let me see.")
              .put("thinkingSignature", "c2lnbmVk")
              .build());
    }
    List<Json> results = new ArrayList<>();
    for (int i = 0; i < calls; i++) {
      String id = id();
      String tool = TOOLS.get(random.nextInt(TOOLS.size()));
      JsonObject arguments = arguments();
      parts.add(PiTranscript.call(id, tool, arguments));
      results.add(result(id, tool, arguments));
    }
    messages.add(
        JsonObject.builder()
            .put("role", "assistant")
            .put("content", new JsonArray(parts))
            .put("stopReason", "toolUse")
            .build());
    messages.addAll(results);
  }

  private Json result(String id, String tool, JsonObject arguments) {
    String path = arguments.string("path").orElse("");
    String text = body(path);
    boolean failed = chance(9);
    if (!odd) {
      return PiTranscript.result(id, tool, failed, JsonArray.of(PiTranscript.text(text)));
    }
    JsonObject result = PiTranscript.result(id, tool, failed, content(text));
    return switch (random.nextInt(24)) {
      case 0 -> result.with("isError", JsonNull.NULL);
      case 1 -> result.with("details", truncation());
      case 2 -> result.with("content", new JsonString(text));
      case 3 -> result.with("extra", Json.of("half \ud83d of a pair"));
      default -> result;
    };
  }

  private JsonArray content(String text) {
    return switch (random.nextInt(16)) {
      case 0 -> JsonArray.of(PiTranscript.text(text), PiTranscript.image());
      case 1 -> JsonArray.of(PiTranscript.text(text), PiTranscript.text("and more"));
      case 2 -> JsonArray.of(PiTranscript.text(text + "\ude00"));
      case 3 ->
          JsonArray.of(
              PiTranscript.text(text + "\n[12 more lines in file. Use offset=9 to continue.]"));
      case 4 -> JsonArray.of(PiTranscript.text(text).with("cache", Json.of(1)));
      case 5 -> JsonArray.EMPTY;
      default -> JsonArray.of(PiTranscript.text(text));
    };
  }

  private static JsonObject truncation() {
    return JsonObject.builder()
        .put("truncation", JsonObject.builder().put("truncated", true).build())
        .build();
  }

  /** The text of a file in its present version; some are too small, some too large. */
  private String body(String path) {
    int version = versions.getOrDefault(path, 0);
    int size =
        switch (Math.floorMod(path.hashCode() + version, 7)) {
          case 0 -> 120;
          case 1 -> 9_000;
          default -> 400 + 61 * Math.floorMod(path.hashCode(), 17);
        };
    return PiTranscript.body(path.replace(' ', '_') + " v" + version, size);
  }

  private void edit() {
    String path = FILES.get(random.nextInt(FILES.size()));
    versions.merge(path, 1, Integer::sum);
    String id = id();
    JsonObject arguments = PiTranscript.path(path).with("edits", JsonArray.EMPTY);
    assistant(PiTranscript.call(id, "edit", arguments));
    messages.add(
        PiTranscript.result(id, "edit", false, JsonArray.of(PiTranscript.text("Replaced."))));
  }

  private JsonObject arguments() {
    String path = FILES.get(random.nextInt(FILES.size()));
    JsonObject arguments =
        chance(5) ? PiTranscript.range(path, 1 + random.nextInt(2), 20) : PiTranscript.path(path);
    return odd && chance(25) ? arguments.with("note", Json.of("\udc00")) : arguments;
  }

  private String id() {
    if (odd) {
      switch (random.nextInt(40)) {
        case 0 -> {
          return "read_file:0";
        }
        case 1 -> {
          return "not an id";
        }
        case 2 -> {
          return "half_\ud800";
        }
        default -> {
          // an ordinary one
        }
      }
    }
    nextId++;
    return chance(6) ? "call_" + nextId + "|fc_" + nextId : "call_" + nextId;
  }

  private void orphanResult() {
    messages.add(
        PiTranscript.result(
            id(), "read", false, JsonArray.of(PiTranscript.text(body(FILES.get(0))))));
  }

  private void hostMessage() {
    JsonObject message =
        switch (random.nextInt(4)) {
          case 0 ->
              JsonObject.builder()
                  .put("role", "bashExecution")
                  .put("command", "ls")
                  .put("output", "a\nb\n")
                  .put("exitCode", 0)
                  .build();
          case 1 ->
              JsonObject.builder()
                  .put("role", "custom")
                  .put("customType", "note")
                  .put("content", "A note.")
                  .put("display", true)
                  .build();
          case 2 ->
              JsonObject.builder()
                  .put("role", "compactionSummary")
                  .put("summary", "So far so good.")
                  .put("tokensBefore", 1234)
                  .build();
          default ->
              JsonObject.builder().put("role", "branchSummary").put("summary", "A branch.").build();
        };
    messages.add(message);
  }

  private Json junk() {
    return switch (random.nextInt(5)) {
      case 0 -> JsonNull.NULL;
      case 1 -> Json.of(7);
      case 2 -> JsonObject.EMPTY;
      case 3 -> JsonObject.builder().put("role", "assistant").put("content", "text only").build();
      default -> JsonObject.builder().put("role", "toolResult").put("toolCallId", 5).build();
    };
  }

  private void user(String text) {
    List<Json> parts = new ArrayList<>();
    parts.add(PiTranscript.text(text));
    if (odd && chance(10)) {
      parts.add(PiTranscript.image());
    }
    messages.add(
        JsonObject.builder().put("role", "user").put("content", new JsonArray(parts)).build());
  }

  private void assistant(Json part) {
    messages.add(
        JsonObject.builder().put("role", "assistant").put("content", JsonArray.of(part)).build());
  }

  /** One time in {@code n}. */
  private boolean chance(int n) {
    return random.nextInt(n) == 0;
  }
}
