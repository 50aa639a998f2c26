package dev.jevprune.adapters.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentWritersTest {
  private static final int WRITERS = 8;

  @TempDir Path dataHome;

  @Test
  @Tag("B51")
  void losesNoDecisionAndShowsNoHalfAFile() throws Exception {
    Conversation conversation = new Conversation().user("Read the files.");
    for (int i = 0; i < WRITERS; i++) {
      String body = Conversation.body("file" + i, 30);
      conversation.read("old_" + i, "f" + i + ".txt", body);
      conversation.read("new_" + i, "f" + i + ".txt", body);
    }
    JsonArray messages = conversation.user("Go on.").talk(20).messages();
    RequestHandler handler =
        new RequestHandler(dataHome, Clock.systemUTC(), TokenCounter.none(), "0.1.0");
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    try {
      Future<Integer> reader = threads.submit(() -> readUntil(done));
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        String source = "old_" + i;
        writers.add(threads.submit(() -> approve(new Caller(handler), messages, source)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      done.set(true);

      assertThat(reader.get()).isPositive();
      assertThat(new Caller(handler).ledger().array("decisions").orElseThrow()).hasSize(WRITERS);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void approve(Caller caller, JsonArray messages, String source) {
    while (true) {
      JsonObject reply =
          caller.raw(
              "approve",
              Caller.ticket(caller.open(messages, Caller.FREE))
                  .with("sources", JsonArray.of(Json.of(source))));
      if (reply.bool("ok").orElse(false)) {
        return;
      }
      // Another writer was faster, or the tickets of the others pushed this one out.
      assertThat(reply.object("error").orElseThrow().string("code").orElse(""))
          .isIn("stale", "not_found");
    }
  }

  private int readUntil(AtomicBoolean done) throws Exception {
    StateLayout layout = new StateLayout(dataHome, new Digest(Caller.PROFILE));
    SessionId session = new SessionId("session-1");
    int read = 0;
    while (!done.get() || read == 0) {
      for (Path file : List.of(layout.ledger(session), layout.receipts(session))) {
        if (Files.exists(file)) {
          assertThat(StrictJson.parse(Files.readAllBytes(file))).isInstanceOf(JsonObject.class);
          read++;
        }
      }
    }
    return read;
  }
}
