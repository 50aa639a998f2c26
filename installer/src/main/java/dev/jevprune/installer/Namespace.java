package dev.jevprune.installer;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The ten places that an installation may serve: nine coding agents and the folder that several of
 * them share. Each knows the folder it lives in, as the agent itself finds it, and what our native
 * adapter there consists of.
 */
@SuppressWarnings("ImmutableEnumChecker") // the lists are made by List.of
enum Namespace {
  OPENCLAW("OpenClaw", List.of("openclaw"), ".openclaw", List.of(of("OPENCLAW_STATE_DIR"))),
  HERMES(
      "Hermes",
      List.of("hermes"),
      ".hermes",
      List.of(of("HERMES_HOME")),
      new LoaderFile("plugins/jev-prune/plugin.yaml", "hermes-plugin.yaml.in"),
      new LoaderFile("plugins/jev-prune/__init__.py", "hermes-loader.py.in")),
  OPENCODE(
      "OpenCode",
      List.of("opencode"),
      ".config/opencode",
      List.of(of("OPENCODE_CONFIG_DIR"), new Variable("XDG_CONFIG_HOME", "opencode")),
      new LoaderFile("plugins/jev-prune.js", "opencode-loader.js.in")),
  CODEX("Codex", List.of("codex"), ".codex", List.of(of("CODEX_HOME"))),
  CLAUDE("Claude Code", List.of("claude"), ".claude", List.of(of("CLAUDE_CONFIG_DIR"))),
  PI(
      "Pi",
      List.of("pi"),
      ".pi/agent",
      List.of(of("PI_CODING_AGENT_DIR")),
      new LoaderFile("extensions/jev-prune.js", "pi-loader.js.in")),
  GEMINI("Gemini CLI", List.of("gemini"), ".gemini", List.of()),
  CURSOR("Cursor", List.of("cursor-agent", "cursor"), ".cursor", List.of()),
  COPILOT("GitHub Copilot CLI", List.of("copilot"), ".copilot", List.of(of("COPILOT_HOME"))),
  AGENTS("the shared .agents folder", List.of(), ".agents", List.of());

  private final String title;
  private final List<String> programs;
  private final String below;
  private final List<Variable> variables;
  private final List<LoaderFile> loaders;

  Namespace(
      String title,
      List<String> programs,
      String below,
      List<Variable> variables,
      LoaderFile... loaders) {
    this.title = title;
    this.programs = programs;
    this.below = below;
    this.variables = variables;
    this.loaders = List.of(loaders);
  }

  /**
   * A variable by which a host finds its folder.
   *
   * @param name the variable
   * @param below what the host puts behind its value; may be empty
   */
  record Variable(String name, String below) {}

  /**
   * A file by which a host loads us.
   *
   * @param path where, below the host's folder, with slashes
   * @param template the name of its template in the distribution
   */
  record LoaderFile(String path, String template) {}

  private static Variable of(String name) {
    return new Variable(name, "");
  }

  /** The one of that name. */
  static Optional<Namespace> parse(String name) {
    return Arrays.stream(values()).filter(one -> one.wireName().equals(name)).findFirst();
  }

  /** All names that there is something to install for: {@code openclaw, hermes, …}. */
  static String names() {
    return Arrays.stream(values()).map(Namespace::wireName).collect(Collectors.joining(", "));
  }

  /** The name on the command line and in files. */
  String wireName() {
    return switch (this) {
      case OPENCLAW -> "openclaw";
      case HERMES -> "hermes";
      case OPENCODE -> "opencode";
      case CODEX -> "codex";
      case CLAUDE -> "claude";
      case PI -> "pi";
      case GEMINI -> "gemini";
      case CURSOR -> "cursor";
      case COPILOT -> "copilot";
      case AGENTS -> "agents";
    };
  }

  /** The name for people. */
  String title() {
    return title;
  }

  /** The programs whose presence on {@code PATH} says that the host is here. */
  List<String> programs() {
    return programs;
  }

  /** The usual folder, below the home, with slashes. */
  String below() {
    return below;
  }

  /** The variables by which the host finds its folder, in the host's order: the first wins. */
  List<Variable> variables() {
    return variables;
  }

  /**
   * The files by which the host loads us, in the order in which they are written: the last one
   * makes it count. Empty for a host without a native adapter.
   */
  List<LoaderFile> loaders() {
    return loaders;
  }

  /** With which releases of the host the adapter was run in our tests. */
  String tested() {
    return switch (this) {
      case PI -> "live-tested with Pi 1.6.0 and 0.73.1";
      case OPENCODE -> "live-tested with OpenCode 1.18.33";
      case HERMES -> "live-tested with Hermes 0.19.0";
      default -> "";
    };
  }

  /** Whether requests can be edited inside this host. */
  boolean hasAdapter() {
    return !loaders.isEmpty();
  }
}
