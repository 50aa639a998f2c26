package dev.jevprune.adapters.files;

import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The active branch of a session file that is kept as a tree. */
final class Branch {

  private Branch() {}

  /**
   * The numbers of the entries on the way from the last entry that has an id back to the first, in
   * the order of the file. An entry whose parent is not in the file continues the entry before it:
   * a line that could not be read must not cost the whole way behind it.
   *
   * @param id the id of an entry; nothing for an entry that is no part of the tree
   * @param parent the parent's id; nothing for a root
   */
  static BitSet active(
      List<JsonObject> entries,
      Function<JsonObject, Optional<String>> id,
      Function<JsonObject, Optional<String>> parent) {
    Map<String, Integer> places = new HashMap<>();
    List<Integer> tree = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      Optional<String> name = id.apply(entries.get(i));
      if (name.isPresent()) {
        places.put(name.get(), i);
        tree.add(i);
      }
    }
    BitSet active = new BitSet(entries.size());
    int at = tree.isEmpty() ? -1 : tree.get(tree.size() - 1);
    while (at >= 0 && !active.get(at)) {
      active.set(at);
      Optional<String> name = parent.apply(entries.get(at));
      at = name.isEmpty() ? -1 : step(places, tree, at, name.get());
    }
    return active;
  }

  private static int step(Map<String, Integer> places, List<Integer> tree, int at, String parent) {
    Integer known = places.get(parent);
    if (known != null && known < at) {
      return known;
    }
    int before = Collections.binarySearch(tree, at) - 1;
    return before < 0 ? -1 : tree.get(before);
  }
}
