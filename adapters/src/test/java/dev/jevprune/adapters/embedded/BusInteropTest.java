package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.adapters.stage.StageMain;
import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.OwnPackage;
import dev.jevprune.bus.registry.Patience;
import dev.jevprune.bus.registry.RegistryLock;
import dev.jevprune.bus.registry.RegistryStore;
import dev.jevprune.core.Digest;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two packages in one OpenCode: ours, and one that was written from the page about the bus alone
 * and runs as a process of its own.
 */
@Timeout(120)
class BusInteropTest {
  private static final Digest PROFILE = new Digest(Bench.PROFILE);
  private static final String SESSION = OpenCodeBench.SESSION;
  private static final String ASIDE = "(aside) I will look around first.";

  @TempDir Path folder;
  private BusHome bus;
  private SecondPackage second;
  private OpenCodeBench bench;

  @BeforeEach
  void open() throws Exception {
    folder = folder.toRealPath();
    bus = new BusHome(folder.resolve("bus"));
    second = new SecondPackage(bus.folder());
    bench =
        OpenCodeBench.load(
            HostSettings.in(folder).with(Map.of("JEV_BUS_HOME", bus.folder().toString())),
            PruneCommandTest.workerFor(folder));
    OpenCodeMessages chat = new OpenCodeMessages().user("Look.").assistant(ASIDE);
    bench.chat(chat).chat(OpenCodeBench.onePair());
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void registerOurs() throws Exception {
    RegistryStore store = new RegistryStore(bus, Clock.systemUTC());
    try (RegistryLock lock = RegistryLock.take(bus, Clock.systemUTC(), Patience.DEFAULT)) {
      var next =
          OwnPackage.add(
              store.bytes(),
              List.of(new OwnPackage.Place("opencode", PROFILE, "/config", List.of("false"))),
              false);
      store.write(lock, Optional.of(next.bytes()));
    }
  }

  private void unregisterOurs() throws Exception {
    RegistryStore store = new RegistryStore(bus, Clock.systemUTC());
    try (RegistryLock lock = RegistryLock.take(bus, Clock.systemUTC(), Patience.DEFAULT)) {
      store.write(
          lock,
          OwnPackage.remove(store.bytes(), Set.of(OwnPackage.stageName("opencode", PROFILE)))
              .bytes());
    }
  }

  /** One step; with another package on the bus it waits for that package's process. */
  private String outgoing() {
    Pending request = bench.openCode.request(SESSION);
    if (!request.settled()) {
      bench.settle();
    }
    return request.value();
  }

  private boolean pruned(String list) {
    return list.contains(LedgerFile.marker("a2"));
  }

  @Tag("W1")
  @Tag("W7")
  @Test
  void bothActInTheOrderOfTheirPriorities() throws Exception {
    registerOurs();
    second.register();
    bench.prune("approve");
    String before = bench.stored();
    String sent = outgoing();
    assertThat(sent).doesNotContain(ASIDE);
    assertThat(pruned(sent)).isTrue();
    assertThat(sent).as("OpenCode takes no text for the system prompt").doesNotContain("Evidence");
    assertThat(bench.stored()).as("the session keeps everything").isEqualTo(before);
    assertThat(outgoing()).as("the same again").isEqualTo(sent);
  }

  @Tag("W1")
  @Test
  void whatWasApprovedIsLeftOutWithTheBusAndWithout() throws Exception {
    bench.prune("approve");
    String alone = outgoing();
    assertThat(pruned(alone)).isTrue();
    registerOurs();
    assertThat(outgoing()).as("registered, nobody else there").isEqualTo(alone);
    second.register("--claim", "assistant-prose");
    assertThat(outgoing()).as("somebody else there, with nothing to claim for").contains(ASIDE);
    assertThat(pruned(outgoing())).isTrue();
  }

  @Tag("W6")
  @Test
  void theOtherPackageActsBeforeAnythingOfOursIsApproved() throws Exception {
    registerOurs();
    second.register();
    assertThat(outgoing()).doesNotContain(ASIDE);
  }

  @Tag("B73")
  @Test
  void aClaimThatIsTakenIsRefusedToBothInEitherOrder() throws Exception {
    registerOurs();
    assertThat(second.refused("--claim", "tool-result:*")).contains(OwnPackage.NAME);
    unregisterOurs();
    second.register("--claim", "tool-result:*");
    assertThatThrownBy(this::registerOurs)
        .isInstanceOf(BusException.class)
        .hasMessageContaining("second-package")
        .hasMessageContaining(OwnPackage.NAME);
  }

  @Tag("B73")
  @Test
  void bothLeaveCleanlyInEitherOrder() throws Exception {
    for (boolean oursFirst : new boolean[] {true, false}) {
      registerOurs();
      second.register();
      if (oursFirst) {
        unregisterOurs();
        assertThat(Files.readString(bus.registry())).doesNotContain(OwnPackage.NAME);
        second.unregister();
      } else {
        second.unregister();
        assertThat(Files.readString(bus.registry())).doesNotContain("second-package");
        unregisterOurs();
      }
      assertThat(bus.registry()).doesNotExist();
      assertThat(bus.lock()).doesNotExist();
    }
  }

  @Tag("W2")
  @Test
  void whereTheOtherCarriesOpenCodeWeTouchNothingAndSayHowToApprove() throws Exception {
    registerOurs();
    second.register("opencode=50");
    bench.prune("approve");
    assertThat(outgoing()).isEqualTo(bench.stored());
    bench.prune("undo");
    assertThat(bench.prune(""))
        .contains("second-package")
        .contains("jevprune approve --host opencode --session " + SESSION);
  }

  @Tag("W2")
  @Test
  void ourStageRunByAnotherCarrierLeavesOutWhatWasApproved() throws Exception {
    bench.prune("approve");
    String alone = outgoing();
    assertThat(pruned(alone)).isTrue();
    String request =
        "{\"schema\":\"jev-bus.stage.v1\",\"op\":\"transform\",\"host\":\"opencode\",\"session\":\""
            + SESSION
            + "\",\"messages\":"
            + bench.stored()
            + "}";
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    StageMain.run(
        new String[] {
          "--data-home", bench.data.toString(), "--profile", PROFILE.hex(), "--host", "opencode"
        },
        new ByteArrayInputStream(request.getBytes(StandardCharsets.UTF_8)),
        out,
        Clock.systemUTC());
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("\"messages\":" + alone + ",");
  }

  @Test
  void aStageThatBreaksItsClaimsIsNamedOnceAndTheRequestIsOurs() throws Exception {
    registerOurs();
    bench.prune("approve");
    String alone = outgoing();
    second.register("--claim", "system-append"); // its stage removes all the same
    assertThat(outgoing()).isEqualTo(alone);
    assertThat(outgoing()).isEqualTo(alone);
    assertThat(bench.openCode.toasts())
        .filteredOn(toast -> toast.message().contains("second.view"))
        .hasSize(1);
  }
}
