package dev.jevprune.adapters.measure;

import dev.jevprune.core.json.JsonObject;
import java.util.function.Consumer;

/**
 * How one kind of session file spells a conversation. Records are read one by one, in any thread:
 * what a record says must not depend on another.
 */
interface RecordFormat {

  /** The name in reports. */
  String name();

  /** How it tells that the model was asked. */
  default Asks asks() {
    return Asks.RECORDED;
  }

  /** The member of a document that holds its records, where a file is one document. */
  default String list() {
    return "";
  }

  /** Says what a record says; a record of an unknown kind says nothing. */
  void read(JsonObject record, BodyReader bodies, Consumer<Event> out);

  /** Where the requests of a session are from. */
  enum Asks {
    /** Each answer has an {@link Event.Answer}. */
    RECORDED,
    /** The model was asked whenever it says something after an input. */
    INFERRED,
    /** Each record is a request. */
    CAPTURED
  }
}
