package dev.jevprune.installer;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** A plan for programs: {@code jev-prune.plan.v1}, described in docs/install.md. */
final class PlanJson {
  static final String SCHEMA = "jev-prune.plan.v1";

  private PlanJson() {}

  /** One line of JSON. */
  static String of(Plan plan, Order order, boolean applied) {
    return ManifestCodec.canonical(
        document(plan, order)
            .with("applied", Json.of(applied))
            .with("refused", Json.of(plan.refused())));
  }

  /** The plan as it is compared and kept: without what becomes of it. */
  static JsonObject document(Plan plan, Order order) {
    return JsonObject.builder()
        .put("schema", SCHEMA)
        .put("version", Version.current())
        .put("operation", plan.operation().name().toLowerCase(Locale.ROOT))
        .put("order", order.toJson())
        .put("home", text(plan.locations().home()))
        .put("dataHome", text(plan.locations().dataHome()))
        .put("targets", targets(plan))
        .put("files", array(plan.files().stream().map(PlanJson::file).toList()))
        .put("folders", folders(plan))
        .put(
            "bus",
            JsonObject.builder()
                .put("carriers", texts(plan.bus().carriers()))
                .put("stages", texts(plan.bus().stages()))
                .build())
        .put("sideEffects", texts(plan.remarks().sideEffects()))
        .put("notDone", texts(plan.remarks().notDone()))
        .put("notes", texts(plan.remarks().notes()))
        .put("problems", texts(plan.problems()))
        .build();
  }

  private static JsonArray targets(Plan plan) {
    List<Json> targets = new ArrayList<>();
    for (Manifest.Target target : plan.result().targets()) {
      JsonObject.Builder builder =
          JsonObject.builder()
              .put("name", target.host().wireName())
              .put("title", target.host().title())
              .put("root", text(target.root()))
              .put("profile", target.hostRoot().profile())
              .put("adapter", target.adapter())
              .put("tested", target.adapter() ? target.host().tested() : "")
              .put("piChoice", target.choice())
              .put("loaders", array(target.loaders().stream().map(PlanJson::text).toList()))
              .put("runtime", text(target.runtime()));
      target.skill().ifPresent(skill -> builder.put("skill", text(skill)));
      targets.add(builder.build());
    }
    return array(targets);
  }

  private static JsonObject file(FileAction file) {
    JsonObject.Builder builder =
        JsonObject.builder()
            .put("action", file.action().wireName())
            .put("kind", file.kind().wireName())
            .put("owner", file.owner())
            .put("path", text(file.path()))
            .put("why", file.why());
    file.via().ifPresent(via -> builder.put("via", text(via)));
    file.mode().ifPresent(mode -> builder.put("mode", mode.octal()));
    if (file.bytes() >= 0) {
      builder.put("bytes", file.bytes());
    }
    file.sha256().ifPresent(digest -> builder.put("sha256", digest.hex()));
    file.before().ifPresent(digest -> builder.put("before", digest.hex()));
    return builder.build();
  }

  private static JsonArray folders(Plan plan) {
    List<Json> folders = new ArrayList<>();
    plan.newFolders().forEach(folder -> folders.add(folder(folder, Action.CREATE)));
    plan.emptiedFolders().forEach(folder -> folders.add(folder(folder, Action.REMOVE)));
    return array(folders);
  }

  private static JsonObject folder(Path folder, Action action) {
    JsonObject.Builder builder =
        JsonObject.builder().put("action", action.wireName()).put("path", text(folder));
    if (action == Action.CREATE) {
      builder.put("mode", "0700");
    }
    return builder.build();
  }

  static JsonArray texts(Collection<String> texts) {
    return array(texts.stream().map(JsonString::new).toList());
  }

  static JsonArray array(List<? extends Json> values) {
    return new JsonArray(List.copyOf(values));
  }

  private static JsonString text(Path path) {
    return new JsonString(path.toString());
  }
}
