package dev.jevprune.core.projection;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;

/**
 * A decision about a stale or superseded read, as fingerprints. Nothing equal stays for it, so what
 * is proved is that the read is the one that was decided on, and that the call which made it old
 * still stands behind it.
 *
 * @param read the read
 * @param cause the later call
 * @param marker what stands in place of the body
 */
public record AgedRead(Read read, Cause cause, String marker) {

  /**
   * The read.
   *
   * @param tool the tool's name
   * @param args digest of the arguments as a script spells them
   * @param text digest of the text; of several, of their list as a script spells it
   * @param shape how the texts are laid out, by its name in protocols
   */
  public record Read(CallId id, String tool, Digest args, Digest text, String shape) {}

  /**
   * The later call.
   *
   * @param tool the tool's name
   * @param args digest of the arguments as a script spells them
   */
  public record Cause(CallId id, String tool, Digest args) {}
}
