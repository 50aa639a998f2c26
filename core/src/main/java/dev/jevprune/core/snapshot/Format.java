package dev.jevprune.core.snapshot;

import dev.jevprune.core.CallId;
import java.util.Locale;
import java.util.Optional;

/** The shape of a message list. */
public enum Format {
  /** Pi: {@code toolCall} blocks in assistant content, {@code toolResult} messages. */
  PI,
  /** OpenCode: messages of {@code info} and {@code parts}; call and result are one part. */
  OPENCODE,
  /** Chat completions: {@code tool_calls}, {@code tool} messages. */
  OPENAI;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  /** The name in files and protocols. */
  public String wireName() {
    return wireName;
  }

  /** The format of that wire name. */
  public static Optional<Format> parse(String wireName) {
    for (Format format : values()) {
      if (format.wireName.equals(wireName)) {
        return Optional.of(format);
      }
    }
    return Optional.empty();
  }

  /**
   * The id written as {@code value}, or nothing when this format does not take it. Responses-style
   * providers give Pi and chat hosts ids with a bar and of any length; OpenCode makes its own,
   * which keep the narrow rule.
   */
  public Optional<CallId> callId(String value) {
    return CallId.parse(value).filter(id -> this != OPENCODE || id.isNarrow());
  }

  @Override
  public String toString() {
    return wireName;
  }
}
