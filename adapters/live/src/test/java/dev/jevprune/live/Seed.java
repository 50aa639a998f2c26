package dev.jevprune.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A session that a Pi without our adapter has written (both turns of {@link Conversation}), and the
 * message list it sends for one more prompt. Tests go on with a copy of the session, so what they
 * see on the wire has a reference.
 *
 * @param nextMessages what goes out for {@link #PROMPT} without the adapter, message by message
 */
record Seed(PiHome home, Wire wire, String modelId, List<String> nextMessages) {
  static final String PROMPT = "What should be changed?";

  private static final Map<String, Seed> MADE = new ConcurrentHashMap<>();

  /** Made once for each host and wire. */
  static Seed of(PiVersion pi, Wire wire) {
    return apart("plain", pi, wire);
  }

  /** The same in a workspace of its own, for a test that puts something there. */
  static Seed apart(String name, PiVersion pi, Wire wire) {
    List<Step> answers = new ArrayList<>(Conversation.firstTurn());
    answers.addAll(Conversation.secondTurn());
    return of(name, pi, wire, "mock-1", answers);
  }

  static Seed of(String name, PiVersion pi, Wire wire, String modelId, List<Step> answers) {
    // The terminal tests look for the name mock-1 on the screen, so it must not stand in the
    // folder's name.
    String key = String.join("-", name, pi.name(), wire.name(), modelId.replace("mock-1", "plain"));
    return MADE.computeIfAbsent(key, unused -> make(key, pi, wire, modelId, answers));
  }

  private static Seed make(
      String key, PiVersion pi, Wire wire, String modelId, List<Step> answers) {
    try (PiHome home = PiHome.fresh(pi, wire, Conversation.workspace(key)).choose(modelId)) {
      home.model().script(answers);
      home.print(Conversation.FIRST_PROMPT, Conversation.SECOND_PROMPT).orFail("the seed session");
      try (PiHome next =
          PiHome.fresh(pi, wire, home.workspace()).choose(modelId).sessionsOf(home)) {
        next.print("-c", PROMPT).orFail("the reference request");
        return new Seed(home, wire, modelId, next.model().last().messages());
      }
    }
  }

  /** A fresh home that goes on with this session; without the adapter. */
  PiHome copy() {
    return PiHome.fresh(home.version(), wire, home.workspace()).choose(modelId).sessionsOf(home);
  }

  /** The same with the adapter installed. */
  PiHome withAdapter() {
    return copy().installAdapter();
  }

  /** The same with the one pair of the session approved by the user. The worker may still run. */
  PiHome approved() {
    PiHome made = withAdapter();
    Finished run = made.print("-c", "/prune approve").orFail("/prune approve");
    if (!made.hasDecision()) {
      made.close();
      throw new AssertionError("/prune approve wrote no ledger; it said: " + run.err());
    }
    return made;
  }

  /** The reference with the source replaced by its marker and nothing else touched. */
  List<String> nextMessagesPruned() {
    List<String> pruned = new ArrayList<>(nextMessages);
    for (int i = 0; i < pruned.size(); i++) {
      if (pruned.get(i).contains(JsonLines.quoted(Conversation.CONFIG))) {
        pruned.set(i, Conversation.withMarker(pruned.get(i)));
        return pruned;
      }
    }
    throw new AssertionError("the reference holds no such body");
  }
}
