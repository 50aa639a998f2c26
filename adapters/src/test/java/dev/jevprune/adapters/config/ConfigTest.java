package dev.jevprune.adapters.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {

  @TempDir Path data;

  private Config load(String yaml) throws IOException, ConfigException {
    Files.writeString(data.resolve("config.yaml"), yaml);
    return Config.load(data.resolve("config.yaml"));
  }

  @Test
  void withoutAFileTheComponentIsOffAndNothingIsAutomatic() throws ConfigException {
    Settings settings = Config.load(data.resolve("config.yaml")).settings("pi", "/w");
    assertThat(settings).isEqualTo(Settings.STANDARD);
    assertThat(settings.mode()).isEqualTo(Settings.Mode.PRUNE);
    assertThat(settings.autoCold()).isFalse();
    assertThat(settings.lifecycle().on()).isFalse();
    assertThat(settings.lifecycle().minTokens()).isEqualTo(100);
    assertThat(settings.ttlSeconds()).isEmpty();
    assertThat(settings.deadlines()).isEqualTo(new Settings.Deadlines(250, 2_000, 5_000, 2_000));
  }

  @Test
  void readsTheWholeSchema() throws Exception {
    Config config =
        load(
            """
            mode: observe
            auto: cold
            selection: {max_body_bytes: 20000}
            evaluator: {kind: local, url: 'http://127.0.0.1:1', model: m}
            pipeline: [readlifecycle]
            components:
              readlifecycle: {min_tokens: 7, stale: false, superseded: true, bash_edits: true,
                              stale_at_depth: true, cold_cache: true, marker_mode: summary}
            cache:  {ttl_seconds: 5}
            deadlines: {request_ms: 100, cold_ms: 200, preview_ms: 300, bus_ms: 400}
            models: {prefix_bound: [own-model]}
            prices: prices.json
            hermes: {context_engine: true}
            """);
    Settings settings = config.settings("pi", "/w");
    assertThat(settings.mode()).isEqualTo(Settings.Mode.OBSERVE);
    assertThat(settings.autoCold()).isTrue();
    assertThat(settings.maxBodyBytes()).isEqualTo(20_000);
    assertThat(settings.lifecycle())
        .isEqualTo(
            new Settings.Lifecycle(
                true, 7, false, true, true, true, true, Settings.MarkerMode.SUMMARY));
    assertThat(settings.lifecycle().hasExpandTool()).isFalse();
    assertThat(settings.ttlSeconds()).hasValue(5);
    assertThat(settings.deadlines()).isEqualTo(new Settings.Deadlines(100, 200, 300, 400));
    assertThat(config.prefixBound()).containsExactly("own-model");
    assertThat(config.prices()).contains("prices.json");
    assertThat(config.hermesContextEngine()).isTrue();
  }

  @Test
  void theNearestSettingWins() throws Exception {
    Config config =
        load(
            """
            auto: cold
            hosts:
              pi: {mode: observe, deadlines: {request_ms: 100}}
            projects:
              /w: {mode: prune, selection: {max_body_bytes: 1000}}
              /w/inner:
                auto: never
                hosts: {pi: {mode: off}}
            """);
    assertThat(config.settings("hermes", "/w").mode()).isEqualTo(Settings.Mode.PRUNE);
    assertThat(config.settings("pi", "/elsewhere").mode()).isEqualTo(Settings.Mode.OBSERVE);
    assertThat(config.settings("pi", "/w").mode()).isEqualTo(Settings.Mode.PRUNE);
    assertThat(config.settings("pi", "/w").deadlines().requestMillis()).isEqualTo(100);
    assertThat(config.settings("pi", "/w").deadlines().coldMillis()).isEqualTo(2_000);
    Settings inner = config.settings("pi", "/w/inner/deep");
    assertThat(inner.mode()).isEqualTo(Settings.Mode.OFF);
    assertThat(inner.autoCold()).isFalse();
    assertThat(inner.maxBodyBytes()).isEqualTo(1_000);
    assertThat(config.settings("pi", "/w/innermost").autoCold()).isTrue();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "moed: prune|moed is not a setting. The nearest is mode.",
        "components: {readlifecyle: {}}|components.readlifecyle is not a setting. The nearest is"
            + " components.readlifecycle.",
        "components: {readlifecycle: {min_token: 1}}|components.readlifecycle.min_token is not a"
            + " setting. The nearest is components.readlifecycle.min_tokens.",
        "hosts: {py: {}}|hosts.py is not a setting. The nearest is hosts.pi.",
        "projects: {sub: {}}|projects.sub must be an absolute folder.",
        "mode: fast|mode must be prune, observe or off.",
        "mode: true|mode must be prune, observe or off.",
        "deadlines: {request_ms: 1.5}|deadlines.request_ms must be a whole number from 10 to"
            + " 60000.",
        "deadlines: {request_ms: '250'}|deadlines.request_ms must be a whole number from 10 to"
            + " 60000.",
        "deadlines: 5|deadlines must be a group of settings: request_ms, cold_ms, preview_ms,"
            + " bus_ms.",
        "components: {readlifecycle: {stale: 1}}|components.readlifecycle.stale must be true or"
            + " false.",
        "pipeline: [readlifecycles]|pipeline must be a list of readlifecycle, such as"
            + " [readlifecycle].",
        "pipeline: readlifecycle|pipeline must be a list of readlifecycle, such as"
            + " [readlifecycle].",
        "cache: {ttl_seconds: 0}|cache.ttl_seconds must be a whole number from 1 to 2592000, or"
            + " nothing.",
        "prices: 7|prices must be a text, or nothing.",
      })
  void eachProblemNamesItsPlaceAndWhatIsWanted(String yaml, String problem) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessage(data.resolve("config.yaml") + ": " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[a]", "mode: [", "mode: prune\nmode: off", "just words"})
  void whatIsNoYamlObjectIsAProblemOfTheFile(String yaml) {
    assertThatThrownBy(() -> load(yaml))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("cannot be read as YAML");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "# nothing\n", "mode:\n", "components:\n", "cache: {ttl_seconds: }\n"})
  void whatIsLeftEmptyHoldsItsStandard(String yaml) throws Exception {
    if (yaml.equals("mode:\n")) {
      assertThatThrownBy(() -> load(yaml)).hasMessageContaining("mode must be");
    } else {
      assertThat(load(yaml).settings("pi", "/w")).isEqualTo(Settings.STANDARD);
    }
  }

  @Test
  void everyProblemIsTold() {
    assertThatThrownBy(() -> load("moed: prune\nauto: always\n"))
        .hasMessageContaining("moed is not")
        .hasMessageContaining("auto must be");
  }

  @Test
  void whatIsShownReadsBack() throws Exception {
    Config config = load("mode: off\nmodels: {prefix_bound: ['own model', yes-1]}\n");
    JsonObject shown = config.merged("pi", "");
    assertThat(load(YamlText.of(shown)).merged("pi", "")).isEqualTo(shown);
  }

  @Test
  void shimsAreToldWhatHoldsForEachHost() throws Exception {
    JsonObject told =
        ShimSettings.of(
            load("hosts: {pi: {pipeline: [readlifecycle]}}\nprojects: {/w: {mode: off}}\n"));
    assertThat(told.string("mode")).contains("prune");
    assertThat(told.bool("lifecycle")).contains(false);
    JsonObject pi = told.object("hosts").orElseThrow().object("pi").orElseThrow();
    assertThat(pi.bool("lifecycle")).contains(true);
    assertThat(pi.bool("expand")).contains(true);
    assertThat(
            told.object("projects")
                .orElseThrow()
                .object("/w")
                .orElseThrow()
                .object("hosts")
                .orElseThrow()
                .object("hermes")
                .orElseThrow()
                .string("mode"))
        .contains("off");
    assertThat(told.object("hermes").orElseThrow().bool("context_engine")).contains(false);
  }
}
