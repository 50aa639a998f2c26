package dev.jevprune.bus.registry;

import dev.jevprune.bus.BusException;
import dev.jevprune.core.Digest;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;

/** Entries as packages bring them. */
final class Entries {

  static final Digest PROFILE = Digest.ofWellFormed("profile");
  static final Digest OTHER_PROFILE = Digest.ofWellFormed("other profile");

  private Entries() {}

  static JsonObject stage(String name, String host, String... claims) {
    return JsonObject.builder()
        .put("name", name)
        .put("priority", 200)
        .put("claims", texts(claims))
        .put("hosts", texts(host))
        .put(
            "transport",
            JsonObject.builder()
                .put("kind", "subprocess-json")
                .put("argv", texts("prog", "--workspace", "{workspace}"))
                .build())
        .build();
  }

  static Registration registration(String packageName, JsonObject... stages) throws BusException {
    return Registration.parse(
        packageName, JsonArray.of(stages), JsonObject.EMPTY, /* force= */ false);
  }

  static OwnPackage.Place place(String host) {
    return place(host, PROFILE);
  }

  static OwnPackage.Place place(String host, Digest profile) {
    return new OwnPackage.Place(host, profile, "/r/" + host, List.of("/bin/jevprune-stage"));
  }

  private static JsonArray texts(String... texts) {
    return new JsonArray(Arrays.stream(texts).<Json>map(Json::of).toList());
  }
}
