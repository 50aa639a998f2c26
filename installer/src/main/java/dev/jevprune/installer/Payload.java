package dev.jevprune.installer;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * What an installation copies: the jars, the shims, and the templates of the loaders.
 *
 * @param version the version of the product
 * @param files the files of the runtime folder, the programs in {@code bin/} not among them
 * @param templates the texts of the loaders by name, with {@code @CONFIG@} where settings go
 * @param skill the texts of the skill by path below its folder, with {@code @JEVPRUNE@} where the
 *     program stands; empty when this distribution has none
 */
record Payload(
    String version,
    List<PayloadFile> files,
    Map<String, String> templates,
    Map<String, String> skill) {
  private static final int NAME_DIGITS = 8;

  Payload {
    files = List.copyOf(files);
    templates = Map.copyOf(templates);
    skill = Map.copyOf(skill);
  }

  /** The template of that name. */
  String template(String name) {
    String template = templates.get(name);
    if (template == null) {
      throw new Problem("The distribution holds no " + name + ": build it again.");
    }
    return template;
  }

  /** These files and the programs in {@code bin/}, which start {@code java}, sorted by path. */
  List<PayloadFile> runtimeFiles(String java) {
    List<PayloadFile> all = new ArrayList<>(files);
    all.add(ProgramScript.of("jevprune", "Main", java));
    all.add(ProgramScript.of("jevprune-install", "InstallMain", java));
    all.add(ProgramScript.stage(files, java));
    all.sort(Comparator.comparing(PayloadFile::path));
    return List.copyOf(all);
  }

  /** The files of the skill, for programs in {@code runtime}; the one that counts comes last. */
  List<PayloadFile> skillFiles(Path runtime) {
    String program = ProgramScript.quoted(runtime.resolve("bin").resolve("jevprune").toString());
    List<PayloadFile> all = new ArrayList<>();
    skill.forEach(
        (path, text) ->
            all.add(
                new PayloadFile(path, Content.ofText(text.replace("@JEVPRUNE@", program)), false)));
    all.sort(
        Comparator.comparing((PayloadFile file) -> file.path().equals("SKILL.md"))
            .thenComparing(PayloadFile::path));
    return all;
  }

  /**
   * The name of the runtime folder: other contents, other name, so that none is ever overwritten.
   */
  static String runtimeName(String version, List<PayloadFile> runtimeFiles) {
    StringBuilder listing = new StringBuilder();
    for (PayloadFile file : runtimeFiles) {
      listing.append(file.path()).append('\0').append(file.content().sha256()).append('\n');
    }
    return version
        + "-"
        + Content.ofText(listing.toString()).sha256().hex().substring(0, NAME_DIGITS);
  }
}
