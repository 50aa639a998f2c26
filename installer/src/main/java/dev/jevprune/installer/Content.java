package dev.jevprune.installer;

import dev.jevprune.core.Digest;
import java.nio.charset.StandardCharsets;

/** What a file holds or shall hold: the bytes and their hash. */
final class Content {
  private final byte[] bytes;
  private final Digest sha256;

  private Content(byte[] bytes) {
    this.bytes = bytes;
    this.sha256 = Digest.ofBytes(bytes);
  }

  static Content of(byte[] bytes) {
    return new Content(bytes.clone());
  }

  static Content ofText(String text) {
    return new Content(text.getBytes(StandardCharsets.UTF_8));
  }

  byte[] bytes() {
    return bytes.clone();
  }

  int size() {
    return bytes.length;
  }

  Digest sha256() {
    return sha256;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Content content && content.sha256.equals(sha256);
  }

  @Override
  public int hashCode() {
    return sha256.hashCode();
  }

  @Override
  public String toString() {
    return size() + " bytes " + sha256;
  }
}
