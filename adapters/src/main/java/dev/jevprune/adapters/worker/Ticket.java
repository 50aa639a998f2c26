package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.protocol.Outline;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.adapters.protocol.Scope;
import dev.jevprune.core.lifecycle.CacheState;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One look at a conversation: its outline, the bodies that came for it, and the ledger's version at
 * that moment. Used by one request at a time.
 */
final class Ticket {
  private final String id;
  private final Scope scope;
  private final Guard guard;
  private final Terms terms;
  private final Outline outline;
  private final long ledgerVersion;
  private final Instant openedAt;
  private final Map<String, OutlineCall> needed = new LinkedHashMap<>();
  private final Map<String, Request.Body> bodies = new HashMap<>();
  private long bodyBytes;

  Ticket(
      String id,
      Scope scope,
      Guard guard,
      Terms terms,
      Outline outline,
      long ledgerVersion,
      Instant openedAt) {
    this.id = id;
    this.scope = scope;
    this.guard = guard;
    this.terms = terms;
    this.outline = outline;
    this.ledgerVersion = ledgerVersion;
    this.openedAt = openedAt;
  }

  /**
   * What holds for this look.
   *
   * @param settings the settings
   * @param cache whether the provider still has the conversation in its cache
   * @param shares what the provider asks for the cache
   * @param notes what the user must be told first
   */
  record Terms(Settings settings, CacheState cache, CacheShares shares, List<String> notes) {

    /** The standard settings, and nothing known. */
    static final Terms STANDARD =
        new Terms(Settings.STANDARD, CacheState.WARM, CacheShares.USUAL, List.of());
  }

  Settings settings() {
    return terms.settings();
  }

  CacheState cache() {
    return terms.cache();
  }

  Terms terms() {
    return terms;
  }

  /** Asks for the bodies of these reads. */
  void need(Collection<OutlineCall> calls) {
    calls.forEach(call -> needed.put(call.id(), call));
  }

  String id() {
    return id;
  }

  Scope scope() {
    return scope;
  }

  Guard guard() {
    return guard;
  }

  Outline outline() {
    return outline;
  }

  long ledgerVersion() {
    return ledgerVersion;
  }

  Instant openedAt() {
    return openedAt;
  }

  /** The ids whose bodies were asked for, in list order. */
  List<String> need() {
    return List.copyOf(needed.keySet());
  }

  /** The call behind an id that was asked for. */
  Optional<OutlineCall> needed(String callId) {
    return Optional.ofNullable(needed.get(callId));
  }

  /** Keeps a body that was asked for; a later one of the same id replaces it. */
  void put(Request.Body body, long bytes) {
    if (bodies.put(body.id(), body) == null) {
      bodyBytes += bytes;
    }
  }

  Optional<Request.Body> body(String callId) {
    return Optional.ofNullable(bodies.get(callId));
  }

  /** The ids whose bodies are still missing. */
  List<String> missing() {
    return needed.keySet().stream().filter(callId -> !bodies.containsKey(callId)).toList();
  }

  long bodyBytes() {
    return bodyBytes;
  }
}
