package dev.jevprune.adapters.config;

import dev.jevprune.core.Limits;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code config.yaml} may hold. */
final class ConfigSchema {

  static final List<String> HOSTS = List.of("pi", "opencode", "hermes");

  private static final long DAY_SECONDS = 86_400;
  private static final long MINUTE_MILLIS = 60_000;

  /** Settings that a host or a project may have otherwise. */
  private static final Map<String, Setting> COMMON = common();

  /** The whole file. */
  static final Setting.Group WHOLE = whole();

  private ConfigSchema() {}

  private static Map<String, Setting> common() {
    Map<String, Setting> common = new LinkedHashMap<>();
    common.put("mode", new Setting.Word(List.of("prune", "observe", "off")));
    common.put("auto", new Setting.Word(List.of("never", "cold")));
    common.put(
        "selection",
        group(
            "max_body_bytes",
            new Setting.Whole(Limits.MIN_BODY_BYTES, 1_000_000, Limits.MAX_BODY_BYTES)));
    common.put("pipeline", new Setting.Texts(List.of("readlifecycle")));
    Map<String, Setting> lifecycle = new LinkedHashMap<>();
    lifecycle.put("min_tokens", new Setting.Whole(0, 1_000_000, 100));
    lifecycle.put("stale", new Setting.Flag(true));
    lifecycle.put("superseded", new Setting.Flag(true));
    lifecycle.put("bash_edits", new Setting.Flag(false));
    lifecycle.put("stale_at_depth", new Setting.Flag(false));
    lifecycle.put("cold_cache", new Setting.Flag(false));
    lifecycle.put("marker_mode", new Setting.Word(List.of("full", "summary", "off")));
    common.put("components", group("readlifecycle", new Setting.Group(lifecycle)));
    common.put("cache", group("ttl_seconds", new Setting.MaybeWhole(1, 30 * DAY_SECONDS)));
    Map<String, Setting> deadlines = new LinkedHashMap<>();
    deadlines.put("request_ms", new Setting.Whole(10, MINUTE_MILLIS, 250));
    deadlines.put("cold_ms", new Setting.Whole(10, MINUTE_MILLIS, 2_000));
    deadlines.put("preview_ms", new Setting.Whole(100, MINUTE_MILLIS, 5_000));
    deadlines.put("bus_ms", new Setting.Whole(10, MINUTE_MILLIS, 2_000));
    common.put("deadlines", new Setting.Group(deadlines));
    return common;
  }

  private static Setting.Group whole() {
    Map<String, Setting> perHost = new LinkedHashMap<>(COMMON);
    Map<String, Setting> perProject = new LinkedHashMap<>(COMMON);
    perProject.put("hosts", new Setting.Named(HOSTS, new Setting.Group(COMMON)));
    Map<String, Setting> whole = new LinkedHashMap<>(COMMON);
    whole.put("evaluator", new Setting.Other("operator"));
    whole.put("models", group("prefix_bound", new Setting.Texts(List.of())));
    whole.put("prices", new Setting.MaybeText());
    whole.put("hermes", group("context_engine", new Setting.Flag(false)));
    whole.put("hosts", new Setting.Named(HOSTS, new Setting.Group(perHost)));
    whole.put("projects", new Setting.Named(List.of(), new Setting.Group(perProject)));
    return new Setting.Group(whole);
  }

  private static Setting.Group group(String name, Setting setting) {
    return new Setting.Group(Map.of(name, setting));
  }
}
