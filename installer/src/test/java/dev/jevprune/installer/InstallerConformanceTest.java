package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The older kit's installer vectors: ownership, order and layout are the same by rules. Where we
 * differ on purpose the row of its weaknesses is named, with what we do instead.
 */
class InstallerConformanceTest {
  /** Vectors we answer otherwise: the row, and what we do. */
  private static final Map<String, String> OTHERWISE =
      Map.of(
          "install/lock-left", "W17: a lock that nobody holds is taken over at once",
          "install/uninstall-symlinked-aborts", "W19: the link is kept and named, the rest goes",
          "install/uninstall-modified-wrapper-keeps-runtime",
              "W38: the runtime goes; a loader without it does nothing");

  @TempDir Path temp;

  record Vector(String name, JsonObject input, JsonObject expected) {
    @Override
    public String toString() {
      return name;
    }
  }

  @ParameterizedTest
  @MethodSource("transactions")
  void ownsWritesAndRemovesAsTheKitDoes(Vector vector) throws IOException {
    SmallTransactions world = new SmallTransactions(temp.resolve("home"));
    Files.createDirectories(temp.resolve("home"));
    List<Json> steps = vector.input().array("steps").orElseThrow().elements();
    List<Json> answers = vector.expected().array("steps").orElseThrow().elements();
    for (int i = 0; i < steps.size(); i++) {
      JsonObject step = (JsonObject) steps.get(i);
      JsonObject answer = (JsonObject) answers.get(i);
      boolean fails = answer.has("error") && !OTHERWISE.containsKey(vector.name());
      Map<String, String> words;
      try {
        words = world.step(step);
      } catch (Problem e) {
        assertThat(fails).as("step %d of %s: %s", i, vector, e.getMessage()).isTrue();
        continue;
      }
      assertThat(fails).as("step %d of %s", i, vector).isFalse();
      if (answer.has("actions") && !OTHERWISE.containsKey(vector.name())) {
        assertThat(words).as("step %d of %s", i, vector).isEqualTo(actions(answer));
      }
    }
    if (OTHERWISE.containsKey(vector.name())) {
      assertThat(OTHERWISE.get(vector.name())).startsWith("W");
      otherwise(vector, world);
      return;
    }
    for (Map.Entry<String, Json> file :
        vector.expected().object("files").orElseThrow().members().entrySet()) {
      String text = file.getValue() instanceof JsonString string ? string.value() : "";
      if (!file.getKey().startsWith("data/")) {
        boolean folderLink = Files.isDirectory(world.place(file.getKey()));
        assertThat(world.found(file.getKey()))
            .as("%s of %s", file.getKey(), vector)
            .contains(folderLink ? "symlink" : text);
      }
    }
    boolean removed = answers.toString().contains("remove-owned-file");
    if (!removed && !vector.name().equals("install/upgrade-rolls-back")) {
      assertThat(world.backups())
          .isEqualTo(
              vector.expected().array("backups").orElseThrow().elements().stream()
                  .map(text -> ((JsonString) text).value())
                  .sorted()
                  .toList());
    }
  }

  private static void otherwise(Vector vector, SmallTransactions world) throws IOException {
    switch (vector.name()) {
      case "install/lock-left" -> assertThat(world.found("data/install.lock")).isEmpty();
      case "install/uninstall-symlinked-aborts" -> {
        assertThat(world.found("b/2")).contains("symlink");
        assertThat(world.found("a/1")).isEmpty();
        assertThat(world.found("c/3")).isEmpty();
      }
      default -> {
        assertThat(world.found("f/w")).contains("mine");
        assertThat(world.found("r/x")).isEmpty();
      }
    }
  }

  private static Map<String, String> actions(JsonObject answer) {
    Map<String, String> actions = new TreeMap<>();
    for (Json element : answer.array("actions").orElseThrow()) {
      JsonObject action = (JsonObject) element;
      actions.put(
          action.string("path").orElseThrow().replace("{HOME}/", ""),
          action.string("action").orElseThrow());
    }
    return actions;
  }

  @ParameterizedTest
  @MethodSource("layouts")
  void findsTheSameFoldersAndGivesEachHostWhatItLoads(Vector vector) throws IOException {
    Sandbox sandbox = new Sandbox(temp.resolve("home"));
    JsonObject input = vector.input();
    input
        .object("env")
        .ifPresent(
            env ->
                env.members()
                    .forEach(
                        (name, value) ->
                            sandbox.env.put(
                                name,
                                ((JsonString) value)
                                    .value()
                                    .replace("{HOME}", sandbox.home.toString()))));
    String target = input.string("target").orElseThrow().replace("generic", "agents");
    Namespace host = Namespace.parse(target).orElseThrow();
    boolean nativeAdapter = input.bool("experimental").orElse(false) && host.hasAdapter();
    List<String> words =
        nativeAdapter
            ? List.of("--apply", "--target", target)
            : List.of("--apply", "--target", target, "--skills-only");
    assertThat(sandbox.run(words).code()).isZero();

    JsonObject expected =
        (JsonObject) vector.expected().array("targets").orElseThrow().elements().get(0);
    Path root =
        Path.of(expected.string("root").orElseThrow().replace("{HOME}", sandbox.home.toString()));
    Path shared = sandbox.home.resolve(".agents");
    if (nativeAdapter) {
      HostRoot hostRoot = new HostRoot(host, root, HostRoot.Source.USUAL);
      assertThat(hostRoot.loaders()).allSatisfy(place -> assertThat(place).exists());
      Path folder = Objects.requireNonNull(hostRoot.loaders().get(0).getParent());
      assertThat(vector.expected().toString())
          .contains(String.valueOf(folder).replace(sandbox.home.toString(), "{HOME}"));
      String stage = "jev-prune.dedup@" + target + ":" + hostRoot.profile().substring(0, 8);
      assertThat(Files.readString(sandbox.home.resolve(".jev/bus/v1/registry.json")))
          .contains(stage);
    } else {
      // The hosts that read the shared folder are given the skill there and nowhere else.
      Optional<Path> skill =
          Stream.of(root, shared)
              .map(folder -> folder.resolve("skills/jev-prune"))
              .filter(Files::isDirectory)
              .findFirst();
      assertThat(skill).isPresent();
      assertThat(skill.get().resolve("SKILL.md")).exists();
      assertThat(skill.get().resolve("agents/openai.yaml")).exists();
      if (input.has("env") && host != Namespace.CODEX && host != Namespace.OPENCODE) {
        assertThat(skill.get()).startsWith(root);
      }
    }
  }

  static List<Vector> transactions() {
    return vectors("install_tx");
  }

  static List<Vector> layouts() {
    return vectors("install_layout");
  }

  private static List<Vector> vectors(String op) {
    Path path =
        Path.of(System.getProperty("conformance.dir", "../testdata/conformance"))
            .resolve("installer.jsonl");
    assumeTrue(Files.isRegularFile(path), () -> "no file of conformance vectors at " + path);
    try (Stream<String> lines = Files.lines(path)) {
      return lines
          .filter(line -> !line.isBlank())
          .map(InstallerConformanceTest::parse)
          .filter(line -> line.string("op").filter(op::equals).isPresent())
          .map(
              line ->
                  new Vector(
                      line.string("name").orElseThrow(),
                      line.object("input").orElseThrow(),
                      line.object("expected").orElseThrow()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonObject parse(String line) {
    try {
      return (JsonObject) StrictJson.parse(line);
    } catch (JsonException e) {
      throw new AssertionError("A vector cannot be read.", e);
    }
  }
}
