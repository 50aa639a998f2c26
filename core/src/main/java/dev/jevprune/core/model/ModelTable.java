package dev.jevprune.core.model;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The dated table of model families.
 *
 * @param date the day of its facts
 * @param families the rule of each family
 */
record ModelTable(String date, Map<String, Rule> families) {

  /**
   * @param freeBelow versions below are free
   * @param boundFrom versions from here on are bound
   */
  record Rule(Version freeBelow, Optional<Version> boundFrom) {}

  private static final String RESOURCE = "/dev/jevprune/core/models.json";

  /** The table that is shipped. */
  static ModelTable shipped() {
    try (InputStream in = ModelTable.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("The table " + RESOURCE + " is missing from this build.");
      }
      return parse(StrictJson.parse(in.readAllBytes()));
    } catch (IOException | JsonException e) {
      throw new IllegalStateException("The table " + RESOURCE + " of this build is damaged.", e);
    }
  }

  private static ModelTable parse(Json json) {
    JsonObject table = json instanceof JsonObject object ? object : JsonObject.EMPTY;
    Map<String, Rule> families = new HashMap<>();
    for (Json element : table.array("families").orElse(JsonArray.EMPTY)) {
      if (element instanceof JsonObject family) {
        families.put(
            family.string("family").orElseThrow(),
            new Rule(
                Version.parse(family.string("freeBelow").orElseThrow()),
                family.string("boundFrom").map(Version::parse)));
      }
    }
    return new ModelTable(table.string("date").orElseThrow(), families);
  }
}
