package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plan for programs: {@code jev-prune.plan.v1}, described in docs/install.md. */
final class PlanJson {
  static final String SCHEMA = "jev-prune.plan.v1";

  private PlanJson() {}

  /** One line of JSON. */
  static String of(Plan plan, boolean applied) {
    JsonObject root =
        JsonObject.builder()
            .put("schema", SCHEMA)
            .put("version", Version.current())
            .put("operation", plan.operation().name().toLowerCase(Locale.ROOT))
            .put("applied", applied)
            .put("refused", plan.refused())
            .put("home", text(plan.locations().home()))
            .put("dataHome", text(plan.locations().dataHome()))
            .put("targets", targets(plan))
            .put(
                "files",
                new JsonArray(List.copyOf(plan.files().stream().map(PlanJson::file).toList())))
            .put("folders", folders(plan))
            .put("notes", texts(plan.notes()))
            .put("problems", texts(plan.problems()))
            .build();
    return ManifestCodec.canonical(root);
  }

  private static JsonArray targets(Plan plan) {
    List<Json> targets = new ArrayList<>();
    for (Manifest.Target target : plan.result().targets()) {
      targets.add(
          JsonObject.builder()
              .put("name", target.host().wireName())
              .put("root", text(target.root()))
              .put(
                  "loaders",
                  new JsonArray(
                      List.copyOf(target.loaders().stream().map(PlanJson::text).toList())))
              .put("runtime", text(target.runtime()))
              .build());
    }
    return new JsonArray(targets);
  }

  private static JsonObject file(FileAction file) {
    JsonObject.Builder builder =
        JsonObject.builder()
            .put("action", file.action().wireName())
            .put("kind", file.kind().wireName())
            .put("path", text(file.path()))
            .put("why", file.why());
    if (file.content().isPresent()) {
      builder.put("mode", file.mode());
    }
    if (file.bytes() >= 0) {
      builder.put("bytes", file.bytes());
    }
    file.sha256().ifPresent(digest -> builder.put("sha256", digest.hex()));
    return builder.build();
  }

  private static JsonArray folders(Plan plan) {
    List<Json> folders = new ArrayList<>();
    plan.newFolders().forEach(folder -> folders.add(folder(folder, Action.CREATE)));
    plan.emptiedFolders().forEach(folder -> folders.add(folder(folder, Action.REMOVE)));
    return new JsonArray(folders);
  }

  private static JsonObject folder(Path folder, Action action) {
    JsonObject.Builder builder =
        JsonObject.builder().put("action", action.wireName()).put("path", text(folder));
    if (action == Action.CREATE) {
      builder.put("mode", "0700");
    }
    return builder.build();
  }

  private static JsonArray texts(List<String> texts) {
    return new JsonArray(List.copyOf(texts.stream().map(JsonString::new).toList()));
  }

  private static JsonString text(Path path) {
    return new JsonString(path.toString());
  }
}
