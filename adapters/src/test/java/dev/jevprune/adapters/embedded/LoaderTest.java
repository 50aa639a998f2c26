package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The installed file: a broken extension stops Pi, so that nothing may come through it. */
class LoaderTest {
  @TempDir Path folder;

  private static String loader(String config) throws IOException {
    try (InputStream in =
        LoaderTest.class.getResourceAsStream("/dev/jevprune/adapters/shim/pi-loader.js.in")) {
      return Utf8.decode(in.readAllBytes()).replace("@CONFIG@", config);
    }
  }

  private static String replays(Bench bench) {
    new LedgerFile("s-1").pair("a1", "a2", Chats.PATH, Chats.BODY).write(bench.data, 1);
    bench.pi.append(Chats.onePair().json());
    bench.pi.start("startup");
    return bench.outgoing();
  }

  @Test
  void loadsTheShimFromTheRuntimeFolder() throws Exception {
    try (Bench bench = Bench.bare(folder, PiSettings.standard("s-1"))) {
      bench.host.addFile(Bench.EXTENSION, loader(bench.config.json()));
      assertThat(bench.pi.loadFile(Bench.EXTENSION).value()).isEqualTo("null");
      assertThat(replays(bench)).contains(LedgerFile.marker("a2"));
      bench.pi.shutdown();
    }
  }

  @Test
  void doesNothingWhenTheRuntimeIsMissing() throws Exception {
    try (Bench bench = Bench.bare(folder, PiSettings.standard("s-1"))) {
      bench.host.addFile(
          Bench.EXTENSION,
          loader(bench.config.json().replace(ScriptFiles.RUNTIME, "/jev-prune/gone")));
      assertThat(bench.pi.loadFile(Bench.EXTENSION).value()).isEqualTo("null");
      assertThat(replays(bench)).isEqualTo(bench.pi.conversation());
      assertThat(bench.pi.command("/prune").value()).isEqualTo("\"unknown\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "syntax error (",
        "export default 7;",
        "export const nothing = 1;",
        "export default () => { throw new Error('x'); };",
        "throw new Error('x');"
      })
  void doesNothingWhenTheRuntimeIsBroken(String shim) throws Exception {
    try (Bench bench = Bench.bare(folder, PiSettings.standard("s-1"))) {
      bench.host.addFile("/jev-prune/broken/shim/pi.mjs", shim);
      bench.host.addFile(
          Bench.EXTENSION,
          loader(bench.config.json().replace(ScriptFiles.RUNTIME, "/jev-prune/broken")));
      assertThat(bench.pi.loadFile(Bench.EXTENSION).value()).isEqualTo("null");
      assertThat(replays(bench)).isEqualTo(bench.pi.conversation());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "null",
        "{\"runtime\":7}",
        "{\"runtime\":\"/jev-prune/runtime\"}",
        "{\"runtime\":\"/jev-prune/runtime\",\"dataHome\":null,\"profile\":{}}"
      })
  void doesNothingWhenItsConfigurationIsOdd(String config) throws Exception {
    try (Bench bench = Bench.bare(folder, PiSettings.standard("s-1"))) {
      bench.host.addFile(Bench.EXTENSION, loader(config));
      assertThat(bench.pi.loadFile(Bench.EXTENSION).value()).isEqualTo("null");
      assertThat(replays(bench)).isEqualTo(bench.pi.conversation());
    }
  }
}
