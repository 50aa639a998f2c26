package dev.jevprune.core.selection;

import java.util.List;

/**
 * The look of keys that services hand out: a fixed beginning and a long rest. The work grows with
 * the length of the text and not faster.
 *
 * @param prefix how the key begins, case as it is
 * @param minRest how many characters must follow at least
 * @param mixed whether the rest must have both letters and digits; for prefixes that words have too
 */
record KeyShape(String prefix, int minRest, boolean mixed) {

  private static final List<KeyShape> ALL =
      List.of(
          new KeyShape("AKIA", 7, false), // cloud providers
          new KeyShape("ASIA", 16, false),
          new KeyShape("AIza", 30, false),
          new KeyShape("GOCSPX-", 20, false),
          new KeyShape("ya29.", 20, false),
          new KeyShape("dop_v1_", 30, false),
          new KeyShape("dapi", 32, true),
          new KeyShape("hvs.", 20, true),
          new KeyShape("ghp_", 20, false), // code and packages
          new KeyShape("gho_", 20, false),
          new KeyShape("ghu_", 20, false),
          new KeyShape("ghs_", 20, false),
          new KeyShape("ghr_", 20, false),
          new KeyShape("github_pat_", 20, false),
          new KeyShape("glpat-", 16, false),
          new KeyShape("gldt-", 16, true),
          new KeyShape("npm_", 30, false),
          new KeyShape("pypi-", 30, true),
          new KeyShape("dckr_pat_", 20, false),
          new KeyShape("xoxb-", 10, true), // chat
          new KeyShape("xoxa-", 10, true),
          new KeyShape("xoxp-", 10, true),
          new KeyShape("xoxr-", 10, true),
          new KeyShape("xoxs-", 10, true),
          new KeyShape("xapp-", 10, true),
          new KeyShape("sk-", 20, true), // models
          new KeyShape("hf_", 30, false),
          new KeyShape("gsk_", 30, false),
          new KeyShape("xai-", 30, true),
          new KeyShape("pplx-", 30, true),
          new KeyShape("r8_", 30, false),
          new KeyShape("sk_live_", 10, false), // payment and mail
          new KeyShape("sk_test_", 10, true),
          new KeyShape("rk_live_", 10, false),
          new KeyShape("whsec_", 20, true),
          new KeyShape("shpat_", 30, false),
          new KeyShape("SG.", 20, true),
          new KeyShape("AGE-SECRET-KEY-1", 20, false));

  static boolean anyIn(String text) {
    for (KeyShape shape : ALL) {
      if (shape.isIn(text)) {
        return true;
      }
    }
    return hasWebToken(text);
  }

  private boolean isIn(String text) {
    Run run = new Run(text);
    for (int at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
      int from = at + prefix.length();
      run.moveTo(from);
      if (run.end - from >= minRest
          && Folded.startsWord(text, at)
          && (!mixed || run.isMixedFrom(from))) {
        return true;
      }
    }
    return false;
  }

  /** Two or three base64 pieces of which the first two are JSON objects. */
  private static boolean hasWebToken(String text) {
    Run run = new Run(text);
    for (int at = text.indexOf("eyJ"); at >= 0; at = text.indexOf("eyJ", at + 1)) {
      run.moveTo(at);
      if (run.end - at >= 10 && text.startsWith(".eyJ", run.end)) {
        return true;
      }
    }
    return false;
  }

  /** A stretch of key characters; remembered, since many beginnings may stand in the same one. */
  private static final class Run {

    private final String text;
    private int end;
    private int lastDigit = -1;
    private int lastLetter = -1;

    Run(String text) {
      this.text = text;
    }

    /** The stretch that begins or goes on at {@code from}, which never goes back. */
    void moveTo(int from) {
      if (from < end) {
        return;
      }
      end = from;
      while (end < text.length() && isKeyUnit(text.charAt(end))) {
        char unit = text.charAt(end);
        if (unit >= '0' && unit <= '9') {
          lastDigit = end;
        } else if (unit != '_' && unit != '-') {
          lastLetter = end;
        }
        end++;
      }
    }

    boolean isMixedFrom(int from) {
      return lastDigit >= from && lastLetter >= from;
    }
  }

  private static boolean isKeyUnit(char unit) {
    return (unit >= 'a' && unit <= 'z')
        || (unit >= 'A' && unit <= 'Z')
        || (unit >= '0' && unit <= '9')
        || unit == '_'
        || unit == '-';
  }
}
