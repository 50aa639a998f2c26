package dev.jevprune.bus.registry;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.LongPredicate;

/**
 * Whose lock file it is, by what stands in it.
 *
 * @param ours whether one of our processes wrote it
 * @param pid the owner's process, where it says so
 */
record LockOwner(boolean ours, OptionalLong pid) {

  /** A package holds the lock for some milliseconds; the older kit leaves no word in the file. */
  static final Duration SILENT_OWNER_IS_GONE = Duration.ofSeconds(30);

  private static final String KIT = "jev-prune";

  /** What we write into our own. */
  static byte[] mark(long pid) {
    String text = "{\"kit\":\"" + KIT + "\",\"pid\":" + pid + "}\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static LockOwner parse(byte[] content) {
    try {
      Json value = StrictJson.parse(content);
      if (value instanceof JsonObject owner) {
        return new LockOwner(
            owner.string("kit").filter(KIT::equals).isPresent(),
            StageEntry.whole(owner.get("pid")));
      }
    } catch (JsonException e) {
      // nothing we can read: a silent owner
    }
    return new LockOwner(false, OptionalLong.empty());
  }

  /**
   * Whether the owner cannot be alive.
   *
   * @param age since the file was written
   * @param alive whether there is such a process
   */
  boolean isGone(Duration age, LongPredicate alive) {
    if (ours) {
      return true; // we hold the guard, which a living process of ours would hold
    }
    return pid.isPresent()
        ? !alive.test(pid.getAsLong())
        : age.compareTo(SILENT_OWNER_IS_GONE) >= 0;
  }
}
