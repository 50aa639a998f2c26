package dev.jevprune.core.testing;

import java.util.List;
import java.util.Random;

/** Texts of single JSON values that break readers, all of them within the grammar of JSON. */
public final class HostileJson {

  private static final List<String> SMALL =
      List.of(
          "null",
          "true",
          "[]",
          "{}",
          "\"\"",
          "-0",
          "1E+2",
          "1e400",
          "-1e400",
          "1e-400",
          "123456789012345678901234567890",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\ud83d\"",
          "{\"\\udfff\":1}",
          "\"a\\u0000b\"",
          "{\"\\u0000\":0}",
          "\"\ufeff\"",
          "\"\uffff\\ufffe\"",
          "{\"a\":1,\"a\":2}",
          "{\"a\":1,\"\\u0061\":2}",
          "{\"id\":\"x\",\"id\":\"y\",\"role\":\"user\",\"role\":\"assistant\"}",
          "{\"__proto__\":{\"role\":\"user\"}}",
          "\"\\u2028\u2029\\/\"");

  private HostileJson() {}

  /** One such text. */
  public static String text(Random random) {
    return switch (random.nextInt(8)) {
      case 0 -> deep(random, "[", "]");
      case 1 -> deep(random, "{\"d\":", "}");
      case 2 -> "[" + "0,".repeat(3_000) + "0]";
      case 3 -> wideObject(1_000);
      case 4 -> number(random);
      case 5 -> "[" + small(random) + ",{\"in\":" + small(random) + "}," + small(random) + "]";
      default -> small(random);
    };
  }

  private static String small(Random random) {
    return SMALL.get(random.nextInt(SMALL.size()));
  }

  private static String deep(Random random, String open, String close) {
    int depth = List.of(400, 980, 998, 1_000, 1_010, 1_030, 5_000).get(random.nextInt(7));
    return open.repeat(depth) + small(random) + close.repeat(depth);
  }

  private static String wideObject(int members) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < members; i++) {
      text.append("\"m").append(i).append("\":").append(i).append(',');
    }
    return text.append("\"m0\":0}").toString();
  }

  private static String number(Random random) {
    String digits = "7".repeat(10_000);
    return switch (random.nextInt(4)) {
      case 0 -> digits;
      case 1 -> "-0." + digits;
      case 2 -> "1e" + digits;
      default -> digits + ".5e-" + digits;
    };
  }
}
