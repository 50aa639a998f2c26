package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.store.Cause;
import dev.jevprune.adapters.store.Decision;
import dev.jevprune.adapters.store.DecisionKind;
import dev.jevprune.adapters.store.ReadPrint;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import java.time.Instant;
import java.util.Optional;

/** Turns what was found into decisions, as they stand on a ledger. */
final class NewDecision {
  private NewDecision() {}

  static Decision of(Assessment.Found found, Instant now) {
    return Decision.repeat(
        print(found.source()),
        print(found.witness()),
        found.source().tool(),
        found.source().path(),
        found.marker(),
        now);
  }

  static Decision of(Aged aged, Instant now) {
    return new Decision(
        DecisionKind.of(aged.readClass()),
        print(aged.call()),
        Optional.empty(),
        Optional.of(
            new Cause(
                new CallId(aged.cause().id()),
                aged.cause().tool(),
                new Digest(aged.cause().args()))),
        aged.call().tool(),
        aged.call().path(),
        aged.marker(),
        false,
        now);
  }

  private static ReadPrint print(OutlineCall call) {
    return new ReadPrint(
        new CallId(call.id()),
        new Digest(call.args()),
        new Digest(call.text()),
        call.shape(),
        call.bytes());
  }
}
