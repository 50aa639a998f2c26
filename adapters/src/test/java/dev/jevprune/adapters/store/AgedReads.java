package dev.jevprune.adapters.store;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.projection.AgedRead;

/** Decisions of a ledger as core's projection takes them. */
public final class AgedReads {
  private AgedReads() {}

  /** Whether a decision of a ledger is about a stale or superseded read. */
  public static boolean isAged(JsonObject decision) {
    return decision.object("cause").isPresent();
  }

  /** The decision about a stale or superseded read. */
  public static AgedRead of(JsonObject decision) {
    JsonObject source = decision.object("source").orElseThrow();
    JsonObject cause = decision.object("cause").orElseThrow();
    return new AgedRead(
        new AgedRead.Read(
            new CallId(text(source, "id")),
            text(decision, "tool"),
            new Digest(text(source, "args")),
            new Digest(text(source, "text")),
            text(source, "shape")),
        new AgedRead.Cause(
            new CallId(text(cause, "id")), text(cause, "tool"), new Digest(text(cause, "args"))),
        text(decision, "marker"));
  }

  private static String text(JsonObject object, String name) {
    return object.string(name).orElseThrow();
  }
}
