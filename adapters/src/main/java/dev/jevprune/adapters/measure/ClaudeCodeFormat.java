package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Session files of Claude Code: a line for each block of a message. Lines of sub-agents are left
 * out. A line that names another answer than the one before starts an answer.
 */
final class ClaudeCodeFormat implements RecordFormat {

  @Override
  public String name() {
    return "claude-code-jsonl";
  }

  @Override
  public void read(JsonObject line, BodyReader bodies, Consumer<Event> out) {
    if (Records.isTrue(line, "isSidechain")) {
      return;
    }
    line.string("sessionId").ifPresent(id -> out.accept(new Event.Start(id)));
    if (Records.is(line, "subtype", "compact_boundary")) {
      out.accept(new Event.Compaction());
      return;
    }
    JsonObject message = Records.object(line, "message");
    switch (Records.text(message, "role")) {
      case "assistant" -> {
        Optional<Tokens> usage = message.object("usage").map(ClaudeCodeFormat::usage);
        out.accept(
            new Event.Answer(
                Records.text(message, "id"),
                "anthropic",
                Records.text(message, "model"),
                Records.millis(line, "timestamp"),
                usage,
                usage.isPresent()));
        BlockReader.answer(message, bodies, out);
      }
      case "user" -> {
        boolean person =
            !Records.isTrue(line, "isMeta") && !Records.isTrue(line, "isCompactSummary");
        BlockReader.input(message, person, bodies, out);
      }
      default -> {}
    }
  }

  static Tokens usage(JsonObject usage) {
    long written = Records.count(usage, "cache_creation_input_tokens");
    long longWritten =
        Math.min(
            written,
            Records.count(Records.object(usage, "cache_creation"), "ephemeral_1h_input_tokens"));
    return new Tokens(
        Records.count(usage, "input_tokens"),
        Records.count(usage, "cache_read_input_tokens"),
        written - longWritten,
        longWritten,
        Records.count(usage, "output_tokens"));
  }
}
