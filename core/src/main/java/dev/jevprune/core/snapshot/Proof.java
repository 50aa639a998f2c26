package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;

/**
 * What is remembered of a tool result instead of its text. A change of any byte of the call or of
 * the result changes it.
 *
 * @param id the call
 * @param call digest of the call record and the whole result
 * @param request digest of tool name and arguments
 */
public record Proof(CallId id, Digest call, Digest request) {}
