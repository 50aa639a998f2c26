package dev.jevprune.core.economics;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A model id in the one spelling that prices are kept under: lower case, dashes for points, without
 * the provider in front and without a date or a provider's revision behind. What else stands behind
 * a name stays, since a faster or longer variant has other prices.
 */
final class PricedName {

  private static final Pattern PROVIDER = Pattern.compile("^.*/|^(?:[a-z]{2,6}\\.)?anthropic\\.");
  private static final Pattern DATE =
      Pattern.compile("[-@](?:20\\d{6}|20\\d{2}-\\d{2}-\\d{2})(?=$|-v\\d)");
  private static final Pattern REVISION = Pattern.compile("-v\\d+(?::\\d+)?$");

  private PricedName() {}

  static String of(String modelId) {
    String name = modelId.strip().toLowerCase(Locale.ROOT);
    name = PROVIDER.matcher(name).replaceFirst("");
    name = name.replace('.', '-');
    name = DATE.matcher(name).replaceFirst("");
    name = REVISION.matcher(name).replaceFirst("");
    return name.endsWith("-latest") ? name.substring(0, name.length() - "-latest".length()) : name;
  }
}
