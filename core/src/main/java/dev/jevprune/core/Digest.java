package dev.jevprune.core;

import java.security.MessageDigest;
import java.util.Optional;
import org.apache.commons.codec.binary.Hex;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * A SHA-256 digest.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Digest(String hex) {

  private static final int HEX_DIGITS = 64;

  /** Refuses anything but 64 lower-case hexadecimal digits. */
  public Digest {
    if (!isHex(hex)) {
      throw new IllegalArgumentException("A digest is 64 lower-case hexadecimal digits.");
    }
  }

  /** The digest written as {@code hex}, or nothing when that is no digest. */
  public static Optional<Digest> parse(String hex) {
    return isHex(hex) ? Optional.of(new Digest(hex)) : Optional.empty();
  }

  /** The digest of the UTF-8 form of {@code text}; nothing when a lone surrogate has none. */
  public static Optional<Digest> ofUtf8(String text) {
    return Utf8.isWellFormed(text) ? Optional.of(ofBytes(Utf8.bytes(text))) : Optional.empty();
  }

  /**
   * The digest of the UTF-8 form of text that is known to be well-formed.
   *
   * @throws IllegalArgumentException if the text holds a lone surrogate
   */
  public static Digest ofWellFormed(String text) {
    return ofBytes(Utf8.bytes(text));
  }

  /** The digest of {@code bytes}. */
  public static Digest ofBytes(byte[] bytes) {
    MessageDigest sha256 = DigestUtils.getSha256Digest();
    return new Digest(Hex.encodeHexString(sha256.digest(bytes)));
  }

  /** The digits, since that is how a digest travels. */
  @Override
  public String toString() {
    return hex;
  }

  private static boolean isHex(String hex) {
    if (hex.length() != HEX_DIGITS) {
      return false;
    }
    for (int i = 0; i < HEX_DIGITS; i++) {
      char digit = hex.charAt(i);
      if ((digit < '0' || digit > '9') && (digit < 'a' || digit > 'f')) {
        return false;
      }
    }
    return true;
  }
}
