package dev.jevprune.adapters.embedded;

import dev.jevprune.adapters.worker.RequestHandler;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;

/** Hands each request to the worker's own code in this process, and its reply straight back. */
public final class WorkerTransport implements Transport {
  private final RequestHandler worker;

  public WorkerTransport(RequestHandler worker) {
    this.worker = worker;
  }

  @Override
  public void call(String request, Answer answer) {
    try {
      Json parsed = ConversationJson.parse(request);
      if (parsed instanceof JsonObject object) {
        answer.reply(JsonText.write(worker.handle(object)));
      } else {
        answer.fail("bad_request");
      }
    } catch (JsonException e) {
      answer.fail("bad_request");
    }
  }
}
