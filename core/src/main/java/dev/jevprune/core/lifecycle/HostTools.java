package dev.jevprune.core.lifecycle;

import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the calls of one host do: the table of its tools and arguments. A tool that is not in the
 * table does nothing that counts.
 */
public final class HostTools {

  private enum Kind {
    READ,
    EDIT,
    PATCH,
    SHELL
  }

  /**
   * @param arguments the names of the argument that holds the path, the patch or the command; the
   *     first that is there counts
   * @param range the names of the arguments that choose a part of the file
   */
  private record Tool(Kind kind, List<String> arguments, List<String> range) {

    static Tool read(String argument, String... range) {
      return new Tool(Kind.READ, List.of(argument), List.of(range));
    }

    static Tool edit(String... arguments) {
      return new Tool(Kind.EDIT, List.of(arguments), List.of());
    }

    static Tool patch(String... arguments) {
      return new Tool(Kind.PATCH, List.of(arguments), List.of());
    }

    static Tool shell(String argument) {
      return new Tool(Kind.SHELL, List.of(argument), List.of());
    }

    /** A tool that two hosts call alike: it takes the arguments of both. */
    Tool or(Tool other) {
      return new Tool(kind, union(arguments, other.arguments()), union(range, other.range()));
    }

    private static List<String> union(List<String> first, List<String> second) {
      return Stream.concat(first.stream(), second.stream()).distinct().toList();
    }
  }

  /** Names are in lower case; hosts' own spelling differs in case alone. */
  private static final Map<ToolHost, Map<String, Tool>> TABLE =
      Map.of(
          ToolHost.PI,
          Map.of(
              "read", Tool.read("path", "offset", "limit"),
              "edit", Tool.edit("path"),
              "write", Tool.edit("path"),
              "bash", Tool.shell("command")),
          ToolHost.OPENCODE,
          Map.of(
              "read", Tool.read("filePath", "offset", "limit"),
              "edit", Tool.edit("filePath"),
              "write", Tool.edit("filePath"),
              "apply_patch", Tool.patch("patchText"),
              "bash", Tool.shell("command")),
          ToolHost.HERMES,
          Map.of(
              "read_file", Tool.read("path", "offset", "limit"),
              "write_file", Tool.edit("path"),
              "patch", Tool.patch("patch"),
              "terminal", Tool.shell("command")),
          ToolHost.CLAUDE_CODE,
          Map.of(
              "read", Tool.read("file_path", "offset", "limit", "pages"),
              "edit", Tool.edit("file_path"),
              "write", Tool.edit("file_path"),
              "multiedit", Tool.edit("file_path"),
              "notebookedit", Tool.edit("notebook_path", "file_path"),
              "bash", Tool.shell("command")),
          ToolHost.CODEX,
          Map.of(
              "apply_patch", Tool.patch("input", "patch"),
              "exec_command", Tool.shell("cmd"),
              "shell_command", Tool.shell("command")),
          ToolHost.GEMINI,
          Map.of(
              "read_file", Tool.read("file_path", "start_line", "end_line", "offset", "limit"),
              "replace", Tool.edit("file_path"),
              "write_file", Tool.edit("file_path"),
              "run_shell_command", Tool.shell("command")),
          ToolHost.COPILOT,
          Map.of(
              "view", Tool.read("path", "view_range", "forceReadLargeFiles"),
              "edit", Tool.edit("path"),
              "create", Tool.edit("path"),
              "bash", Tool.shell("command")),
          ToolHost.OPENCLAW,
          Map.of(
              "read", Tool.read("path", "offset", "limit", "cursor"),
              "edit", Tool.edit("path"),
              "write", Tool.edit("path"),
              "apply_patch", Tool.patch("input"),
              "exec", Tool.shell("command")));

  /** Words of agents that are no host of ours, as captures and benchmark runs have them. */
  private static final Map<String, Tool> OTHER_AGENTS =
      Map.of(
          "read", Tool.read("path", "start", "end", "view_range"),
          "read_file", Tool.read("absolute_path", "start_line", "end_line"),
          "file_read", Tool.read("path", "offset", "limit"),
          "view_file", Tool.read("path", "start_line", "end_line"),
          "edit_file", Tool.edit("path", "filename"),
          "create_file", Tool.edit("path", "filename"),
          "multi_edit", Tool.edit("path"),
          "str_replace", Tool.edit("path"),
          "str_replace_editor", Tool.edit("path"),
          "insert", Tool.edit("path"));

  private static final Map<String, Tool> ALL = all();

  private final ToolHost host;
  private final Map<String, Tool> tools;
  private final PathSpelling spelling;
  private final boolean shellEdits;

  private HostTools(ToolHost host, PathSpelling spelling, boolean shellEdits) {
    this.host = host;
    this.tools = host == ToolHost.ANY ? ALL : TABLE.getOrDefault(host, Map.of());
    this.spelling = spelling;
    this.shellEdits = shellEdits;
  }

  private static Map<String, Tool> all() {
    Map<String, Tool> all = new HashMap<>();
    for (ToolHost host : ToolHost.values()) { // whose order the arguments then have
      TABLE.getOrDefault(host, Map.of()).forEach((name, tool) -> all.merge(name, tool, Tool::or));
    }
    OTHER_AGENTS.forEach((name, tool) -> all.merge(name, tool, Tool::or));
    return all;
  }

  /**
   * The table of {@code host}.
   *
   * @param spelling the one spelling of paths
   * @param shellEdits whether shell commands that write files count as edits
   */
  public static HostTools of(ToolHost host, PathSpelling spelling, boolean shellEdits) {
    return new HostTools(host, spelling, shellEdits);
  }

  /** What a call of {@code tool} does. Arguments that are not as the table says do nothing. */
  public ToolAction action(String tool, Json arguments) {
    Tool known = tools.get(tool.toLowerCase(Locale.ROOT));
    if (known == null) {
      return ToolAction.NONE;
    }
    Json value = unpacked(arguments);
    if (value instanceof JsonString patch && known.kind() == Kind.PATCH) {
      return edit(PatchPaths.in(patch.value())); // Codex' tool takes the patch alone
    }
    return value instanceof JsonObject object ? action(known, object) : ToolAction.NONE;
  }

  private ToolAction action(Tool known, JsonObject object) {
    Optional<String> value =
        known.arguments().stream().flatMap(name -> object.string(name).stream()).findFirst();
    return switch (known.kind()) {
      case READ -> value.map(path -> read(path, range(known, object))).orElse(ToolAction.NONE);
      case EDIT -> edit(value.map(List::of).orElse(List.of()));
      // Hermes' patch tool takes a path instead, for a single replacement.
      case PATCH ->
          edit(
              value
                  .map(PatchPaths::in)
                  .orElse(object.string("path").map(List::of).orElse(List.of())));
      case SHELL -> shell(value.orElse(""), object);
    };
  }

  /** Chat completions carry the arguments as JSON inside a text. */
  private static Json unpacked(Json arguments) {
    if (arguments instanceof JsonString text) {
      try {
        return ConversationJson.parse(text.value());
      } catch (JsonException e) {
        return arguments;
      }
    }
    return arguments;
  }

  private ToolAction read(String path, Optional<String> range) {
    String spelt = spell(path);
    return spelt.isEmpty() || range.isEmpty()
        ? ToolAction.NONE
        : new ToolAction.Read(spelt, range.get());
  }

  private ToolAction edit(List<String> paths) {
    List<String> spelt = new ArrayList<>();
    for (String path : paths) {
      String one = spell(path);
      if (!one.isEmpty()) {
        spelt.add(one);
      }
    }
    return spelt.isEmpty() ? ToolAction.NONE : new ToolAction.Edit(spelt);
  }

  private ToolAction shell(String command, JsonObject arguments) {
    if (!shellEdits) {
      return ToolAction.NONE;
    }
    PathSpelling there =
        arguments.string("workdir").map(spelling::of).map(PathSpelling::in).orElse(spelling);
    List<String> paths =
        ShellEdits.in(command).stream().map(there::of).filter(path -> !path.isEmpty()).toList();
    return paths.isEmpty() ? ToolAction.NONE : new ToolAction.Edit(paths);
  }

  private String spell(String path) {
    // Pi takes a path with the sign it is mentioned with.
    String bare = host == ToolHost.PI && path.startsWith("@") ? path.substring(1) : path;
    return spelling.of(bare);
  }

  /** Nothing when the range has no spelling. */
  private static Optional<String> range(Tool tool, JsonObject arguments) {
    StringBuilder range = new StringBuilder();
    for (String name : tool.range()) {
      Optional<Json> value = arguments.get(name).filter(json -> json != JsonNull.NULL);
      if (value.isPresent()) {
        try {
          range.append(name).append('=').append(CanonicalJson.write(value.get())).append(';');
        } catch (JsonException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.of(range.toString());
  }
}
