package dev.jevprune.adapters.stage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StageMainTest {

  @TempDir Path data;

  private JsonObject run(String stdin, String... arguments) throws Exception {
    return run(stdin.getBytes(StandardCharsets.UTF_8), arguments);
  }

  private JsonObject run(byte[] stdin, String... arguments) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StageMain.run(arguments, new ByteArrayInputStream(stdin), out, Clock.systemUTC());
    String text = out.toString(StandardCharsets.UTF_8);
    assertThat(text.lines()).hasSize(1);
    return (JsonObject) StrictJson.parse(text);
  }

  private String[] arguments(String host) {
    return new String[] {
      "--data-home", data.toString(), "--profile", Digest.ofWellFormed("p").hex(), "--host", host
    };
  }

  @Tag("W3")
  @ParameterizedTest
  @ValueSource(strings = {"pi", "opencode", "hermes"})
  void saysSomethingAlsoWhereNothingIsStored(String host) throws Exception {
    JsonObject reply =
        run(
            "{\"schema\":\"jev-bus.stage.v1\",\"op\":\"transform\",\"session\":\"s\","
                + "\"messages\":[{\"n\":1e3}]}",
            arguments(host));
    assertThat(reply.bool("ok")).contains(true);
    assertThat(reply.array("notes").orElseThrow().elements()).hasSize(1);
    assertThat(reply.array("messages").orElseThrow().get(0))
        .isEqualTo(StrictJson.parse("{\"n\":1e3}"));
  }

  @Test
  void declinesWithoutItsArguments() throws Exception {
    for (String[] wrong : List.of(new String[0], arguments("codex"))) {
      assertThat(run("{}", wrong).bool("ok")).contains(false);
    }
  }

  @Test
  void declinesMoreThanTheBoundAndHostileNesting() throws Exception {
    assertThat(run(new byte[Limits.MAX_WIRE_BYTES + 1], arguments("pi")).bool("ok"))
        .contains(false);
    assertThat(run("[".repeat(1_000_000), arguments("pi")).bool("ok")).contains(false);
  }

  @Test
  void aStoreThatCannotBeReadIsAPassthrough() throws Exception {
    Files.writeString(data.resolve("state"), "a file");
    JsonObject reply =
        run(
            "{\"schema\":\"jev-bus.stage.v1\",\"op\":\"transform\",\"session\":\"s\","
                + "\"messages\":[]}",
            arguments("pi"));
    assertThat(reply.bool("ok")).contains(true);
    assertThat(reply.array("notes").orElseThrow().elements()).hasSize(1);
  }
}
