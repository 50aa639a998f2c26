package dev.jevprune.core.economics;

import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A dated table of list prices. A report that shows dollars shows {@link #date()} and {@link
 * #source()} with them: prices move.
 */
public final class PriceTable {

  private static final String RESOURCE = "/dev/jevprune/core/prices.json";

  private final String date;
  private final String source;
  private final Set<String> subscriptions;
  private final List<ModelPrice> models;
  private final Map<String, ModelPrice> byName = new HashMap<>();
  private final List<Beginning> beginnings = new ArrayList<>();

  /** A price for every name that begins so. */
  private record Beginning(String start, ModelPrice price) {}

  PriceTable(String date, String source, Set<String> subscriptions, List<ModelPrice> models) {
    this.date = date;
    this.source = source;
    this.subscriptions = Set.copyOf(subscriptions);
    this.models = List.copyOf(models);
    for (ModelPrice price : models) {
      String pattern = price.model();
      if (pattern.endsWith("*")) {
        String start = pattern.substring(0, pattern.length() - 1);
        beginnings.add(new Beginning(start.toLowerCase(Locale.ROOT).replace('.', '-'), price));
      } else {
        byName.putIfAbsent(PricedName.of(pattern), price); // the first of two tables wins
      }
    }
  }

  private static final class Shipped {
    static final PriceTable TABLE = load();

    private static PriceTable load() {
      try (InputStream in = PriceTable.class.getResourceAsStream(RESOURCE)) {
        if (in == null) {
          throw new IllegalStateException("The table " + RESOURCE + " is missing from this build.");
        }
        return parse(in.readAllBytes());
      } catch (IOException | PriceException e) {
        throw new IllegalStateException("The table " + RESOURCE + " of this build is damaged.", e);
      }
    }
  }

  /** The table that is shipped. */
  public static PriceTable shipped() {
    return Shipped.TABLE;
  }

  /**
   * Reads a table as {@code docs/measuring.md} describes it.
   *
   * @throws PriceException if it is not JSON, has a member that is not known, lacks one, or holds a
   *     value that is no price
   */
  public static PriceTable parse(byte[] json) throws PriceException {
    try {
      return PriceReader.read(StrictJson.parse(json));
    } catch (JsonException e) {
      throw new PriceException("The prices cannot be read. " + e.getMessage());
    }
  }

  /** The day of the prices, {@code yyyy-mm-dd}. */
  public String date() {
    return date;
  }

  /** Where they are from, in words. */
  public String source() {
    return source;
  }

  /** How many models have a price. */
  public int size() {
    return models.size();
  }

  /** This table, whose models step back behind those that {@code over} also names. */
  public PriceTable overriddenBy(PriceTable over) {
    List<ModelPrice> all = new ArrayList<>(over.models);
    all.addAll(models);
    Set<String> plans = new HashSet<>(subscriptions);
    plans.addAll(over.subscriptions);
    return new PriceTable(
        over.date + " (own table), else " + date, over.source + "; else " + source, plans, all);
  }

  /**
   * The price of a model.
   *
   * @param modelId its id as the host or the provider spells it
   * @return nothing for a model that is not in the table: then no dollars are shown at all
   */
  public Optional<ModelPrice> lookup(String modelId) {
    String name = PricedName.of(modelId);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    ModelPrice exact = byName.get(name);
    return exact != null ? Optional.of(exact) : byBeginning(name);
  }

  private Optional<ModelPrice> byBeginning(String name) {
    Beginning best = null;
    for (Beginning beginning : beginnings) {
      boolean better = best == null || beginning.start().length() > best.start().length();
      if (better && name.startsWith(beginning.start())) {
        best = beginning;
      }
    }
    return Optional.ofNullable(best).map(Beginning::price);
  }

  /** As {@link #lookup(String)}, but nothing where the provider bills a plan and no tokens. */
  public Optional<ModelPrice> lookup(String provider, String modelId) {
    return isSubscription(provider) ? Optional.empty() : lookup(modelId);
  }

  /** Whether that provider bills a plan. */
  public boolean isSubscription(String provider) {
    return subscriptions.contains(provider.toLowerCase(Locale.ROOT));
  }
}
