package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * The real hosts list our skill as the plan said after an installation for all of them, and no more
 * after its removal. What was seen is written to {@code target/live-skills.md}.
 */
class SkillListingTest {
  private static final String NAME = "jev-prune";
  private static final SkillHome HOME = SkillHome.fresh();
  private static final PinnedHosts HOSTS = PinnedHosts.ofProject();
  private static final List<String> SEEN = new ArrayList<>();

  @BeforeAll
  static void install() {
    for (SkillHost host : SkillHost.values()) {
      HOSTS.install(host.spec());
    }
  }

  @AfterAll
  static void report() throws IOException {
    String head = "| host | skill found in | how it was seen | date |\n|---|---|---|---|\n";
    Files.writeString(
        Requirements.work().resolve("live-skills.md"), head + String.join("\n", SEEN) + "\n");
    HOME.close();
  }

  @TestFactory
  Stream<DynamicTest> listsTheSkillUntilItIsRemoved() {
    List<DynamicTest> tests = new ArrayList<>();
    for (SkillHost host : SkillHost.values()) {
      tests.add(DynamicTest.dynamicTest(host + " has none before", () -> hasNone(host)));
    }
    tests.add(
        DynamicTest.dynamicTest(
            "jevprune-install --apply --all",
            () -> HOME.installer("--apply", "--all").orFail("jevprune-install --apply --all")));
    for (SkillHost host : SkillHost.values()) {
      tests.add(DynamicTest.dynamicTest(host + " lists it", () -> lists(host)));
    }
    tests.add(
        DynamicTest.dynamicTest(
            "jevprune-install --uninstall --apply",
            () ->
                HOME.installer("--uninstall", "--apply")
                    .orFail("jevprune-install --uninstall --apply")));
    for (SkillHost host : SkillHost.values()) {
      tests.add(DynamicTest.dynamicTest(host + " has none after", () -> hasNone(host)));
    }
    return tests.stream();
  }

  private static void hasNone(SkillHost host) {
    assertThat(named(host)).isEmpty();
  }

  private static List<SkillHost.Listed> named(SkillHost host) {
    return host.list(HOME, HOSTS).stream()
        .filter(skill -> skill.name().replace('_', '-').contains(NAME))
        .toList();
  }

  private static void lists(SkillHost host) {
    List<Path> planned = planned(host);
    List<SkillHost.Listed> found = named(host);

    assertThat(found).as("exactly one").hasSize(1);
    SkillHost.Listed skill = found.get(0);
    assertThat(skill.name()).isEqualTo(NAME);
    assertThat(planned).isNotEmpty();
    if (!skill.place().isEmpty()) {
      Path place = Path.of(skill.place());
      Path folder = place.endsWith("SKILL.md") ? place.getParent() : place;
      assertThat(planned).as("where the plan says").contains(folder);
    }
    if (host == SkillHost.OPENCLAW) {
      assertThat(skill.more()).contains(", eligible").contains("as a command");
    }
    host.seenByTheModel(HOME, HOSTS)
        .ifPresent(seen -> assertThat(seen).as("offered to the model unasked").isFalse());
    SEEN.add(
        "| %s | `~/%s` | %s | %s |"
            .formatted(
                host,
                HOME.home().relativize(planned.get(0)),
                host.how(),
                LocalDate.now(ZoneOffset.UTC)));
  }

  /**
   * The skill folders that the plan says serve this host; for a host that edits requests itself and
   * was given none, the shared one that it reads anyway.
   */
  private static List<Path> planned(SkillHost host) {
    List<Path> folders = new ArrayList<>();
    List<Path> all = new ArrayList<>();
    for (JsonNode target : HOME.plan().path("targets")) {
      String skill = target.path("skill").asText("");
      if (!skill.isEmpty()) {
        all.add(Path.of(skill));
        if (target.path("name").asText().equals(host.target())) {
          folders.add(Path.of(skill));
        }
      }
    }
    return folders.isEmpty() ? all : folders;
  }

  /** A name that occurs nowhere in a host's own files is none of its built-in names. */
  @TestFactory
  @Tag("B72")
  Stream<DynamicTest> isNoNameOfTheHost() {
    return Stream.of(SkillHost.values())
        .map(
            host ->
                DynamicTest.dynamicTest(
                    host + " does not hold our name",
                    () -> assertThat(filesThatHold(HOSTS.install(host.spec()))).isEmpty()));
  }

  private static List<Path> filesThatHold(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (holds(file)) {
          found.add(file);
        }
      }
    }
    return found;
  }

  // In pieces that overlap by more than the name, since a binary may have hundreds of megabytes.
  private static boolean holds(Path file) throws IOException {
    byte[] piece = new byte[1 << 20];
    int kept = 0;
    try (InputStream in = Files.newInputStream(file)) {
      for (int got = in.read(piece, 0, piece.length); got > 0; ) {
        int filled = kept + got;
        String text = new String(piece, 0, filled, StandardCharsets.ISO_8859_1);
        if (text.contains("jev-prune") || text.contains("jev_prune")) {
          return true;
        }
        kept = Math.min(filled, 16);
        System.arraycopy(piece, filled - kept, piece, 0, kept);
        got = in.read(piece, kept, piece.length - kept);
      }
    }
    return false;
  }
}
