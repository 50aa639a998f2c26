package dev.jevprune.bus.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.bus.BusException;
import dev.jevprune.bus.BusHome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryLockTest {

  private static final Patience SHORT = new Patience(3, 1);

  @TempDir Path temp;
  private BusHome home;
  private Clock clock = Clock.systemUTC();

  @BeforeEach
  void makeHome() {
    home = new BusHome(temp.resolve("jev").resolve("bus"));
  }

  private void left(String content) throws IOException {
    Files.createDirectories(home.versionFolder());
    Files.writeString(home.lock(), content);
  }

  private void takeAndRelease() throws IOException, BusException {
    RegistryLock lock = RegistryLock.take(home, clock, SHORT);
    assertThat(home.lock()).exists();
    lock.close();
    assertThat(home.lock()).doesNotExist();
  }

  @Test
  void isThereWhileItIsHeldAndGoneAfterwards() throws Exception {
    takeAndRelease();
    takeAndRelease();
  }

  @Test
  void foldersAreOurUsersAlone() throws Exception {
    takeAndRelease();
    for (Path folder : new Path[] {home.folder(), home.versionFolder()}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void isHeldOnlyOnce() throws Exception {
    try (RegistryLock held = RegistryLock.take(home, clock, SHORT)) {
      assertThat(held).isNotNull();
      assertThatThrownBy(() -> RegistryLock.take(home, clock, SHORT))
          .isInstanceOf(BusException.class)
          .hasMessageContaining("process " + ProcessHandle.current().pid());
    }
  }

  @Tag("W17")
  @Test
  void whatAKilledProcessOfOursLeftIsTakenOverAtOnce() throws Exception {
    left(new String(LockOwner.mark(1), StandardCharsets.UTF_8)); // pid 1 lives
    takeAndRelease();
  }

  @Tag("W17")
  @Test
  void whatADeadProcessOfAnotherPackageLeftIsTakenOverAtOnce() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    left("{\"pid\":" + gone.pid() + "}");
    takeAndRelease();
  }

  @Test
  void aLivingOwnerIsWaitedForAndNamed() throws Exception {
    long alive = ProcessHandle.current().pid();
    left("{\"pid\":" + alive + "}");
    assertThatThrownBy(this::takeAndRelease)
        .isInstanceOf(BusException.class)
        .hasMessageContaining("process " + alive);
    assertThat(home.lock()).hasContent("{\"pid\":" + alive + "}");
  }

  @Test
  void anOwnerThatSaysNothingIsGoneAfterHalfAMinute() throws Exception {
    left("");
    assertThatThrownBy(this::takeAndRelease).isInstanceOf(BusException.class);
    Instant later = Instant.now().plus(LockOwner.SILENT_OWNER_IS_GONE).plus(Duration.ofSeconds(1));
    clock = Clock.fixed(later, ZoneOffset.UTC);
    takeAndRelease();
  }

  @Test
  void aLockThatIsNoLongerOursIsNotRemoved() throws Exception {
    try (RegistryLock held = RegistryLock.take(home, clock, SHORT)) {
      assertThat(held).isNotNull();
      Files.writeString(home.lock(), "{\"pid\":1}");
    }
    assertThat(home.lock()).hasContent("{\"pid\":1}");
  }

  @Test
  void aLinkInThePlaceOfTheRegistryIsNotFollowed() throws Exception {
    takeAndRelease();
    Files.createSymbolicLink(home.registry(), temp.resolve("elsewhere"));
    RegistryStore store = new RegistryStore(home, clock, SHORT);
    assertThatThrownBy(store::load).isInstanceOf(BusException.class);
    assertThatThrownBy(() -> store.register(Entries.registration("p")))
        .isInstanceOf(BusException.class);
    assertThat(temp.resolve("elsewhere")).doesNotExist();
  }
}
