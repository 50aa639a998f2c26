package dev.jevprune.adapters.demo;

/**
 * How large a message list is.
 *
 * @param bytes of its JSON text in UTF-8
 * @param tokens o200k tokens of that text
 */
record Size(long bytes, long tokens) {}
