package dev.jevprune.installer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds hosts that would see the skill twice. */
final class SkillCheck {
  private static final String AREA = "skills";

  private SkillCheck() {}

  static List<Finding> of(Locations locations, Manifest manifest) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (HostRoot root : locations.roots()) {
      if (!Inspector.exists(root.folder())) {
        continue;
      }
      List<Path> seen = new ArrayList<>();
      for (Path place : SkillReaders.of(root, locations)) {
        if (Files.isRegularFile(place.resolve("SKILL.md"))) {
          seen.add(place);
        }
      }
      if (seen.size() > 1) {
        findings.add(twice(root.host(), seen));
      }
    }
    long skills = manifest.targets().stream().flatMap(t -> t.skill().stream()).distinct().count();
    if (skills > 0) {
      findings.add(Finding.ok(AREA, "installed in " + skills + " folder(s)"));
    }
    return findings;
  }

  private static Finding twice(Namespace host, List<Path> seen) throws IOException {
    boolean same = true;
    Path first = seen.get(0).resolve("SKILL.md");
    for (Path other : seen) {
      same &= Files.mismatch(first, other.resolve("SKILL.md")) < 0;
    }
    String text = host.title() + " finds the skill in " + seen;
    return same
        ? Finding.note(AREA, text + ", each with the same text")
        : Finding.wrong(AREA, text + ", with different texts. Remove all but one.");
  }
}
