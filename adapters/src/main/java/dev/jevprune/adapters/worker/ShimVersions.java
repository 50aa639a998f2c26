package dev.jevprune.adapters.worker;

import dev.jevprune.core.Digest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which version of the shim greeted last for each profile: an agent that ran through an upgrade
 * still has the old one. Kept while the process lives. May be used by several threads.
 */
final class ShimVersions {
  private static final int MAX_PROFILES = 256;
  private static final int MAX_LENGTH = 64;

  private final Map<Digest, String> versions =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Digest, String> eldest) {
          return size() > MAX_PROFILES;
        }
      };

  synchronized void greeted(Digest profile, String version) {
    if (version.length() <= MAX_LENGTH) {
      versions.put(profile, version);
    }
  }

  synchronized Optional<String> of(Digest profile) {
    return Optional.ofNullable(versions.get(profile));
  }
}
