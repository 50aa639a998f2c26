package dev.jevprune.adapters.config;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The settings that hold for one host in one folder.
 *
 * @param mode what the shims do
 * @param autoCold whether exact repeats are left out without asking when the cache is cold
 * @param maxBodyBytes the largest body of a pair
 * @param lifecycle the component {@code readlifecycle}
 * @param ttlSeconds how long a cache entry lives, where the user says so
 * @param deadlines how long a request waits
 */
public record Settings(
    Mode mode,
    boolean autoCold,
    int maxBodyBytes,
    Lifecycle lifecycle,
    OptionalLong ttlSeconds,
    Deadlines deadlines) {

  /** The settings of a file that says nothing. */
  public static final Settings STANDARD = of((JsonObject) ConfigSchema.WHOLE.standard());

  /** No provider is known whose cache ends earlier. */
  private static final long SHORTEST_LIFE_MILLIS = 300_000;

  /** What the shims do. */
  public enum Mode {
    /** Leave out what was decided. */
    PRUNE,
    /** Count what would be left out, and send everything. */
    OBSERVE,
    /** Nothing. */
    OFF
  }

  /** How a marker of the component reads. */
  public enum MarkerMode {
    /** Says what happened and names the tool that gives the text back. */
    FULL,
    /** Says what happened. */
    SUMMARY,
    /** A short fixed text. */
    OFF
  }

  /**
   * The component {@code readlifecycle}.
   *
   * @param on whether it stands in the pipeline
   * @param minTokens smaller bodies are kept
   * @param stale whether stale reads are left out
   * @param superseded whether superseded reads are left out
   * @param bashEdits whether shell commands count as edits
   * @param staleAtDepth whether stale reads go out of the warm prefix too
   * @param coldCache whether decisions at depth are taken when the cache is cold
   * @param markerMode how markers read
   */
  public record Lifecycle(
      boolean on,
      long minTokens,
      boolean stale,
      boolean superseded,
      boolean bashEdits,
      boolean staleAtDepth,
      boolean coldCache,
      MarkerMode markerMode) {

    /** Whether hosts register the tool that gives a text back. */
    public boolean hasExpandTool() {
      return on && markerMode == MarkerMode.FULL;
    }
  }

  /** Deadlines, in milliseconds. */
  public record Deadlines(
      long requestMillis, long coldMillis, long previewMillis, long busMillis) {}

  /** From a checked object in which nothing is missing. */
  static Settings of(JsonObject all) {
    JsonObject lifecycle = group(group(all, "components"), "readlifecycle");
    JsonObject deadlines = group(all, "deadlines");
    return new Settings(
        Mode.valueOf(word(all, "mode")),
        word(all, "auto").equals("COLD"),
        (int) number(group(all, "selection"), "max_body_bytes").orElseThrow(),
        new Lifecycle(
            all.array("pipeline")
                .filter(list -> list.elements().contains(Json.of("readlifecycle")))
                .isPresent(),
            number(lifecycle, "min_tokens").orElseThrow(),
            flag(lifecycle, "stale"),
            flag(lifecycle, "superseded"),
            flag(lifecycle, "bash_edits"),
            flag(lifecycle, "stale_at_depth"),
            flag(lifecycle, "cold_cache"),
            MarkerMode.valueOf(word(lifecycle, "marker_mode"))),
        number(group(all, "cache"), "ttl_seconds"),
        new Deadlines(
            number(deadlines, "request_ms").orElseThrow(),
            number(deadlines, "cold_ms").orElseThrow(),
            number(deadlines, "preview_ms").orElseThrow(),
            number(deadlines, "bus_ms").orElseThrow()));
  }

  /** What a shim is told. */
  JsonObject forShim() {
    return JsonObject.builder()
        .put("mode", mode.name().toLowerCase(Locale.ROOT))
        .put("auto", autoCold ? "cold" : "never")
        .put("lifecycle", lifecycle.on())
        .put("expand", lifecycle.hasExpandTool())
        .put(
            "cold_after_ms",
            ttlSeconds.isPresent() ? ttlSeconds.getAsLong() * 1_000 : SHORTEST_LIFE_MILLIS)
        .put(
            "deadlines",
            JsonObject.builder()
                .put("request_ms", deadlines.requestMillis())
                .put("cold_ms", deadlines.coldMillis())
                .put("preview_ms", deadlines.previewMillis())
                .put("bus_ms", deadlines.busMillis())
                .build())
        .build();
  }

  private static JsonObject group(JsonObject object, String name) {
    return object.object(name).orElse(JsonObject.EMPTY);
  }

  private static String word(JsonObject object, String name) {
    // The word off reaches us as false.
    return object.get(name).orElseThrow() instanceof JsonString text
        ? text.value().toUpperCase(Locale.ROOT)
        : "OFF";
  }

  private static boolean flag(JsonObject object, String name) {
    return object.get(name).filter(JsonBool.TRUE::equals).isPresent();
  }

  private static OptionalLong number(JsonObject object, String name) {
    return object.get(name).orElseThrow() instanceof JsonNumber number
        ? number.longValue()
        : OptionalLong.empty();
  }

  static List<String> texts(JsonObject object, String name) {
    return object.array(name).orElse(JsonArray.EMPTY).elements().stream()
        .filter(JsonString.class::isInstance)
        .map(text -> ((JsonString) text).value())
        .toList();
  }
}
