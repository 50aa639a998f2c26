package dev.jevprune.core.economics;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonNumber;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonString;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads a table of prices; whatever is not as described is refused by name. */
final class PriceReader {
  static final String SCHEMA = "jev-prune.prices.v1";

  private static final Set<String> TABLE =
      Set.of("schema", "date", "source", "note", "subscriptions", "models");
  private static final Set<String> RATES = Set.of("input", "read", "write", "longWrite", "output");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");

  /** A price per token is kept in picodollars: six digits behind a price per million. */
  private static final int DIGITS = 6;

  private static final BigDecimal MAX_PRICE = BigDecimal.valueOf(100_000);
  private static final long MAX_TOKENS = 1_000_000_000L;
  private static final long MAX_LIFE_SECONDS = 31_536_000L;

  private PriceReader() {}

  static PriceTable read(Json json) throws PriceException {
    JsonObject table = object(json, "The prices");
    known(table, TABLE, "the prices");
    if (table.string("schema").filter(SCHEMA::equals).isEmpty()) {
      throw new PriceException("\"schema\" must be \"" + SCHEMA + "\".");
    }
    String date = text(table, "date", "the prices");
    if (!DAY.matcher(date).matches()) {
      throw new PriceException("\"date\" must be a day such as 2026-11-20.");
    }
    Set<String> plans = new HashSet<>();
    for (Json plan : table.array("subscriptions").orElse(JsonArray.EMPTY)) {
      if (!(plan instanceof JsonString name)) {
        throw new PriceException("\"subscriptions\" holds names of providers.");
      }
      plans.add(name.value());
    }
    List<ModelPrice> models = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Json element :
        table.array("models").orElseThrow(() -> new PriceException("\"models\" is missing."))) {
      ModelPrice price = model(object(element, "Each of \"models\""));
      if (!names.add(PricedName.of(price.model()))) {
        throw new PriceException("\"" + price.model() + "\" has two prices.");
      }
      models.add(price);
    }
    return new PriceTable(date, text(table, "source", "the prices"), plans, models);
  }

  private static ModelPrice model(JsonObject model) throws PriceException {
    String name = text(model, "model", "a model");
    String where = "\"" + name + "\"";
    int star = name.indexOf('*');
    boolean isStart = star > 0 && star == name.length() - 1;
    if (name.isBlank() || (star >= 0 && !isStart)) {
      throw new PriceException(where + " is no model id, nor the beginning of one and a star.");
    }
    Set<String> members = new HashSet<>(RATES);
    members.addAll(Set.of("model", "lifetimes", "tiers"));
    known(model, members, where);
    List<ModelPrice.Tier> tiers = new ArrayList<>();
    tiers.add(new ModelPrice.Tier(0, rates(model, where)));
    for (Json element : model.array("tiers").orElse(JsonArray.EMPTY)) {
      JsonObject tier = object(element, "Each of \"tiers\" of " + where);
      Set<String> ofTier = new HashSet<>(RATES);
      ofTier.add("above");
      known(tier, ofTier, "a tier of " + where);
      tiers.add(
          new ModelPrice.Tier(
              whole(tier.get("above").orElse(tier), "\"above\" of " + where, MAX_TOKENS),
              rates(tier, where)));
    }
    List<Duration> lifetimes = new ArrayList<>();
    for (Json life : model.array("lifetimes").orElse(JsonArray.EMPTY)) {
      lifetimes.add(Duration.ofSeconds(whole(life, "\"lifetimes\" of " + where, MAX_LIFE_SECONDS)));
    }
    return new ModelPrice(name, tiers, lifetimes);
  }

  private static Rates rates(JsonObject of, String where) throws PriceException {
    long input = price(of, "input", where);
    if (input == 0) {
      throw new PriceException("\"input\" of " + where + " must be more than 0.");
    }
    long write = of.has("write") ? price(of, "write", where) : input;
    return new Rates(
        input,
        price(of, "read", where),
        write,
        of.has("longWrite") ? price(of, "longWrite", where) : write,
        price(of, "output", where));
  }

  private static long price(JsonObject of, String name, String where) throws PriceException {
    if (!(of.get(name).orElse(null) instanceof JsonNumber number)
        || number.literal().length() > 20) {
      throw new PriceException(
          "\"" + name + "\" of " + where + " must be a price in USD per million tokens.");
    }
    BigDecimal dollars = new BigDecimal(number.literal());
    if (dollars.signum() < 0
        || dollars.compareTo(MAX_PRICE) > 0
        || dollars.stripTrailingZeros().scale() > DIGITS) {
      throw new PriceException(
          "\""
              + name
              + "\" of "
              + where
              + " must be between 0 and "
              + MAX_PRICE
              + " with at most "
              + DIGITS
              + " digits behind the point.");
    }
    return dollars.movePointRight(DIGITS).longValueExact();
  }

  private static long whole(Json json, String what, long most) throws PriceException {
    if (json instanceof JsonNumber number
        && number.longValue().isPresent()
        && number.longValue().getAsLong() > 0
        && number.longValue().getAsLong() <= most) {
      return number.longValue().getAsLong();
    }
    throw new PriceException(what + " must be a whole number from 1 to " + most + ".");
  }

  private static JsonObject object(Json json, String what) throws PriceException {
    if (json instanceof JsonObject object) {
      return object;
    }
    throw new PriceException(what + " must be an object.");
  }

  private static String text(JsonObject of, String name, String where) throws PriceException {
    return of.string(name)
        .orElseThrow(() -> new PriceException("\"" + name + "\" of " + where + " must be a text."));
  }

  private static void known(JsonObject of, Set<String> names, String where) throws PriceException {
    for (String name : of.members().keySet()) {
      if (!names.contains(name)) {
        throw new PriceException("\"" + name + "\" of " + where + " is not known.");
      }
    }
  }
}
