package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An edit of config.yaml needs one start of the host, whatever the last worker told of it. */
class SettingsTest {
  private static final String OLD = "answer = 41 # the text before the edit; ".repeat(20);
  private static final String COLD =
      """
      pipeline: [readlifecycle]
      components: {readlifecycle: {cold_cache: true}}
      cache: {ttl_seconds: 1}
      """;

  @TempDir Path folder;
  private final List<Bench> open = new ArrayList<>();
  private final List<Runnable> held = new ArrayList<>();
  private int questions;
  private boolean holds;

  /** A worker that starts when it is first asked. */
  private final class LateWorker implements Transport {
    private final List<Transport> started = new ArrayList<>();

    @Override
    public void call(String request, Answer answer) {
      questions++;
      Runnable work =
          () -> {
            if (started.isEmpty()) {
              started.add(LifecycleCommandTest.workerFor(folder));
            }
            started.get(0).call(request, answer);
          };
      if (holds) {
        held.add(work);
      } else {
        work.run();
      }
    }
  }

  @BeforeEach
  void makeHome() throws IOException {
    Files.createDirectories(folder.resolve("data"));
  }

  @AfterEach
  void close() {
    open.forEach(Bench::close);
  }

  /** What stood there when a worker last told of it, some time ago. */
  private void toldBefore(String config) throws IOException {
    edit(config);
    LifecycleCommandTest.workerFor(folder);
    Path told = folder.resolve("data/settings.json");
    Files.setLastModifiedTime(told, FileTime.from(Instant.now().minus(Duration.ofHours(1))));
  }

  private void edit(String config) throws IOException {
    Files.writeString(folder.resolve("data/config.yaml"), config);
  }

  private Bench start() {
    Bench bench = Bench.load(folder, PiSettings.standard("s-1"), new LateWorker());
    open.add(bench);
    bench.pi.append(
        Chats.later(
                new PiMessages()
                    .user("Correct it.")
                    .read("r1", "answer.toml", OLD)
                    .call("e1", "edit", "{\"path\":\"answer.toml\"}")
                    .result("e1", "edit", "done")
                    .assistant("Corrected.")
                    .user("Go on."),
                17)
            .json());
    bench.pi.start("startup");
    return bench;
  }

  private static String sent(Bench bench) {
    Pending request = bench.pi.request();
    bench.settle();
    return Bench.outgoing(request);
  }

  private static String status(Bench bench) {
    bench.pi.command("/prune status");
    return bench.saidLast();
  }

  @Test
  void theFirstStartAfterAnEditFollowsIt() throws IOException {
    toldBefore("mode: observe\n");
    edit(COLD);
    Bench bench = start();
    bench.host.advance(Duration.ofHours(1));
    assertThat(sent(bench))
        .contains("this read of answer.toml is left out")
        .as("the tool is registered at the start alone")
        .doesNotContain("jev_prune_expand");
  }

  @Test
  void alsoWhereNoWorkerEverToldAnything() throws IOException {
    edit("mode: observe\n");
    assertThat(status(start())).contains("observing");
  }

  @Test
  void whatWasSwitchedOffInTheFileIsSwitchedOnThere() throws IOException {
    toldBefore("mode: off\n");
    edit("mode: prune\n");
    assertThat(status(start())).doesNotContain("off (mode: off");
  }

  @Test
  void theFirstMessageInOpenCodeFollowsAnEdit() throws IOException {
    toldBefore("mode: prune\n");
    edit("mode: off\n");
    try (OpenCodeBench bench = OpenCodeBench.load(folder, new LateWorker())) {
      bench.chat(OpenCodeBench.onePair());
      bench.openCode.prompt(OpenCodeBench.SESSION, "Go on.");
      assertThat(bench.prune("status")).contains("off (mode: off in config.yaml)");
    }
  }

  @Test
  void whatIsOffAsksNoWorker() throws IOException {
    edit("mode: off\n");
    LifecycleCommandTest.workerFor(folder);
    Bench bench = start();
    assertThat(sent(bench)).isEqualTo(bench.pi.conversation());
    assertThat(questions).isZero();
    assertThat(status(bench)).contains("off (mode: off in config.yaml)");
  }

  @Test
  void aRequestThatWasFasterThanTheWorkerKeepsWhatHeld() throws IOException {
    toldBefore("mode: prune\n");
    edit("mode: observe\n");
    holds = true;
    Bench bench = start();
    Pending request = bench.pi.request();
    assertThat(request.settled()).isTrue();
    holds = false;
    held.forEach(Runnable::run);
    bench.settle();
    assertThat(status(bench)).doesNotContain("observing");
    open.remove(bench);
    bench.close();
    assertThat(status(start())).as("the next start").contains("observing");
  }
}
