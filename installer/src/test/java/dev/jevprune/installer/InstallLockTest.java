package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("B52")
class InstallLockTest {
  @TempDir Path temp;

  @Test
  void letsOneInAndNamesItToTheOther() throws IOException {
    InstallLock held = InstallLock.take(temp);
    assertThatThrownBy(() -> InstallLock.take(temp))
        .isInstanceOf(Problem.class)
        .hasMessageContaining(temp.toString())
        .hasMessageContaining("process " + ProcessHandle.current().pid());
    held.close();
    InstallLock.take(temp).close();
    assertThat(temp).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "999999999\n", "1\n"})
  void isNotStoppedByWhatADeadRunLeft(String text) throws IOException {
    Sandbox.write(temp.resolve(InstallLock.FILE_NAME), text);
    InstallLock.take(temp).close();
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void aRunThatIsLockedOutChangesNothing() throws IOException {
    Sandbox sandbox = new Sandbox(temp.resolve("home"));
    sandbox.install();
    sandbox.payload = Sandbox.payload("0.2.0", "second");
    InstallLock held = InstallLock.take(sandbox.dataHome());
    Map<String, String> before = Sandbox.treeWithTimes(sandbox.agentDir());
    Sandbox.Run run = sandbox.install();
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("Another installation");
    assertThat(sandbox.uninstall().code()).isEqualTo(1);
    assertThat(Sandbox.treeWithTimes(sandbox.agentDir())).isEqualTo(before);
    held.close();
    assertThat(sandbox.install().code()).isZero();
    assertThat(Files.exists(sandbox.dataHome().resolve(InstallLock.FILE_NAME))).isFalse();
  }
}
