package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import java.nio.file.FileSystem;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The text form of a {@link Manifest}. Reads strictly: what is odd is a {@link Problem}, never a
 * guess.
 */
final class ManifestCodec {
  private ManifestCodec() {}

  static Content write(Manifest manifest) {
    JsonObject root =
        JsonObject.builder()
            .put("schema", Manifest.SCHEMA)
            .put("version", manifest.version())
            .put("dataHome", manifest.dataHome().toString())
            .put("state", manifest.complete() ? "complete" : "changing")
            .put("files", array(manifest.files().stream().map(ManifestCodec::file).toList()))
            .put("folders", array(manifest.folders().stream().map(ManifestCodec::text).toList()))
            .put("targets", array(manifest.targets().stream().map(ManifestCodec::target).toList()))
            .put("kept", array(manifest.kept().stream().map(ManifestCodec::text).toList()))
            .put("edits", array(manifest.edits().stream().map(ManifestCodec::edit).toList()))
            .build();
    return Content.ofText(canonical(root) + "\n");
  }

  /**
   * The canonical text, or a problem that names what cannot be written: a path that is no Unicode.
   */
  static String canonical(Json value) {
    try {
      return CanonicalJson.write(value);
    } catch (JsonException e) {
      throw new Problem(
          "A path here is not valid Unicode and cannot be recorded: rename the folder.", e);
    }
  }

  private static JsonArray array(List<? extends Json> values) {
    return new JsonArray(List.copyOf(values));
  }

  private static JsonString text(Path path) {
    return new JsonString(path.toString());
  }

  private static JsonObject file(Manifest.Owned file) {
    JsonObject.Builder builder =
        JsonObject.builder()
            .put("path", text(file.path()))
            .put("kind", file.kind().wireName())
            .put("sha256", file.sha256().hex());
    file.previous().ifPresent(previous -> builder.put("previous", previous.hex()));
    file.via().ifPresent(via -> builder.put("via", text(via)));
    return builder.build();
  }

  private static JsonObject target(Manifest.Target target) {
    JsonObject.Builder builder =
        JsonObject.builder()
            .put("name", target.host().wireName())
            .put("root", text(target.root()))
            .put("adapter", target.adapter())
            .put("choice", target.choice())
            .put("runtime", text(target.runtime()));
    target.skill().ifPresent(skill -> builder.put("skill", text(skill)));
    return builder.build();
  }

  private static JsonObject edit(Manifest.Edit edit) {
    return JsonObject.builder()
        .put("path", text(edit.path()))
        .put("root", text(edit.root()))
        .put("kind", edit.kind().wireName())
        .put("offset", edit.offset())
        .put("inserted", edit.inserted())
        .put("after", edit.after().hex())
        .build();
  }

  /** Reads the manifest that {@code place} holds. */
  static Manifest read(Path place, byte[] bytes) {
    try {
      return new Reader(place).manifest(StrictJson.parse(bytes));
    } catch (JsonException | IllegalArgumentException e) {
      throw damaged(place, e);
    }
  }

  private static Problem damaged(Path place, Exception cause) {
    return new Problem(
        place
            + " is damaged ("
            + cause.getMessage()
            + "), so it does not say which files are ours. Nothing was changed. Move it away, and remove the files"
            + " that the next plan refuses.",
        cause);
  }

  /** Reads one manifest; anything odd is an {@link IllegalArgumentException}. */
  private record Reader(Path place) {
    Manifest manifest(Json json) {
      JsonObject root = object(json);
      String schema = string(root, "schema");
      if (!schema.equals(Manifest.SCHEMA)) {
        throw new IllegalArgumentException("its schema is " + schema + ", not " + Manifest.SCHEMA);
      }
      List<Manifest.Owned> files = new ArrayList<>();
      for (Json file : list(root, "files")) {
        files.add(owned(object(file)));
      }
      List<Manifest.Target> targets = new ArrayList<>();
      for (Json target : list(root, "targets")) {
        targets.add(target(object(target)));
      }
      List<Manifest.Edit> edits = new ArrayList<>();
      for (Json edit : list(root, "edits")) {
        edits.add(edit(object(edit)));
      }
      return new Manifest(
          string(root, "version"),
          path(string(root, "dataHome")),
          string(root, "state").equals("complete"),
          files,
          paths(root, "folders"),
          targets,
          edits,
          paths(root, "kept"));
    }

    private List<Path> paths(JsonObject root, String name) {
      List<Path> paths = new ArrayList<>();
      for (Json element : list(root, name)) {
        if (!(element instanceof JsonString text)) {
          throw new IllegalArgumentException("a path in \"" + name + "\" is no text");
        }
        paths.add(path(text.value()));
      }
      return paths;
    }

    private Manifest.Owned owned(JsonObject file) {
      return new Manifest.Owned(
          path(string(file, "path")),
          file.string("via").map(this::path),
          FileKind.valueOf(string(file, "kind").toUpperCase(Locale.ROOT)),
          new Digest(string(file, "sha256")),
          file.string("previous").map(Digest::new));
    }

    private Manifest.Target target(JsonObject target) {
      return new Manifest.Target(
          Namespace.parse(string(target, "name"))
              .orElseThrow(() -> new IllegalArgumentException("it names an unknown target")),
          path(string(target, "root")),
          target.bool("adapter").orElse(true),
          target.bool("choice").orElse(false),
          target.string("skill").map(this::path),
          path(string(target, "runtime")));
    }

    private Manifest.Edit edit(JsonObject edit) {
      return new Manifest.Edit(
          path(string(edit, "path")),
          path(string(edit, "root")),
          FileKind.valueOf(string(edit, "kind").toUpperCase(Locale.ROOT)),
          edit.integer("offset")
              .orElseThrow(() -> new IllegalArgumentException("the number \"offset\" is missing")),
          string(edit, "inserted"),
          new Digest(string(edit, "after")));
    }

    private Path path(String text) {
      FileSystem files = place.getFileSystem();
      Path path;
      try {
        path = files.getPath(text);
      } catch (InvalidPathException e) {
        throw new IllegalArgumentException("it names a path that is none", e);
      }
      if (!path.isAbsolute() || !path.equals(path.normalize())) {
        throw new IllegalArgumentException("it names the path " + text + ", which is not absolute");
      }
      return path;
    }

    private static JsonObject object(Json json) {
      if (json instanceof JsonObject object) {
        return object;
      }
      throw new IllegalArgumentException("an object is missing");
    }

    private static String string(JsonObject object, String name) {
      Optional<String> value = object.string(name);
      return value.orElseThrow(
          () -> new IllegalArgumentException("the text \"" + name + "\" is missing"));
    }

    private static JsonArray list(JsonObject object, String name) {
      return object
          .array(name)
          .orElseThrow(() -> new IllegalArgumentException("the list \"" + name + "\" is missing"));
    }
  }
}
