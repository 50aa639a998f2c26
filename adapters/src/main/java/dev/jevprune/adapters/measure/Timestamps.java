package dev.jevprune.adapters.measure;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;

/** Times as session files spell them: {@code 2026-02-05T11:49:15.979Z}, with or without the end. */
final class Timestamps {
  private static final int SECONDS_END = 19;
  private static final long MILLIS_PER_DAY = 86_400_000L;

  private Timestamps() {}

  /** Milliseconds since 1970; 0 for what is no time. A time without a zone is taken for UTC. */
  static long millis(String text) {
    if (text.length() < SECONDS_END) {
      return 0;
    }
    try {
      int fractionEnd = text.length() - (text.endsWith("Z") ? 1 : 0);
      if (fractionEnd == SECONDS_END || isFraction(text, fractionEnd)) {
        return utc(text, fractionEnd);
      }
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    } catch (DateTimeException | NumberFormatException e) {
      return 0;
    }
  }

  private static boolean isFraction(String text, int end) {
    int at = SECONDS_END + 1;
    while (at < end && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return text.charAt(SECONDS_END) == '.' && at == end && end > SECONDS_END + 1;
  }

  /** The usual spelling, without the general parser, which takes longer than reading the record. */
  private static long utc(String text, int fractionEnd) {
    long day =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    long seconds =
        number(text, 11, 13) * 3600L + number(text, 14, 16) * 60L + number(text, 17, SECONDS_END);
    long millis = 0;
    int unit = 100;
    for (int at = SECONDS_END + 1; at < fractionEnd && unit > 0; at++) {
      millis += (text.charAt(at) - '0') * (long) unit;
      unit /= 10;
    }
    return day * MILLIS_PER_DAY + seconds * 1000 + millis;
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
