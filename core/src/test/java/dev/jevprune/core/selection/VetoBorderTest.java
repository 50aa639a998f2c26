package dev.jevprune.core.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.GateReason;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The borders of each rule: the first and last place of a text, the shortest and longest find. */
@Tag("W11")
class VetoBorderTest {

  static Stream<String> credentials() {
    return Stream.of(
        "token=-x",
        "token: abcdef12",
        "token:  'a",
        "password:",
        "password: string =1",
        "password: " + "string ".repeat(50),
        "<" + "a".repeat(72) + "password>x",
        "x".repeat(100) + "<password>x",
        "password=\tx",
        "bearer x",
        "bearer token.x",
        "bearer token-x",
        "authorization: basic RkFLRTox",
        "authorization: basic +abcdefg",
        "authorization" + " ".repeat(11) + "basic RkFLRTox",
        "://u:p@h",
        "://:p@h",
        "http://u:p:@h",
        "machine h login u password p",
        "AKIAFAKE000",
        "eyJabcdefg.eyJ",
        "sk-" + "a".repeat(19) + "1",
        "sk-x-" + "sk-" + "1" + "a".repeat(19),
        "-----begin private key",
        "-----begin\n-----begin x private key");
  }

  static Stream<String> reports() {
    return Stream.of(
        "permission denied",
        "'x' permission denied",
        "'permission denied\n'",
        "\"a\" 'b\npermission denied'",
        "java.io.IOException",
        "java.io.IOException:  x",
        "java.lang.OutOfMemoryError: x",
        "x.AnException\r\nx",
        " at f(x:1)",
        "\nexception in thread",
        "x\n caused by: y",
        "goroutine 1 [running]:",
        "thread 'x' panicked at y");
  }

  static Stream<String> neither() {
    return Stream.of(
        "",
        ":",
        "=",
        " = x",
        "\"= x",
        "token=",
        "token='",
        "token==null",
        "\"token\"=abc",
        "token: abcde12",
        "token: a1",
        "token: abcdefgh",
        "token: 12345678",
        "token=make(",
        "token=token",
        "token => abcdef12",
        "token:: abcdef12",
        "password: string",
        "password: string\n",
        "password: [string]; x=1",
        "password=",
        "password=\r\n",
        "password>x",
        "<password>",
        "<password> x",
        "<name>x",
        "<" + "a".repeat(73) + "password>x",
        "say bearer token",
        "bearer token. Then",
        "bearer",
        "bearer ",
        "xbearer y1",
        "authorization: basic RkFLRTo",
        "authorization: basic abcdefgh",
        "authorization" + " ".repeat(12) + "basic RkFLRTox",
        "basic RkFLRTox",
        "http://user:pass",
        "http://user:@h",
        "http://user/a:b@h",
        "http://user a:b@h",
        "http://@h",
        "http://user@h:1",
        "machine h password p",
        "machine h login p",
        "AKIAFAKE00",
        "xAKIAFAKE000",
        "eyJabcdef.eyJ",
        "eyJabcdefg.eyj",
        "sk-" + "a".repeat(20),
        "sk-" + "1".repeat(20),
        "sk-" + "a".repeat(18) + "1",
        "1sk-" + "_".repeat(20) + "a",
        "-----begin x",
        "-----begin x\nprivate key",
        "'permission denied'",
        "x\n`permission denied`\n\"permission denied\"",
        "java.io.IOException:",
        "java.io.IOException:x",
        "a java.io.IOException: x",
        "ValueError: x",
        "exception",
        "exception: x",
        "at f(x:1)",
        " at )",
        " at x:1)",
        " at f(x:)",
        " at f(x 1)",
        " at f(x:1",
        " at",
        "(\n at x:1)",
        "goroutine 1 waits",
        "thread 'x' goes on",
        "x exception in thread");
  }

  @ParameterizedTest
  @MethodSource
  void credentials(String text) {
    assertThat(Veto.of(text)).contains(GateReason.CREDENTIAL_VETO);
  }

  @ParameterizedTest
  @MethodSource
  void reports(String text) {
    assertThat(Veto.of(text)).contains(GateReason.ERROR_VETO);
  }

  @ParameterizedTest
  @MethodSource
  void neither(String text) {
    assertThat(Veto.of(text)).isEmpty();
  }
}
