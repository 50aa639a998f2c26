/**
 * What the worker keeps on disk for each profile and session: receipts, the replay ledger, the
 * generation and the last heartbeat. Internal to the adapters; the shims read the ledger and the
 * generation files by their documented form.
 */
@NullMarked
package dev.jevprune.adapters.store;

import org.jspecify.annotations.NullMarked;
