package dev.jevprune.adapters.embedded;

import java.util.ArrayList;
import java.util.List;
import org.graalvm.polyglot.Value;

/**
 * An OpenCode without a model, seen from outside: it loads plugins, keeps sessions, sends requests
 * through their hooks and runs commands. Lists of messages are JSON text; what a hook gets is a
 * deep copy of what is stored, as OpenCode reads its database for every step.
 */
public final class SimulatedOpenCode {
  /** What the terminal interface would have drawn for a while. */
  public record Toast(String message, String variant) {}

  private final EmbeddedHost host;
  private final Value main;
  private final Value openCode;
  private final Value json;

  SimulatedOpenCode(EmbeddedHost host, Value main, Value openCode) {
    this.host = host;
    this.main = main;
    this.openCode = openCode;
    this.json = main.getMember("json");
  }

  /** Loads the shim with its transport replaced. */
  public Pending loadShim(String path, ShimConfig config, Transport transport) {
    return pending(
        main.getMember("loadOpenCodeShim")
            .execute(openCode, path, shimUrl(), config.json(), SimulatedPi.send(transport)));
  }

  /** Loads a plugin file that was put there with {@link EmbeddedHost#addFile}. */
  public Pending loadFile(String path) {
    return pending(main.getMember("loadOpenCodeFile").execute(openCode, path, "file://" + path));
  }

  /** Loads a further plugin, given as a JavaScript object with {@code id} and {@code server}. */
  public Pending loadSource(String path, String module) {
    return pending(main.getMember("loadOpenCodeSource").execute(openCode, path, module));
  }

  private static String shimUrl() {
    return "file://" + ScriptFiles.RUNTIME + "/shim/opencode.mjs";
  }

  /** Starts an empty session. */
  public SimulatedOpenCode session(String id) {
    openCode.invokeMember("session", id);
    return this;
  }

  /** Starts an empty session with further members, a JSON object. */
  public SimulatedOpenCode session(String id, String info) {
    openCode.invokeMember("session", id, parsed(info));
    return this;
  }

  /** Stores messages, a JSON array. */
  public SimulatedOpenCode append(String id, String messages) {
    openCode.invokeMember("append", id, parsed(messages));
    return this;
  }

  /** Copies a session: ids of messages and parts change, call ids do not. */
  public void fork(String from, String id) {
    openCode.invokeMember("fork", from, id);
  }

  /** A person's message to the default model. */
  public Pending prompt(String id, String text) {
    return call("prompt", id, text);
  }

  /** Sends one step of the session; the value is the list as the hooks left it. */
  public Pending request(String id) {
    return call("request", id);
  }

  /** Sends one step for the given list in place of the session's. */
  public Pending request(String id, String messages) {
    return call("request", id, parsed(messages));
  }

  /** What a compaction of the session would summarise. */
  public Pending compaction(String id) {
    return call("compaction", id);
  }

  /**
   * Runs a command; the value is {@code "unknown"}, {@code "turn"} when a model would be asked, or
   * a text that starts with {@code ended} when a hook ended it.
   */
  public Pending command(String id, String name, String words) {
    return call("command", id, name, words);
  }

  /** The model calls a tool of a plugin; the value is the state that OpenCode stores. */
  public Pending tool(String id, String name, String arguments) {
    return call("tool", id, name, parsed(arguments));
  }

  /** Tells the plugins of an event with the given properties, a JSON object. */
  public Pending emit(String type, String properties) {
    return call("emit", type, parsed(properties));
  }

  public Pending dispose() {
    return call("dispose");
  }

  /** The session as it is stored, a JSON array. */
  public String stored(String id) {
    Value session = openCode.getMember("sessions").invokeMember("get", id);
    return json.execute(session.getMember("messages")).asString();
  }

  /** The texts of the notes that plugins stored in a session. */
  public List<String> notes(String id) {
    return EmbeddedHost.strings(
        host.evaluate(
                "(oc, id) => oc.sessions.get(id).messages.flatMap(({parts}) => parts ?? [])"
                    + ".filter((part) => part?.ignored).map(({text}) => text)")
            .execute(openCode, id));
  }

  public List<Toast> toasts() {
    List<Toast> all = new ArrayList<>();
    Value toasts = openCode.getMember("toasts");
    for (long i = 0; i < toasts.getArraySize(); i++) {
      Value each = toasts.getArrayElement(i);
      all.add(
          new Toast(each.getMember("message").asString(), each.getMember("variant").asString()));
    }
    return all;
  }

  /** What plugins threw where OpenCode would have logged it. */
  public List<String> failures() {
    return EmbeddedHost.strings(openCode.getMember("errors"));
  }

  /** How often a model was asked because of a command or a note. */
  public int turns() {
    return openCode.getMember("turns").asInt();
  }

  /** Runs a JavaScript function of this OpenCode, for what a test wants to be odd. */
  public void tamper(String function) {
    host.evaluate(function).executeVoid(openCode);
  }

  private Pending call(String method, Object... arguments) {
    return pending(openCode.invokeMember(method, arguments));
  }

  private Pending pending(Value outcome) {
    return new Pending(outcome, json);
  }

  private Value parsed(String text) {
    return host.evaluate("JSON.parse").execute(text);
  }
}
