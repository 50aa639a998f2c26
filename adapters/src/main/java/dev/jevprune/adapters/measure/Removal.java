package dev.jevprune.adapters.measure;

/**
 * A body that a policy leaves out.
 *
 * @param ask the first request without it
 * @param tokens what each request has less: the body's tokens less the marker's
 * @param bytes the same in bytes
 */
record Removal(Item item, int ask, long tokens, long bytes) {}
