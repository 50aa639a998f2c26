package dev.jevprune.adapters.config;

import dev.jevprune.core.json.JsonObject;

/**
 * What shims are told: {@code settings.json} in the data home, and the same object in the reply to
 * {@code hello}. The top members hold for a host that is not listed; {@code hosts} and, within
 * {@code projects}, each folder's {@code hosts} hold whole objects.
 */
public final class ShimSettings {

  /** The schema of the file. */
  public static final String SCHEMA = "jev-prune.settings.v1";

  private ShimSettings() {}

  /** The object for {@code config}. */
  public static JsonObject of(Config config) {
    JsonObject.Builder projects = JsonObject.builder();
    for (String project : config.projects()) {
      projects.put(project, JsonObject.builder().put("hosts", hosts(config, project)).build());
    }
    JsonObject.Builder all = JsonObject.builder().put("schema", SCHEMA);
    config.settings("", "").forShim().members().forEach(all::put);
    return all.put(
            "hermes",
            JsonObject.builder().put("context_engine", config.hermesContextEngine()).build())
        .put("hosts", hosts(config, ""))
        .put("projects", projects.build())
        .build();
  }

  private static JsonObject hosts(Config config, String folder) {
    JsonObject.Builder hosts = JsonObject.builder();
    for (String host : ConfigSchema.HOSTS) {
      hosts.put(host, config.settings(host, folder).forShim());
    }
    return hosts.build();
  }
}
