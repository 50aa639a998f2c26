package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads the members of one JSON object by name and type. Unknown members are ignored; a missing or
 * wrong one is a {@code bad_request} that names its place, never its content.
 */
public final class Fields {
  private final JsonObject object;
  private final String place;

  private Fields(JsonObject object, String place) {
    this.object = object;
    this.place = place;
  }

  public static Fields of(JsonObject object) {
    return new Fields(object, "");
  }

  /** The object itself. */
  public JsonObject raw() {
    return object;
  }

  /** The member's value; JSON {@code null} counts as missing. */
  public Optional<Json> any(String name) {
    Json value = object.members().get(name);
    return value == null || value instanceof JsonNull ? Optional.empty() : Optional.of(value);
  }

  public String text(String name) throws ProtocolException {
    return optionalText(name).orElseThrow(() -> missing(name, "a text"));
  }

  public Optional<String> optionalText(String name) throws ProtocolException {
    Optional<Json> value = any(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof JsonString string) {
      return Optional.of(string.value());
    }
    throw missing(name, "a text");
  }

  public boolean flag(String name) throws ProtocolException {
    if (any(name).orElse(null) instanceof JsonBool bool) {
      return bool.value();
    }
    throw missing(name, "true or false");
  }

  /** A whole number from {@code least} on. */
  public long whole(String name, long least) throws ProtocolException {
    Optional<Long> value = optionalWhole(name);
    if (value.isPresent() && value.get() >= least) {
      return value.get();
    }
    throw missing(name, "a whole number from " + least + " on");
  }

  public int index(String name, int least) throws ProtocolException {
    long value = whole(name, least);
    if (value > Integer.MAX_VALUE) {
      throw missing(name, "a smaller number");
    }
    return (int) value;
  }

  public Optional<Long> optionalWhole(String name) throws ProtocolException {
    Optional<Json> value = any(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof JsonNumber number) {
      OptionalLong whole = number.longValue();
      if (whole.isPresent()) {
        return Optional.of(whole.getAsLong());
      }
    }
    throw missing(name, "a whole number");
  }

  public Fields object(String name) throws ProtocolException {
    return optionalObject(name).orElseThrow(() -> missing(name, "an object"));
  }

  public Optional<Fields> optionalObject(String name) throws ProtocolException {
    Optional<Json> value = any(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (value.get() instanceof JsonObject inner) {
      return Optional.of(new Fields(inner, at(name)));
    }
    throw missing(name, "an object");
  }

  /** The objects of a list with at most {@code most} elements. */
  public List<Fields> objects(String name, int most) throws ProtocolException {
    List<Fields> fields = new ArrayList<>();
    List<Json> elements = array(name, most);
    for (int i = 0; i < elements.size(); i++) {
      if (!(elements.get(i) instanceof JsonObject element)) {
        throw missing(name + "[" + i + "]", "an object");
      }
      fields.add(new Fields(element, at(name + "[" + i + "]")));
    }
    return fields;
  }

  /** The texts of a list with at most {@code most} elements. */
  public List<String> texts(String name, int most) throws ProtocolException {
    List<String> texts = new ArrayList<>();
    for (Json element : array(name, most)) {
      if (!(element instanceof JsonString text)) {
        throw missing(name, "a list of texts");
      }
      texts.add(text.value());
    }
    return texts;
  }

  private List<Json> array(String name, int most) throws ProtocolException {
    if (!(any(name).orElse(null) instanceof JsonArray array)) {
      throw missing(name, "a list");
    }
    if (array.elements().size() > most) {
      throw new ProtocolException(
          ErrorCode.LIMIT, at(name) + " has more than " + most + " elements.");
    }
    return array.elements();
  }

  /** The error for a member that is missing or of another type. */
  public ProtocolException missing(String name, String wanted) {
    return new ProtocolException(
        ErrorCode.BAD_REQUEST, "The member " + at(name) + " must be " + wanted + ".");
  }

  private String at(String name) {
    return place.isEmpty() ? name : place + "." + name;
  }
}
