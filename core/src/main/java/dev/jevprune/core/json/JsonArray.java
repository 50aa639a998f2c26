package dev.jevprune.core.json;

import java.util.Iterator;
import java.util.List;

/**
 * A JSON array.
 *
 * @param elements the elements, unmodifiable
 */
public record JsonArray(List<Json> elements) implements Json, Iterable<Json> {

  /** The array without elements. */
  public static final JsonArray EMPTY = new JsonArray(List.of());

  /** Copies the list unless it is unmodifiable already. */
  public JsonArray {
    elements = List.copyOf(elements);
  }

  /** The array of {@code elements}. */
  public static JsonArray of(Json... elements) {
    return new JsonArray(List.of(elements));
  }

  /** How many elements there are. */
  public int size() {
    return elements.size();
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return elements.isEmpty();
  }

  /** The element at {@code index}. */
  public Json get(int index) {
    return elements.get(index);
  }

  @Override
  public Iterator<Json> iterator() {
    return elements.iterator();
  }
}
