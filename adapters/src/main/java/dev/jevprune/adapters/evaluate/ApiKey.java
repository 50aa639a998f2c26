package dev.jevprune.adapters.evaluate;

import java.nio.charset.StandardCharsets;

/** The key of the remote service. It leaves this object for the child's environment only. */
public final class ApiKey {

  private final String value;

  ApiKey(String value) {
    this.value = value;
  }

  /** Whether {@code value} can be sent as a key: visible ASCII without space around it. */
  static boolean isUsable(String value) {
    return !value.isEmpty()
        && value.equals(Blank.trim(value))
        && value.chars().allMatch(c -> c >= 0x20 && c < 0x7f);
  }

  /** The key itself, for the environment of the process that sends it. */
  String reveal() {
    return value;
  }

  /** Whether a body holds the key: what an agent read may be the very file the key stands in. */
  boolean isIn(byte[] body) {
    String needle = new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    return new String(body, StandardCharsets.ISO_8859_1).contains(needle);
  }

  /** Never the key. */
  @Override
  public String toString() {
    return "ApiKey[hidden]";
  }
}
