package dev.jevprune.installer;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Hermes' {@code config.yaml}, of which only the list of enabled plugins concerns us. Reading is by
 * a parser; writing puts one line in and leaves every other byte as it is: comments, line ends, a
 * byte order mark, a missing last line end. What was written is parsed again and compared.
 */
final class HermesSettings {
  static final String FILE_NAME = "config.yaml";
  static final String PLUGIN = "jev-prune";
  private static final String BOM = "\uFEFF";

  private final String text;
  private final Map<String, Object> root;

  private HermesSettings(String text, Map<String, Object> root) {
    this.text = text;
    this.root = root;
  }

  /** What a list of plugins says of ours. */
  enum Standing {
    /** On the list of enabled plugins. */
    ENABLED,
    /** Not on it. */
    MISSING,
    /** On the list of disabled plugins, which wins. */
    DISABLED,
    /**
     * The list is a text in quotes, which Hermes reads as no list: it then loads no plugin at all.
     */
    QUOTED,
    /** Something else stands where the list belongs. */
    ODD
  }

  /**
   * Reads a file.
   *
   * @return empty when it cannot be read as settings; Hermes cannot read it either
   */
  static Optional<HermesSettings> parse(byte[] bytes) {
    try {
      String text =
          StandardCharsets.UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString();
      return root(text).map(root -> new HermesSettings(text, root));
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static Optional<Map<String, Object>> root(String text) {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    try {
      Object loaded = new Yaml(new SafeConstructor(options)).load(withoutMark(text));
      if (loaded == null) {
        return Optional.of(Map.of());
      }
      if (!(loaded instanceof Map<?, ?> map)) {
        return Optional.empty();
      }
      Map<String, Object> root = new LinkedHashMap<>();
      map.forEach((key, value) -> root.put(String.valueOf(key), value == null ? "" : value));
      return Optional.of(root);
    } catch (YAMLException e) {
      return Optional.empty();
    }
  }

  private static String withoutMark(String text) {
    return text.startsWith(BOM) ? text.substring(1) : text;
  }

  Standing standing() {
    @Nullable Object plugins = root.get("plugins");
    if (plugins == null || plugins.equals("")) {
      return Standing.MISSING;
    }
    if (!(plugins instanceof Map<?, ?> map)) {
      return Standing.ODD;
    }
    if (map.get("disabled") instanceof List<?> disabled && disabled.contains(PLUGIN)) {
      return Standing.DISABLED;
    }
    @Nullable Object enabled = map.get("enabled");
    if (enabled == null) {
      return Standing.MISSING;
    }
    if (enabled instanceof List<?> list) {
      return list.contains(PLUGIN) ? Standing.ENABLED : Standing.MISSING;
    }
    return enabled instanceof String ? Standing.QUOTED : Standing.ODD;
  }

  /** The names on the list of enabled plugins; none where it is no list. */
  List<String> enabled() {
    return root.get("plugins") instanceof Map<?, ?> map
            && map.get("enabled") instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  /** A single value in a section, as a text. */
  Optional<String> text(String section, String name) {
    return root.get(section) instanceof Map<?, ?> map
        ? Optional.<Object>ofNullable(map.get(name)).map(String::valueOf)
        : Optional.empty();
  }

  /**
   * A change by which the file names our plugin, or does not any more.
   *
   * @param offset the byte at which the text was put in, or from which it was taken
   * @param piece that text
   * @param content the whole file after it
   */
  record Change(int offset, String piece, Content content) {}

  /** Puts our plugin on the list; empty where that cannot be done without touching other bytes. */
  Optional<Change> enable() {
    if (standing() != Standing.MISSING) {
      return Optional.empty();
    }
    for (EnableLine.Insertion insertion : EnableLine.candidates(text)) {
      String after =
          text.substring(0, insertion.at()) + insertion.text() + text.substring(insertion.at());
      if (root(after).filter(other -> other.equals(expected(true))).isPresent()) {
        return Optional.of(change(insertion.at(), insertion.text(), after));
      }
    }
    return Optional.empty();
  }

  /**
   * Takes our plugin off the list without touching other bytes; empty where that cannot be done.
   *
   * @param inserted what was put in, which the user may have changed since
   */
  Optional<Change> disable(String inserted) {
    if (standing() != Standing.ENABLED) {
      return Optional.empty();
    }
    Map<String, Object> wanted = normal(expected(false));
    for (EnableLine.Insertion piece : EnableLine.removals(text, inserted)) {
      String after =
          text.substring(0, piece.at()) + text.substring(piece.at() + piece.text().length());
      if (root(after).filter(other -> normal(other).equals(wanted)).isPresent()) {
        return Optional.of(change(piece.at(), piece.text(), after));
      }
    }
    return Optional.empty();
  }

  /** Takes back what {@link #enable} did, when the file still is what it was after that. */
  static Optional<Content> undo(byte[] bytes, int offset, String piece) {
    byte[] ours = piece.getBytes(StandardCharsets.UTF_8);
    if (offset < 0 || offset + ours.length > bytes.length) {
      return Optional.empty();
    }
    ByteBuffer there = ByteBuffer.wrap(bytes, offset, ours.length).slice();
    if (!there.equals(ByteBuffer.wrap(ours))) {
      return Optional.empty();
    }
    byte[] left = new byte[bytes.length - ours.length];
    System.arraycopy(bytes, 0, left, 0, offset);
    System.arraycopy(bytes, offset + ours.length, left, offset, left.length - offset);
    return Optional.of(Content.of(left));
  }

  /** An empty list, a list without a value and no list are the same to Hermes. */
  private static Map<String, Object> normal(Map<String, Object> settings) {
    Map<String, Object> normal = new LinkedHashMap<>(settings);
    if (settings.get("plugins") instanceof Map<?, ?> map) {
      Map<Object, Object> plugins = new LinkedHashMap<>(map);
      @Nullable Object enabled = plugins.get("enabled");
      if (enabled == null || enabled.equals(List.of())) {
        plugins.remove("enabled");
      }
      normal.put("plugins", plugins);
      if (plugins.isEmpty()) {
        normal.remove("plugins");
      }
    } else if ("".equals(settings.get("plugins"))) {
      normal.remove("plugins");
    }
    return normal;
  }

  private Change change(int at, String piece, String after) {
    int offset = text.substring(0, at).getBytes(StandardCharsets.UTF_8).length;
    return new Change(offset, piece, Content.ofText(after));
  }

  /** The settings with our plugin on the list, or off it; else the same. */
  private Map<String, Object> expected(boolean on) {
    Map<String, Object> plugins = new LinkedHashMap<>();
    if (root.get("plugins") instanceof Map<?, ?> map) {
      map.forEach((key, value) -> plugins.put(String.valueOf(key), value));
    }
    List<Object> enabled = new ArrayList<>();
    if (plugins.get("enabled") instanceof List<?> list) {
      enabled.addAll(list);
    }
    if (on) {
      enabled.add(PLUGIN);
    } else {
      enabled.remove(PLUGIN);
    }
    plugins.put("enabled", enabled);
    Map<String, Object> wanted = new LinkedHashMap<>(root);
    wanted.put("plugins", plugins);
    return wanted;
  }
}
