package dev.jevprune.core.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.GateReason;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
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
}
