package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.LackingSums;
import dev.jevprune.adapters.protocol.RunUsage;
import dev.jevprune.adapters.store.DecisionLog;
import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.core.economics.ModelPrice;
import dev.jevprune.core.economics.Money;
import dev.jevprune.core.economics.PriceTable;
import dev.jevprune.core.economics.Rates;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What leaving out was worth in one session, held against what the host's provider reported. Parts
 * add up to their totals; what is not known is empty, never 0. {@code docs/measuring.md} says where
 * each figure comes from.
 *
 * @param usage what was reported
 * @param left what the answered requests lacked
 * @param again what was written to the cache again for it
 * @param net the two together; nothing when tokens or usage are not known
 * @param shares what the cache costs
 */
record Savings(RunUsage usage, Left left, Again again, Optional<Net> net, CacheShares shares) {

  /**
   * Bodies that were lacking, less their markers.
   *
   * @param bodies how many there were
   * @param bytes over all requests
   * @param uniqueBytes each body once; nothing when a size is not known
   * @param tokens over all requests, o200k
   * @param uniqueTokens each body once
   */
  record Left(
      int bodies,
      long bytes,
      OptionalLong uniqueBytes,
      OptionalLong tokens,
      OptionalLong uniqueTokens) {

    static Left of(LackingSums sums, Map<String, DecisionLog.Body> sizes) {
      long gross = 0;
      long unique = 0;
      OptionalLong tokens = OptionalLong.of(0);
      OptionalLong once = OptionalLong.of(0);
      for (Map.Entry<String, Long> read : sums.reads().entrySet()) {
        DecisionLog.Body body =
            sizes.getOrDefault(read.getKey(), new DecisionLog.Body(0, OptionalLong.empty()));
        gross += read.getValue() * body.bytes();
        unique += body.bytes();
        tokens = plus(tokens, times(body.tokens(), read.getValue()));
        once = plus(once, body.tokens());
      }
      boolean known = gross == sums.bytes(); // else a body of unknown size was among them
      return new Left(
          sums.reads().size(),
          sums.bytes(),
          known ? OptionalLong.of(unique) : OptionalLong.empty(),
          known ? tokens : OptionalLong.empty(),
          known ? once : OptionalLong.empty());
    }
  }

  /**
   * What stood behind changes that went out, and had to be written to the cache again.
   *
   * @param warm changes while the cache held the conversation
   * @param cold changes while it did not: they cost nothing
   * @param bytes behind the warm ones
   * @param tokens the same, scaled; nothing when it is not known of one of them
   */
  record Again(int warm, int cold, long bytes, OptionalLong tokens) {

    static Again of(DecisionLog decided, RunUsage usage) {
      int cold = 0;
      List<DecisionLog.Change> warm = new ArrayList<>();
      Map<Long, DecisionLog.Change> together = new LinkedHashMap<>();
      for (DecisionLog.Change change : decided.changes()) {
        // What was never lacking in an answered request was taken back before it went out.
        boolean out = change.ids().stream().anyMatch(usage.pruned().reads()::containsKey);
        boolean pending = change.requests().orElse(-1) >= usage.requests();
        if (!out || pending) {
          continue;
        }
        if (change.cold()) {
          cold++;
        } else if (change.requests().isEmpty()) {
          warm.add(change);
        } else {
          together.merge(change.requests().getAsLong(), change, Again::further);
        }
      }
      warm.addAll(together.values());
      OptionalLong tokens = decided.forgotten() == 0 ? OptionalLong.of(0) : OptionalLong.empty();
      for (DecisionLog.Change change : warm) {
        tokens = plus(tokens, change.behindTokens());
      }
      long bytes = warm.stream().mapToLong(DecisionLog.Change::behindBytes).sum();
      return new Again(warm.size(), cold, bytes, tokens);
    }

    /** Of two changes that went out together, the one with more behind it. */
    private static DecisionLog.Change further(DecisionLog.Change one, DecisionLog.Change other) {
      return other.behindBytes() > one.behindBytes() ? other : one;
    }
  }

  /**
   * Whether it was worth it: {@code total = read + written − again}, in tokens at the input price
   * (so many tokens that no cache knows cost the same) and in money.
   *
   * @param read what would have been read from the cache
   * @param written what would have been sent anew
   * @param again what was written to the cache again
   */
  record Net(Part read, Part written, Part again) {

    long total() {
      return read.worth() + written.worth() - again.worth();
    }

    Optional<Money> money() {
      return read.money()
          .flatMap(r -> written.money().map(r::plus))
          .flatMap(gain -> again.money().map(gain::minus));
    }
  }

  /**
   * Tokens of one tier.
   *
   * @param tokens how many
   * @param worth what they are worth, in tokens at the input price
   * @param money the same at list prices, where the model has any
   */
  record Part(long tokens, long worth, Optional<Money> money) {

    static Part of(long tokens, double share, Optional<Long> price) {
      return new Part(
          tokens,
          Math.round(tokens * share),
          price.map(each -> new Money(Math.multiplyExact(tokens, each))));
    }
  }

  /** The figures of a session. */
  static Savings of(SessionFigures figures, PriceTable prices) {
    RunUsage usage = figures.usage().total();
    Optional<ModelPrice> price =
        usage.model().flatMap(model -> prices.lookup(model.provider(), model.id()));
    CacheShares shares = CacheShares.of(price, prices.date());
    LackingSums sums = usage.pruned();
    Left left = Left.of(sums, figures.decided().bodies());
    Again again = Again.of(figures.decided(), usage);
    return new Savings(usage, left, again, net(usage, left, again, shares), shares);
  }

  private static Optional<Net> net(RunUsage usage, Left left, Again again, CacheShares shares) {
    LackingSums sums = usage.pruned();
    boolean known = left.tokens().isPresent() && again.tokens().isPresent();
    if (!known || (usage.all().answers() == 0 && left.bytes() > 0)) {
      return Optional.empty();
    }
    long all = left.tokens().getAsLong();
    long warm = sums.bytes() == 0 ? 0 : Math.round((double) all * sums.warmBytes() / sums.bytes());
    boolean writes = sums.tokens().cacheWrite() > 0;
    return Optional.of(
        new Net(
            Part.of(warm, shares.read(), shares.rates().map(Rates::read)),
            Part.of(
                all - warm,
                writes ? shares.write() : 1,
                shares.rates().map(writes ? Rates::write : Rates::input)),
            Part.of(
                usage.reportsNoCache() ? 0 : again.tokens().getAsLong(),
                Math.max(0, shares.write() - shares.read()),
                shares.rates().map(rates -> Math.max(0, rates.write() - rates.read())))));
  }

  /** The prompt tokens of the requests that lacked something, had they lacked nothing. */
  OptionalLong promptWithout() {
    return usage.pruned().tokens().unreported() == 0
        ? plus(OptionalLong.of(usage.pruned().tokens().prompt()), left.tokens())
        : OptionalLong.empty();
  }

  static OptionalLong plus(OptionalLong one, OptionalLong other) {
    return one.isPresent() && other.isPresent()
        ? OptionalLong.of(one.getAsLong() + other.getAsLong())
        : OptionalLong.empty();
  }

  private static OptionalLong times(OptionalLong tokens, long requests) {
    return tokens.isPresent()
        ? OptionalLong.of(tokens.getAsLong() * requests)
        : OptionalLong.empty();
  }
}
