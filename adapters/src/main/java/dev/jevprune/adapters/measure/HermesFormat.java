package dev.jevprune.adapters.measure;

import dev.jevprune.core.economics.Tokens;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.Optional;
import java.util.function.Consumer;

/** Sessions of Hermes: its session files, its export, and the rows of its database. */
final class HermesFormat implements RecordFormat {

  @Override
  public String name() {
    return "hermes-session";
  }

  @Override
  public String list() {
    return "messages";
  }

  @Override
  public void read(JsonObject record, BodyReader bodies, Consumer<Event> out) {
    if (record.string("role").isPresent()) {
      message(record, bodies, out);
      return;
    }
    out.accept(
        new Event.Start(record.string("session_id").orElseGet(() -> Records.text(record, "id"))));
    out.accept(
        new Event.Model(Records.text(record, "billing_provider"), Records.text(record, "model")));
    Tokens totals =
        new Tokens(
            Records.count(record, "input_tokens"),
            Records.count(record, "cache_read_tokens"),
            Records.count(record, "cache_write_tokens"),
            0,
            Records.count(record, "output_tokens"));
    if (totals.prompt() > 0) {
      out.accept(new Event.Totals(totals));
    }
    for (JsonObject message : Records.objects(record, "messages")) {
      message(message, bodies, out);
    }
  }

  private static void message(JsonObject message, BodyReader bodies, Consumer<Event> out) {
    if (Records.isTrue(message, "compacted")) {
      out.accept(new Event.Archived());
    } else {
      out.accept(new Event.Current());
    }
    switch (Records.text(message, "role")) {
      case "assistant" -> {
        out.accept(
            new Event.Answer(
                "", "", "", Records.millis(message, "timestamp"), Optional.empty(), true));
        BlockReader.answer(message, bodies, out);
      }
      case "tool" -> BlockReader.chatResult(message, bodies, out);
      case "user" ->
          out.accept(
              new Event.User(
                  bodies.text(Content.of(message.get("content").orElse(JsonArray.EMPTY)).text())));
      case "system" ->
          out.accept(
              new Event.Note(
                  bodies.text(Content.of(message.get("content").orElse(JsonArray.EMPTY)).text())));
      default -> {}
    }
  }
}
