/**
 * The worker protocol: frames, requests as typed records, error codes. Used by the worker and by
 * its Java clients; {@code docs/protocol.md} shows every message.
 */
@NullMarked
package dev.jevprune.adapters.protocol;

import org.jspecify.annotations.NullMarked;
