package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A file system without modes, on which folders cannot be opened and forced. */
class PlainFileSystemTest {
  @Test
  void installsAndRemovesWhereThereAreNoModes() throws IOException {
    try (FileSystem files = Jimfs.newFileSystem(Configuration.unix())) {
      Path home = Files.createDirectories(files.getPath("/home/me"));
      Locations locations =
          new Locations(
              home,
              false,
              home.resolve(".jev-prune"),
              List.of(new HostRoot(Namespace.PI, home.resolve(".pi/agent"), HostRoot.Source.USUAL)),
              List.of());
      Payload payload = Sandbox.payload("0.1.0", "text");
      Applier applier = new Applier(new RealDisk());
      Plan installed =
          applier.apply(
              () ->
                  InstallPlanner.plan(
                      locations, payload, Sandbox.JAVA, locations.roots(), InstallOptions.NONE));
      assertThat(installed.refused()).isFalse();
      assertThat(Sandbox.loader(home.resolve(".pi/agent"))).exists();

      applier.apply(() -> UninstallPlanner.plan(locations, List.of(), false));
      try (Stream<Path> left = Files.list(home)) {
        assertThat(left).isEmpty();
      }
    }
  }
}
