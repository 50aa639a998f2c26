package dev.jevprune.core.lifecycle;

import java.util.ArrayList;
import java.util.List;

/** The files that a patch in the envelope of {@code apply_patch} (V4A) names. */
final class PatchPaths {

  private static final List<String> HEADS =
      List.of("*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: ");

  private PatchPaths() {}

  /**
   * In the order of the patch; lines of a hunk begin with another character and are passed over.
   */
  static List<String> in(String patch) {
    List<String> paths = new ArrayList<>();
    patch
        .lines()
        .forEach(
            line -> {
              for (String head : HEADS) {
                if (line.startsWith(head)) {
                  String path = line.substring(head.length()).strip();
                  if (!path.isEmpty()) {
                    paths.add(path);
                  }
                }
              }
            });
    return paths;
  }
}
