package dev.jevprune.core.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("W11")
class VetoTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DB_PASSWORD=hunter2",
        "db.password = x",
        "client_secret=abc",
        "\"password\": \"x\"",
        "{\\\"password\\\": \\\"x\\\"}",
        "'api_key': x",
        "passwd=x",
        "token=x",
        "auth_token: \"abc\"",
        "  token: abcdef123456",
        "apiKey: process",
        "AWS_SECRET_ACCESS_KEY=wJalr",
        "private-key: x",
        "Authorization: Bearer abc.def",
        "authorization=Basic",
        "curl -H 'Bearer abc'",
        "bearer of9",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "sk-proj-a1b2c3d4e5f6a7b8c9d0",
        "xoxb-123456789012-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
        "postgres://user:pass@host/db",
        "api_\u212Aey=x"
      })
  void aCredentialIsVetoed(String text) {
    assertThat(Veto.of(text)).contains(GateReason.CREDENTIAL_VETO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Traceback (most recent call last):\n  File \"a.py\"",
        "bash: /etc/shadow: Permission denied",
        "ls: cannot open 'x': Permission denied",
        "can't open file: permission denied",
        "Exception in thread \"main\" java.lang.Error",
        "  Caused by: x",
        "java.io.IOException: broken pipe",
        "Unhandled exception. System",
        "boom\n    at Foo.bar(Foo.java:12)\n",
        "boom\n    at run (/w/x.js:1:2)"
      })
  void anErrorReportIsVetoed(String text) {
    assertThat(Veto.of(text)).contains(GateReason.ERROR_VETO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bearer of news",
        "the Bearer token.",
        "class IOException extends Exception {}",
        "} catch (Exception e) { throw new AppException(e); }",
        "import traceback\ntraceback.print_exc()",
        "raise ValueError('x')",
        "return errors.New(\"permission denied\")",
        "if (m.includes('permission denied')) retry()",
        "token = lexer.next()",
        "function f(token: string): Token {",
        "max_tokens: 100, tokens=5",
        "if (token == null)",
        "token => token.kind",
        "case token: break",
        "secrets: read",
        "passwords=x",
        "password reset",
        "AKI",
        "sk-learn-has-classes",
        "http://host:8080/a@b",
        "the meeting is at noon (room 12)",
        "an exception."
      })
  void codeAndProseAreNot(String text) {
    assertThat(Veto.of(text)).isEmpty();
  }

  /** One line of the shared lists. */
  record Case(String name, Optional<GateReason> reason, String text) {

    @Override
    public String toString() {
      return name;
    }
  }

  static List<Case> casesThatMustBeVetoed() {
    return cases("must-veto.jsonl");
  }

  static List<Case> casesThatMustNotBeVetoed() {
    return cases("must-not-veto.jsonl");
  }

  @ParameterizedTest
  @MethodSource("casesThatMustBeVetoed")
  void aCaseOfTheListIsVetoedForItsReason(Case listed) {
    assertThat(Veto.of(listed.text())).isPresent().isEqualTo(listed.reason());
  }

  @ParameterizedTest
  @MethodSource("casesThatMustNotBeVetoed")
  void aCaseOfTheOtherListIsNotVetoed(Case listed) {
    assertThat(Veto.of(listed.text())).isEmpty();
  }

  @Test
  void theListsHaveAtLeastSixtyCasesEach() {
    assertThat(casesThatMustBeVetoed()).hasSizeGreaterThanOrEqualTo(60);
    assertThat(casesThatMustNotBeVetoed()).hasSizeGreaterThanOrEqualTo(60);
  }

  private static List<Case> cases(String file) {
    Path path = Path.of(System.getProperty("project.root", ".."), "testdata", "veto", file);
    List<Case> cases = new ArrayList<>();
    try {
      for (String line : Files.readAllLines(path)) {
        JsonObject object = (JsonObject) StrictJson.parse(line);
        Optional<GateReason> reason =
            object.string("reason").map(name -> GateReason.valueOf(name.toUpperCase(Locale.ROOT)));
        cases.add(
            new Case(
                object.string("case").orElseThrow(), reason, object.string("text").orElseThrow()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JsonException e) {
      throw new AssertionError(path + " holds a line that cannot be read", e);
    }
    return cases;
  }
}
