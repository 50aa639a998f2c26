package dev.jevprune.adapters.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.proxy.ProxyExecutable;

/**
 * A Pi without a model, seen from outside: it loads extensions, fires events, runs commands and
 * shows what was shown. Lists of messages are JSON text, as an extension gets them: deep copies, so
 * that no handler can reach the session.
 */
public final class SimulatedPi {
  /** A line that an extension showed, with Pi's level: info, warning or error. */
  public record Notice(String message, String level) {}

  /** Something that an extension threw into Pi. */
  public record Failure(String extension, String event, String error) {}

  private final EmbeddedHost host;
  private final Value main;
  private final Value pi;
  private final Value json;

  SimulatedPi(EmbeddedHost host, Value main, Value pi) {
    this.host = host;
    this.main = main;
    this.pi = pi;
    this.json = main.getMember("json");
  }

  /** Loads the shim with its transport replaced. Fails as Pi exits: when the factory throws. */
  public Pending loadShim(String path, ShimConfig config, Transport transport) {
    return pending(
        main.getMember("loadShim").execute(pi, path, shimUrl(), config.json(), send(transport)));
  }

  /** Loads the shim as it is, with its own transport. */
  public Pending loadShim(String path, ShimConfig config) {
    return pending(main.getMember("loadShim").execute(pi, path, shimUrl(), config.json(), null));
  }

  /** Loads an extension file that was put there with {@link EmbeddedHost#addFile}. */
  public Pending loadFile(String path) {
    return pending(main.getMember("loadFile").execute(pi, path, "file://" + path));
  }

  /** Loads a further extension, given as a JavaScript function of {@code pi}. */
  public Pending loadSource(String path, String factory) {
    return pending(main.getMember("loadSource").execute(pi, path, factory));
  }

  private static String shimUrl() {
    return "file://" + ScriptFiles.RUNTIME + "/shim/pi.mjs";
  }

  static ProxyExecutable send(Transport transport) {
    return a -> {
      Value ok = a[1];
      Value fail = a[2];
      transport.call(
          a[0].asString(),
          new Transport.Answer() {
            @Override
            public void reply(String reply) {
              ok.executeVoid(reply);
            }

            @Override
            public void fail(String code) {
              fail.executeVoid(code);
            }
          });
      return true;
    };
  }

  /** Fires {@code session_start}: startup, new, resume, fork or reload. */
  public Pending start(String reason) {
    return call("start", reason);
  }

  /** Adds messages, a JSON array, to the session; returns the id of the last entry. */
  public String append(String messages) {
    return pi.invokeMember("append", parsed(messages)).asString();
  }

  /**
   * Sends one request for the session's conversation; the value is {@code
   * {"messages":[…],"returned":n}}.
   */
  public Pending request() {
    return call("request");
  }

  /** Sends one request for the given list in place of the session's. */
  public Pending request(String messages) {
    return call("request", parsed(messages));
  }

  public Pending beginTurn() {
    return call("beginTurn");
  }

  public Pending endTurn() {
    return call("endTurn");
  }

  /**
   * Runs a command line such as {@code /prune status}; the value is {@code "unknown"} when nobody
   * offers it.
   */
  public Pending command(String line) {
    return call("command", line);
  }

  /**
   * Runs a tool with the given parameters, a JSON object; the value is what it returned, {@code
   * "unknown"} when nobody registered it.
   */
  public Pending tool(String name, String parameters) {
    return call("tool", name, parsed(parameters));
  }

  /** Fires any event with the given members, a JSON object. */
  public Pending emit(String name, String fields) {
    return call("emit", name, parsed(fields));
  }

  public Pending selectModel(PiSettings.Model model) {
    return call("selectModel", parsed(model.json()));
  }

  /** Ends the session and starts an empty one. */
  public Pending newSession(String id) {
    return call("newSession", id);
  }

  public Pending reload() {
    return call("reload");
  }

  /** Copies the branch, up to an entry, into a session whose header names this one's file. */
  public Pending fork(String id, String file, Optional<String> upTo) {
    return call("fork", id, file, upTo.orElse(""));
  }

  /** Goes to another entry of the session's tree. */
  public Pending tree(String entry) {
    return call("tree", entry);
  }

  /**
   * Compacts, keeping everything from an entry on; the value is how many handlers returned
   * something.
   */
  public Pending compact(String firstKeptEntry, Optional<String> reason) {
    return call("compact", firstKeptEntry, reason.orElse(""));
  }

  public Pending shutdown() {
    return call("shutdown");
  }

  /** The conversation as the session holds it, a JSON array. */
  public String conversation() {
    return json.execute(pi.getMember("session").invokeMember("messages")).asString();
  }

  /** What the next dialog is answered: true, false, a text; {@code "never"} leaves it open. */
  public void answer(Object answer) {
    pi.getMember("answers").invokeMember("push", answer);
  }

  /** What the dialogs asked so far. */
  public List<String> asked() {
    List<String> all = new ArrayList<>();
    Value asked = pi.getMember("asked");
    for (long i = 0; i < asked.getArraySize(); i++) {
      all.add(asked.getArrayElement(i).getMember("text").asString());
    }
    return all;
  }

  public List<Notice> notices() {
    List<Notice> all = new ArrayList<>();
    Value notices = pi.getMember("notices");
    for (long i = 0; i < notices.getArraySize(); i++) {
      Value each = notices.getArrayElement(i);
      all.add(new Notice(each.getMember("message").asString(), each.getMember("type").asString()));
    }
    return all;
  }

  public List<Failure> failures() {
    List<Failure> all = new ArrayList<>();
    Value errors = pi.getMember("errors");
    for (long i = 0; i < errors.getArraySize(); i++) {
      Value each = errors.getArrayElement(i);
      all.add(
          new Failure(
              each.getMember("path").asString(),
              each.getMember("event").asString(),
              each.getMember("error").asString()));
    }
    return all;
  }

  /** What stands in the footer. */
  public List<String> status() {
    return EmbeddedHost.strings(
        host.evaluate("(pi) => [...pi.status.values()].map(String)").execute(pi));
  }

  /** Messages, entries and tools that extensions gave to Pi, each by its kind. */
  public List<String> given() {
    return EmbeddedHost.strings(
        host.evaluate("(pi) => pi.sent.map((each) => each.kind)").execute(pi));
  }

  /** Runs a JavaScript function of this Pi, for what a test wants to be odd. */
  public void tamper(String function) {
    host.evaluate(function).executeVoid(pi);
  }

  private Pending call(String method, Object... arguments) {
    return pending(pi.invokeMember(method, arguments));
  }

  private Pending pending(Value outcome) {
    return new Pending(outcome, json);
  }

  private Value parsed(String text) {
    return host.evaluate("JSON.parse").execute(text);
  }
}
