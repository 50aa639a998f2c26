package dev.jevprune.adapters.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.evaluate.Rules;
import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The settings file, and what is checked before any network use. */
class EnvConformanceTest {

  @TempDir Path temp;

  @TestFactory
  Stream<DynamicTest> readsTheSettings() {
    return tests("env");
  }

  @TestFactory
  Stream<DynamicTest> guardsTheCall() {
    return tests("evaluate_guard");
  }

  private Stream<DynamicTest> tests(String op) {
    return Vectors.of("env.jsonl", op).stream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.name(),
                    () -> {
                      Path home = Files.createTempDirectory(temp, "data");
                      JsonObject answer =
                          op.equals("env")
                              ? settings(vector.input(), home)
                              : guard(vector.input(), home);
                      assertThat(CanonicalJson.write(answer))
                          .isEqualTo(CanonicalJson.write(vector.expected()));
                    }));
  }

  private static JsonObject settings(JsonObject input, Path home) throws IOException {
    Map<String, String> variables = variables(input);
    if (input.object("default_file").isPresent()) {
      make(home.resolve(".env"), input.object("default_file").get());
    }
    Path explicit = home.resolve("explicit.env");
    if (input.object("explicit_file").isPresent()) {
      make(explicit, input.object("explicit_file").get());
    }
    if (input.bool("explicit").orElse(false)) {
      variables.put(EvaluatorSettings.ENV_FILE, explicit.toString());
    }
    input
        .string("explicit_value")
        .ifPresent(value -> variables.put(EvaluatorSettings.ENV_FILE, value));
    try {
      EvaluatorSettings settings = EvaluatorSettings.load(home, home, variables);
      JsonObject.Builder seen = JsonObject.builder();
      for (String name : List.of(EvaluatorSettings.ALLOW_REMOTE, EvaluatorSettings.API_KEY)) {
        settings.value(name).ifPresent(value -> seen.put(name, value));
      }
      return JsonObject.builder().put("settings", seen.build()).build();
    } catch (EvaluatorException e) {
      return JsonObject.builder().put("error", e.kind().code()).build();
    }
  }

  private static void make(Path file, JsonObject content) throws IOException {
    if (content.bool("directory").orElse(false)) {
      Files.createDirectory(file);
      return;
    }
    byte[] bytes;
    if (content.string("base64").isPresent()) {
      bytes = Base64.getDecoder().decode(content.string("base64").get());
    } else {
      String text =
          content
              .string("text")
              .orElseGet(
                  () ->
                      content
                          .string("repeat")
                          .orElseThrow()
                          .repeat(content.integer("times").orElseThrow()));
      bytes = text.getBytes(StandardCharsets.UTF_8);
    }
    Files.write(file, bytes);
  }

  private static JsonObject guard(JsonObject input, Path home)
      throws EvaluatorException, JsonException {
    AtomicInteger calls = new AtomicInteger();
    ChildRunner child =
        (command, variables, body, max, limit) -> {
          calls.incrementAndGet();
          if (input.string("child_raises").isPresent()) {
            return ChildRunner.Result.LATE;
          }
          String reply = input.string("child_stdout").orElse("{}");
          byte[] output = ("ok 200 \n" + reply).getBytes(StandardCharsets.UTF_8);
          return new ChildRunner.Result(input.integer("child_exit").orElse(0), output, false);
        };
    ChildRuntime runtime = ChildRuntime.of(System.getProperties(), Map.of());
    TypesafeEvaluator evaluator =
        new TypesafeEvaluator(
            EvaluatorSettings.load(home, home, variables(input)),
            Rules.TYPESAFE,
            key ->
                new TransportChild(
                    runtime, Optional.empty(), Optional.of(key), TransportChild.LIMIT, child));
    JsonObject.Builder answer = JsonObject.builder();
    try {
      String body = CanonicalJson.write(Vectors.parse(input.string("body_json").orElseThrow()));
      answer.put(
          "response", StrictJson.parse(evaluator.ask(body.getBytes(StandardCharsets.UTF_8))));
    } catch (EvaluatorException e) {
      answer.put("error", e.kind().code());
    } catch (JsonException e) {
      answer.put("error", "json");
    }
    return answer.put("transport_calls", calls.get()).build();
  }

  private static Map<String, String> variables(JsonObject input) {
    Map<String, String> variables = new HashMap<>();
    for (Map.Entry<String, Json> variable :
        input.object("process").orElse(JsonObject.EMPTY).members().entrySet()) {
      variables.put(variable.getKey(), ((JsonString) variable.getValue()).value());
    }
    return variables;
  }
}
