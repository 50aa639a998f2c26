package dev.jevprune.core.json;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A JSON object. Members keep the order in which they were read or put; two objects with the same
 * members in another order are equal.
 *
 * @param members the members, unmodifiable
 * @param repeated whether the text named a member twice, of which the last stands here; such an
 *     object has no canonical form
 */
public record JsonObject(Map<String, Json> members, boolean repeated) implements Json {

  /** The object without members. */
  public static final JsonObject EMPTY = new JsonObject(Map.of());

  /** Copies the map, unless it is another object's. */
  public JsonObject {
    members = Members.copyOf(members);
  }

  /** An object in which each member was named once. */
  public JsonObject(Map<String, Json> members) {
    this(members, false);
  }

  /** A builder with no members. */
  public static Builder builder() {
    return new Builder(EMPTY);
  }

  /** A builder that starts with this object's members. */
  public Builder toBuilder() {
    return new Builder(this);
  }

  /** This object with one member added, or replaced in its place. */
  public JsonObject with(String name, Json value) {
    return toBuilder().put(name, value).build();
  }

  /** Whether there is such a member, whatever its value. */
  public boolean has(String name) {
    return members.containsKey(name);
  }

  /** The member, if there is one; a JSON null is one. */
  public Optional<Json> get(String name) {
    return Optional.ofNullable(members.get(name));
  }

  /** The member, if it is a text. */
  public Optional<String> string(String name) {
    return members.get(name) instanceof JsonString text
        ? Optional.of(text.value())
        : Optional.empty();
  }

  /** The member, if it is an object. */
  public Optional<JsonObject> object(String name) {
    return members.get(name) instanceof JsonObject object ? Optional.of(object) : Optional.empty();
  }

  /** The member, if it is an array. */
  public Optional<JsonArray> array(String name) {
    return members.get(name) instanceof JsonArray array ? Optional.of(array) : Optional.empty();
  }

  /** The member, if it is a truth value. */
  public Optional<Boolean> bool(String name) {
    return members.get(name) instanceof JsonBool bool
        ? Optional.of(bool.value())
        : Optional.empty();
  }

  /** The member, if it is a whole number that an {@code int} can hold. */
  public OptionalInt integer(String name) {
    return members.get(name) instanceof JsonNumber number ? number.intValue() : OptionalInt.empty();
  }

  /** Collects members; the last value put under a name stays, in the place of the first. */
  public static final class Builder {

    private final Members.Building members = new Members.Building();
    private final boolean repeated;

    private Builder(JsonObject start) {
      start.members().forEach(members::put);
      this.repeated = start.repeated();
    }

    /** Puts one member. */
    public Builder put(String name, Json value) {
      members.put(name, value);
      return this;
    }

    /** Puts a text. */
    public Builder put(String name, String value) {
      return put(name, Json.of(value));
    }

    /** Puts a whole number. */
    public Builder put(String name, long value) {
      return put(name, Json.of(value));
    }

    /** Puts a truth value. */
    public Builder put(String name, boolean value) {
      return put(name, Json.of(value));
    }

    /** The object of the members so far. */
    public JsonObject build() {
      return new JsonObject(members.members(), repeated);
    }
  }
}
