package dev.jevprune.bus.chain;

import dev.jevprune.bus.Claim;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.snapshot.Format;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Holds what a stage gave back against what it was given. Each message must be one that was there,
 * the same but for the texts that the claims open ({@link Openings}); in the same order unless
 * reordering is claimed; all of them unless removing is claimed. No claim adds messages, takes the
 * user's last message away, or parts a call from its result.
 */
final class ClaimCheck {

  /** What was found. */
  sealed interface Verdict {}

  /**
   * Everything is claimed.
   *
   * @param origins for each message, where it stood before
   */
  record Kept(List<Integer> origins) implements Verdict {}

  /**
   * Something is not claimed.
   *
   * @param how what the stage did, in words for a note
   */
  record Broken(String how) implements Verdict {}

  private final JsonArray before;
  private final JsonArray after;
  private final Set<Claim> claims;
  private final Openings openings;
  private final Map<Integer, Json> closedBefore = new HashMap<>();

  private ClaimCheck(JsonArray before, JsonArray after, Set<Claim> claims, Format format) {
    this.before = before;
    this.after = after;
    this.claims = claims;
    this.openings = new Openings(claims, format, before);
  }

  static Verdict check(JsonArray before, JsonArray after, Set<Claim> claims, Format format) {
    if (before.equals(after)) {
      return new Kept(IntStream.range(0, before.size()).boxed().toList());
    }
    return new ClaimCheck(before, after, claims, format).check(format);
  }

  private Verdict check(Format format) {
    boolean mayRemove = claims.contains(Claim.MESSAGE_REMOVE);
    if (after.size() > before.size()) {
      return new Broken("it adds messages, which nobody may");
    }
    if (after.size() < before.size() && !mayRemove) {
      return new Broken("it removes messages without claiming " + Claim.MESSAGE_REMOVE);
    }
    Optional<List<Integer>> origins =
        claims.contains(Claim.MESSAGE_REORDER) ? anyOrder() : sameOrder();
    if (origins.isEmpty()) {
      return new Broken(
          "it changes what it does not claim"
              + (mayRemove ? "" : ", or the order of the messages"));
    }
    int lastUser = openings.lastUser();
    if (lastUser >= 0 && !origins.get().contains(lastUser)) {
      return new Broken("it removes the user's last message");
    }
    if (!Pairing.loose(before, format).containsAll(Pairing.loose(after, format))) {
      return new Broken("it parts a call from its result");
    }
    return new Kept(origins.get());
  }

  /**
   * Each message is found behind the one before it: the first place that fits is as good as any.
   */
  private Optional<List<Integer>> sameOrder() {
    List<Integer> origins = new ArrayList<>(after.size());
    int at = 0;
    for (int i = 0; i < after.size(); i++) {
      while (before.size() - at >= after.size() - i && !same(at, i)) {
        at++;
      }
      if (before.size() - at < after.size() - i) {
        return Optional.empty();
      }
      origins.add(at++);
    }
    return Optional.of(origins);
  }

  private boolean same(int at, int i) {
    Json given = after.get(i);
    return before.get(at).equals(given)
        || (given instanceof JsonObject message
            && openings.isWhole(before.get(at), message)
            && closedBefore(at).equals(openings.close(message)));
  }

  private Json closedBefore(int at) {
    return closedBefore.computeIfAbsent(at, index -> openings.close(before.get(index)));
  }

  private Optional<List<Integer>> anyOrder() {
    Map<Json, Deque<Integer>> places = new HashMap<>();
    for (int at = 0; at < before.size(); at++) {
      places.computeIfAbsent(closedBefore(at), key -> new ArrayDeque<>()).add(at);
    }
    List<Integer> origins = new ArrayList<>(after.size());
    for (Json given : after) {
      Deque<Integer> free = places.get(openings.close(given));
      Integer at = free == null ? null : free.poll();
      if (at == null
          || !(given instanceof JsonObject message)
          || !openings.isWhole(before.get(at), message)) {
        return Optional.empty();
      }
      origins.add(at);
    }
    return Optional.of(origins);
  }
}
