package dev.jevprune.adapters.stage;

import dev.jevprune.adapters.stage.StageRefusal.Kind;
import dev.jevprune.adapters.store.SessionState;
import dev.jevprune.adapters.store.SessionStore;
import dev.jevprune.adapters.store.StateLayout;
import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.snapshot.Format;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The program {@code jevprune-stage --data-home D --profile P --host H}: a carrier of another
 * package runs it once for each request. Ends with 0 whatever happens; standard output holds one
 * JSON object and nothing else.
 */
public final class StageMain {

  private static final Map<String, Format> FORMATS =
      Map.of("pi", Format.PI, "opencode", Format.OPENCODE, "hermes", Format.OPENAI);

  private StageMain() {}

  public static void main(String[] arguments) throws IOException {
    run(arguments, System.in, System.out, Clock.systemUTC());
    System.out.flush();
  }

  /** Answers one request; throws only when the reply cannot be written. */
  public static void run(String[] arguments, InputStream in, OutputStream out, Clock clock)
      throws IOException {
    JsonObject reply;
    try {
      reply = answer(arguments, clock).to(read(in));
    } catch (StageRefusal e) {
      reply = declined(e.text());
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      reply = declined("failed with " + e.getClass().getSimpleName());
    }
    out.write(bytes(reply));
  }

  private static byte[] bytes(JsonObject reply) {
    try {
      return (JsonText.write(reply) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JsonException e) {
      return "{\"ok\":false,\"error\":\"the list is nested too deep\"}\n"
          .getBytes(StandardCharsets.UTF_8);
    }
  }

  private static JsonObject declined(String text) {
    return JsonObject.builder().put("ok", false).put("error", text).build();
  }

  private static byte[] read(InputStream in) throws IOException, StageRefusal {
    byte[] input = in.readNBytes(Limits.MAX_WIRE_BYTES + 1);
    if (input.length > Limits.MAX_WIRE_BYTES) {
      throw new StageRefusal(
          Kind.MESSAGES, "the request has more than " + Limits.MAX_WIRE_BYTES + " bytes");
    }
    return input;
  }

  private static StageAnswer answer(String[] arguments, Clock clock) throws StageRefusal {
    Map<String, String> options = new HashMap<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      options.put(arguments[i], arguments[i + 1]);
    }
    String dataHome = options.getOrDefault("--data-home", "");
    String host = options.getOrDefault("--host", "");
    Format format = FORMATS.get(host);
    Digest profile = Digest.parse(options.getOrDefault("--profile", "")).orElse(null);
    if (dataHome.isEmpty() || format == null || profile == null) {
      throw new StageRefusal(
          Kind.USAGE, "usage: jevprune-stage --data-home D --profile P --host pi|opencode|hermes");
    }
    StateLayout layout = new StateLayout(Path.of(dataHome).toAbsolutePath(), profile);
    SessionStore store = new SessionStore(layout, format, clock);
    return new StageAnswer(
        format,
        session -> inForce(store.load(session), session, format),
        "approve with: jevprune approve --host " + host + " --session ID FILE");
  }

  /** What the shim would replay: nothing while the session is switched off, nothing held back. */
  private static List<Receipt> inForce(SessionState state, SessionId session, Format format) {
    if (state.ledger().off()) {
      return List.of();
    }
    return state.onLedger().stream()
        .filter(receipt -> receipt.session().equals(session) && receipt.format() == format)
        .filter(
            receipt ->
                state
                    .ledger()
                    .decision(receipt.source().id())
                    .filter(decision -> !decision.held())
                    .isPresent())
        .toList();
  }
}
