package dev.jevprune.core.json;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The members of an object in their order, unmodifiable. A conversation is made of very many small
 * objects, so they are two arrays that are searched one name after the other; only large ones get
 * an index.
 */
final class Members extends AbstractMap<String, Json> {

  /** An object with more members is indexed: who sends many names must not cost their square. */
  static final int SEARCHED = 16;

  private static final String[] NO_NAMES = {};
  private static final Json[] NO_VALUES = {};

  private final String[] names;
  private final Json[] values;
  private final Map<String, Integer> index;
  private final int size;

  /** Takes over what is given; the arrays may be longer than {@code size}. */
  private Members(String[] names, Json[] values, Map<String, Integer> index, int size) {
    this.names = names;
    this.values = values;
    this.index = index;
    this.size = size;
  }

  /** The members of that map; the map itself where it can not change. */
  static Members copyOf(Map<String, Json> map) {
    if (map instanceof Members members) {
      return members;
    }
    Building building = new Building();
    map.forEach(building::put);
    return building.members();
  }

  @Override
  public @Nullable Json get(@Nullable Object name) {
    int place = place(name, names, size, index);
    return place < 0 ? null : values[place];
  }

  @Override
  public boolean containsKey(@Nullable Object name) {
    return place(name, names, size, index) >= 0;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super Json> action) {
    for (int i = 0; i < size; i++) {
      action.accept(names[i], values[i]);
    }
  }

  @Override
  public Set<Map.Entry<String, Json>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, Json>> iterator() {
        return new Entries();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  private static int place(
      @Nullable Object name, String[] names, int size, Map<String, Integer> index) {
    if (size > SEARCHED) {
      return Objects.requireNonNullElse(index.get(name), -1);
    }
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }

  private final class Entries implements Iterator<Map.Entry<String, Json>> {
    private int next;

    @Override
    public boolean hasNext() {
      return next < size;
    }

    @Override
    public Map.Entry<String, Json> next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      int at = next++;
      return Map.entry(names[at], values[at]);
    }
  }

  /** Collects members; the last value put under a name stays, in the place of the first. */
  static final class Building {

    private String[] names = NO_NAMES;
    private Json[] values = NO_VALUES;
    private Map<String, Integer> index = Map.of();
    private int size;
    private boolean givenAway;

    /** Puts one member; returns whether there was one of that name. */
    boolean put(String name, Json value) {
      if (givenAway) {
        names = names.clone();
        values = values.clone();
        index = new HashMap<>(index);
        givenAway = false;
      }
      int place = place(name, names, size, index);
      if (place >= 0) {
        values[place] = value;
        return true;
      }
      if (size == names.length) {
        int room = size == 0 ? 4 : size * 2;
        names = Arrays.copyOf(names, room);
        values = Arrays.copyOf(values, room);
      }
      names[size] = name;
      values[size] = value;
      size++;
      if (size > SEARCHED) {
        index();
      }
      return false;
    }

    private void index() {
      if (size == SEARCHED + 1) {
        index = new HashMap<>();
        for (int i = 0; i < size; i++) {
          index.put(names[i], i);
        }
      } else {
        index.put(names[size - 1], size - 1);
      }
    }

    /** The members so far; what is put later does not change them. */
    Members members() {
      givenAway = true;
      return new Members(names, values, index, size);
    }
  }
}
