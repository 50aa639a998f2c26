package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusException.Kind;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a stage is run: a process of its own that reads one JSON object and writes one.
 *
 * @param argv the program and its arguments; no shell sees them
 * @param timeoutMillis how long one run may take, before what is left for the chain is counted
 * @param cwd the folder it starts in
 */
public record StageTransport(List<String> argv, long timeoutMillis, Optional<String> cwd) {

  /** The only kind of transport in jev-bus.v1. */
  public static final String KIND = "subprocess-json";

  /** The time of a stage that names none. */
  public static final long DEFAULT_TIMEOUT_MILLIS = 6_000;

  public StageTransport {
    argv = List.copyOf(argv);
  }

  static StageTransport parse(Optional<JsonObject> value, String stage) throws BusException {
    JsonObject transport =
        value
            .filter(given -> given.string("kind").filter(KIND::equals).isPresent())
            .orElseThrow(
                () ->
                    new BusException(
                        Kind.TRANSPORT, "Stage " + stage + " has no transport " + KIND + "."));
    List<String> argv = new ArrayList<>();
    for (Json argument : transport.array("argv").orElse(JsonArray.EMPTY)) {
      if (!(argument instanceof JsonString text)) {
        argv.clear();
        break;
      }
      argv.add(text.value());
    }
    if (argv.isEmpty()) {
      throw new BusException(
          Kind.ARGV, "Stage " + stage + " has no argv, which is a list of texts.");
    }
    long timeout =
        StageEntry.whole(transport.get("timeout_ms")).stream()
            .filter(millis -> millis > 0)
            .findFirst()
            .orElse(DEFAULT_TIMEOUT_MILLIS);
    return new StageTransport(argv, timeout, transport.string("cwd"));
  }

  /** The form in a registry, without the members that have their default. */
  JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("kind", KIND)
            .put("argv", new JsonArray(argv.stream().<Json>map(Json::of).toList()));
    if (timeoutMillis != DEFAULT_TIMEOUT_MILLIS) {
      json.put("timeout_ms", timeoutMillis);
    }
    cwd.ifPresent(folder -> json.put("cwd", folder));
    return json.build();
  }
}
