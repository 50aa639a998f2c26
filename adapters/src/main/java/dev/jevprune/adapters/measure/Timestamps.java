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
      String end = text.substring(SECONDS_END);
      if (end.isEmpty() || end.endsWith("Z") || end.matches("\\.\\d+")) {
        return utc(text, end);
      }
      return OffsetDateTime.parse(text).toInstant().toEpochMilli();
    } catch (DateTimeException | NumberFormatException e) {
      return 0;
    }
  }

  /** The usual spelling, without the general parser, which takes longer than reading the record. */
  private static long utc(String text, String end) {
    long day =
        LocalDate.of(number(text, 0, 4), number(text, 5, 7), number(text, 8, 10)).toEpochDay();
    long seconds =
        number(text, 11, 13) * 3600L + number(text, 14, 16) * 60L + number(text, 17, SECONDS_END);
    String fraction = end.startsWith(".") ? end.substring(1).replace("Z", "") : "";
    long millis = fraction.isEmpty() ? 0 : Long.parseLong((fraction + "00").substring(0, 3));
    return day * MILLIS_PER_DAY + seconds * 1000 + millis;
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
