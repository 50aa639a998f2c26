package dev.jevprune.core.gate;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A host that does what a vector says and writes down what it was asked. */
public final class ScriptedHost implements GateHost<String> {

  /** A failure the script asked for. */
  public static final class Scripted extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final List<Json> calls = new ArrayList<>();
  private JsonObject script;
  private String revision;

  /** A host that follows {@code script}. */
  public ScriptedHost(JsonObject script) {
    this.script = script;
    this.revision = script.string("revision").orElseThrow();
  }

  /** Changes members of the script. */
  public void set(JsonObject change) {
    change.members().forEach((name, value) -> script = script.with(name, value));
    revision = change.string("revision").orElse(revision);
  }

  /** What was asked since the last time. */
  public JsonArray takeCalls() {
    JsonArray taken = new JsonArray(calls);
    calls.clear();
    return taken;
  }

  @Override
  public String revision() {
    calls.add(Json.of("revision"));
    failIf(isOn("revision_raises"));
    return revision;
  }

  @Override
  public String proposePrune() {
    calls.add(Json.of("propose_prune"));
    failIf(isOn("propose_raises"));
    return "plan";
  }

  @Override
  public boolean commitPrune(String expectedRevision, String proposal) {
    calls.add(Json.of("commit_prune:" + expectedRevision + ":" + proposal));
    failIf(script.string("commit_raises").filter("before"::equals).isPresent());
    boolean refused = script.bool("commit").filter(on -> !on).isPresent();
    if (refused || !expectedRevision.equals(revision)) {
      return false;
    }
    revision = script.string("next_revision").orElse(revision + "+");
    failIf(script.string("commit_raises").filter("after"::equals).isPresent());
    return true;
  }

  @Override
  public Optional<Budget> budget() {
    calls.add(Json.of("budget"));
    failIf(isOn("budget_raises"));
    return script.object("budget").flatMap(Budget::parse);
  }

  @Override
  public void compact(String trigger) {
    calls.add(Json.of("native_compact:" + trigger));
    failIf(isOn("compact_raises"));
  }

  private boolean isOn(String name) {
    return script.get(name).filter(JsonBool.TRUE::equals).isPresent();
  }

  private static void failIf(boolean condition) {
    if (condition) {
      throw new Scripted();
    }
  }
}
