package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Settings;
import dev.jevprune.adapters.config.Settings.MarkerMode;
import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.OutlineEvent;
import dev.jevprune.adapters.store.Ledger;
import dev.jevprune.adapters.tokens.TokenCounter;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.GateReason;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.lifecycle.CacheState;
import dev.jevprune.core.lifecycle.ClassifiedRead;
import dev.jevprune.core.lifecycle.HostTools;
import dev.jevprune.core.lifecycle.PathSpelling;
import dev.jevprune.core.lifecycle.ReadClass;
import dev.jevprune.core.lifecycle.ReadLifecycle;
import dev.jevprune.core.lifecycle.ReadMarker;
import dev.jevprune.core.lifecycle.ToolEvent;
import dev.jevprune.core.lifecycle.ToolHost;
import dev.jevprune.core.snapshot.Format;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** What became of the reads of one ticket, and which of them may be left out for it. */
final class LifecycleJudge {
  private static final int BYTES_PER_TOKEN = 4;

  private final Ticket ticket;
  private final Ledger ledger;
  private final OutlineJudge outlineJudge;
  private final Settings.Lifecycle settings;
  private final Map<String, ClassifiedRead> classes = new HashMap<>();
  private final Map<String, OutlineEvent> events = new HashMap<>();
  private final Set<String> givenBack = new HashSet<>();

  LifecycleJudge(Ticket ticket, Ledger ledger, OutlineJudge outlineJudge) {
    this.ticket = ticket;
    this.ledger = ledger;
    this.outlineJudge = outlineJudge;
    this.settings = ticket.settings().lifecycle();
    Map<String, OutlineCall> reads = new HashMap<>();
    ticket.outline().calls().forEach(call -> reads.put(call.id(), call));
    HostTools tools =
        HostTools.of(
            ToolHost.parse(ticket.scope().host()).orElse(ToolHost.PI),
            PathSpelling.in(ticket.outline().folder()),
            settings.bashEdits());
    List<ToolEvent> ordered =
        ticket.outline().events().stream()
            .filter(event -> event.unique() && isAnswered(event))
            .sorted(Comparator.comparingInt(OutlineEvent::at))
            .map(event -> toolEvent(event, tools, Optional.ofNullable(reads.get(event.id()))))
            .toList();
    ReadLifecycle.classify(ordered).forEach(read -> classes.put(read.event().id(), read));
  }

  /** OpenCode keeps call and result in one message. */
  private boolean isAnswered(OutlineEvent event) {
    return ticket.scope().format() == Format.OPENCODE
        ? event.at() >= 0 && event.call() == event.at()
        : event.call() < event.at();
  }

  private ToolEvent toolEvent(OutlineEvent event, HostTools tools, Optional<OutlineCall> read) {
    events.put(event.id(), event);
    if (event.tool().equals(ReadMarker.EXPAND_TOOL) && event.ok()) {
      event.target().string("id").ifPresent(givenBack::add);
    }
    return new ToolEvent(
        event.id(),
        event.call(),
        tools.action(event.tool(), event.target()),
        event.ok(),
        read.filter(call -> call.shape().equals("other")).isEmpty());
  }

  /** Whether the shim told anything to judge by. */
  boolean knows(OutlineCall call) {
    return classes.containsKey(call.id());
  }

  /** The class of a read; fresh when nothing is known of it. */
  ReadClass classOf(OutlineCall call) {
    ClassifiedRead read = classes.get(call.id());
    return read == null ? ReadClass.FRESH : read.readClass();
  }

  /** Why a read stays, as far as that can be said without its body. */
  Optional<GateReason> gate(OutlineCall call) {
    Optional<GateReason> unusable = outlineJudge.unusable(call);
    if (unusable.isPresent()) {
      return unusable;
    }
    if (call.pruned()) {
      return Optional.of(GateReason.ALREADY_MARKED);
    }
    if (classOf(call) == ReadClass.FRESH) {
      return Optional.of(GateReason.FRESH_READ);
    }
    if (call.pinned()) {
      return Optional.of(GateReason.HOST_REFERENCE);
    }
    Optional<Digest> text = Digest.parse(call.text());
    if (text.filter(digest -> givenBack.contains(ReadMarker.handle(digest))).isPresent()) {
      return Optional.of(GateReason.KEPT_VERBATIM_AFTER_EXPAND);
    }
    if (isWitness(call)) {
      return Optional.of(GateReason.PINNED_WITNESS);
    }
    return ticket.guard().forbids(call.at())
        ? Optional.of(GateReason.PREFIX_BOUND_MODEL)
        : Optional.empty();
  }

  /** Why a decision about a read is not due of itself now. */
  Optional<GateReason> gateOnRequest(OutlineCall call) {
    Optional<GateReason> gate = gate(call);
    if (gate.isPresent()) {
      return gate;
    }
    ReadClass readClass = classOf(call);
    boolean wanted = readClass == ReadClass.STALE ? settings.stale() : settings.superseded();
    if (!wanted) {
      return Optional.of(GateReason.FRESH_READ);
    }
    boolean atDepth = settings.staleAtDepth() && readClass == ReadClass.STALE;
    boolean inBatches = ticket.settings().autoCold();
    if (atDepth && !inBatches) {
      return Optional.empty();
    }
    // What is new in this request cannot be old already: the call that made it so was an answer.
    boolean cold = (settings.coldCache() || atDepth) && ticket.cache() == CacheState.COLD;
    if (!cold) {
      return Optional.of(GateReason.CACHED_PREFIX);
    }
    return call.at() > ticket.outline().lastUser()
        ? Optional.of(GateReason.CURRENT_TURN)
        : Optional.empty();
  }

  private boolean isWitness(OutlineCall call) {
    Optional<CallId> id = CallId.parse(call.id());
    return id.isPresent()
        && ledger.decisions().stream().anyMatch(decision -> decision.isWitness(id.get()));
  }

  /** What would be left out, or why the body is not worth it. */
  record Weighed(Optional<Aged> aged, Optional<GateReason> reason) {}

  /**
   * Weighs the body of a read that no gate keeps.
   *
   * @param texts the texts of the body
   * @param tokens the counter, where it is loaded
   */
  Weighed weigh(OutlineCall call, List<String> texts, Optional<TokenCounter> tokens) {
    ReadClass readClass = classOf(call);
    OutlineEvent cause =
        Optional.ofNullable(classes.get(call.id()))
            .flatMap(ClassifiedRead::cause)
            .flatMap(later -> Optional.ofNullable(events.get(later.id())))
            .orElseThrow(() -> new IllegalArgumentException("Nothing made this read old."));
    String marker = marker(call, readClass);
    long saved = call.bytes() - (long) Utf8.length(marker);
    OptionalLong body =
        tokens.isPresent()
            ? OptionalLong.of(texts.stream().mapToLong(tokens.get()::count).sum())
            : OptionalLong.empty();
    if (body.orElse(call.bytes() / BYTES_PER_TOKEN) < settings.minTokens()) {
      return new Weighed(Optional.empty(), Optional.of(GateReason.BELOW_MIN_TOKENS));
    }
    OptionalLong savedTokens =
        tokens.isPresent()
            ? OptionalLong.of(body.getAsLong() - tokens.get().count(marker))
            : OptionalLong.empty();
    if (saved <= 0 || savedTokens.orElse(1) <= 0 || Digest.parse(cause.args()).isEmpty()) {
      return new Weighed(Optional.empty(), Optional.of(GateReason.MARKER_NO_WIN));
    }
    return new Weighed(
        Optional.of(new Aged(call, readClass, cause, marker, saved, savedTokens)),
        Optional.empty());
  }

  private String marker(OutlineCall call, ReadClass readClass) {
    if (settings.markerMode() == MarkerMode.OFF) {
      return ReadMarker.shortest();
    }
    return ReadMarker.of(
        readClass,
        call.path().isEmpty() ? "" : call.label(),
        settings.hasExpandTool() && ticket.outline().expand()
            ? Digest.parse(call.text())
            : Optional.empty());
  }
}
