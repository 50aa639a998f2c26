package dev.jevprune.core.lifecycle;

/**
 * One answered call. Events stand in the order of their results.
 *
 * @param id the call's id; only given back
 * @param batch equal for calls that were made side by side, in one message
 * @param action what the call does
 * @param succeeded whether its result says that it succeeded; denied, failed and pending calls did
 *     not
 * @param text whether its result is nothing but text; an image is not
 */
public record ToolEvent(String id, int batch, ToolAction action, boolean succeeded, boolean text) {}
