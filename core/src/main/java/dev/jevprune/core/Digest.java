package dev.jevprune.core;

/** A SHA-256 digest. */
public record Digest(String hex) {}
