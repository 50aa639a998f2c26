package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.protocol.Scope;
import java.time.Clock;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** The open tickets: few, of bounded size, short-lived; the one unused for longest goes first. */
final class Tickets {
  static final int MAX_TICKETS = 16;
  static final long MAX_BODY_BYTES = 24L << 20;
  static final Duration LIFETIME = Duration.ofMinutes(30);

  private final Clock clock;
  private final Map<String, Ticket> tickets = new LinkedHashMap<>(16, 0.75f, true);

  Tickets(Clock clock) {
    this.clock = clock;
  }

  String newId() {
    return UUID.randomUUID().toString();
  }

  synchronized void open(Ticket ticket) {
    tickets.put(ticket.id(), ticket);
    shrink(ticket);
  }

  /** The ticket of that id, which must belong to the asking session. */
  synchronized Ticket find(String id, Scope scope) throws ProtocolException {
    Ticket ticket = tickets.get(id);
    if (ticket != null && ticket.openedAt().plus(LIFETIME).isBefore(clock.instant())) {
      tickets.remove(id);
      ticket = null;
    }
    if (ticket == null || !ticket.scope().equals(scope)) {
      throw new ProtocolException(
          ErrorCode.NOT_FOUND,
          "The list that this answers is no longer known to the worker. Type /prune again.");
    }
    return ticket;
  }

  /** Drops the oldest tickets until the bounds hold; {@code kept} stays. */
  synchronized void shrink(Ticket kept) {
    Iterator<Ticket> oldestFirst = tickets.values().iterator();
    while (isFull() && oldestFirst.hasNext()) {
      if (oldestFirst.next() != kept) {
        oldestFirst.remove();
      }
    }
  }

  private boolean isFull() {
    long bytes = tickets.values().stream().mapToLong(Ticket::bodyBytes).sum();
    return tickets.size() > MAX_TICKETS || bytes > MAX_BODY_BYTES;
  }
}
