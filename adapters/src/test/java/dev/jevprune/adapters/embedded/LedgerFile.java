package dev.jevprune.adapters.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;

/** Writes a replay ledger as the worker would, for tests of the shim alone. */
final class LedgerFile {
  private final String session;
  private final String format;
  private final String argument;
  private final String shape;
  private final List<String> decisions = new ArrayList<>();
  private boolean off;

  /** A ledger of a Pi session. */
  LedgerFile(String session) {
    this(session, "pi", "path", "parts:1");
  }

  private LedgerFile(String session, String format, String argument, String shape) {
    this.session = session;
    this.format = format;
    this.argument = argument;
    this.shape = shape;
  }

  static LedgerFile ofOpenCode(String session) {
    return new LedgerFile(session, "opencode", "filePath", "text");
  }

  static String marker(String witness) {
    return "[Jev prune: repeated read-result body omitted; retained witness: " + witness + "]";
  }

  LedgerFile pair(String source, String witness, String path, String body) {
    return pair(source, witness, path, body, false);
  }

  LedgerFile pair(String source, String witness, String path, String body, boolean held) {
    decisions.add(
        "{\"kind\":\"repeat\",\"source\":%s,\"witness\":%s,\"tool\":\"read\",\"path\":\"%s\",\"marker\":\"%s\",\"held\":%s,\"approvedAt\":\"2026-11-30T12:00:00Z\"}"
            .formatted(
                side(source, path, body), side(witness, path, body), path, marker(witness), held));
    return this;
  }

  LedgerFile off() {
    off = true;
    return this;
  }

  private String side(String id, String path, String body) {
    return "{\"id\":\"%s\",\"args\":\"%s\",\"text\":\"%s\",\"shape\":\"%s\",\"bytes\":%d}"
        .formatted(
            id,
            DigestUtils.sha256Hex("{\"" + argument + "\":\"" + path + "\"}"),
            DigestUtils.sha256Hex(body),
            shape,
            Utf8.encode(body).length);
  }

  void write(Path data, int version) {
    Path folder = data.resolve("state").resolve(Bench.PROFILE);
    String ledger =
        "{\"schema\":\"jev-prune.ledger.v1\",\"session\":\"%s\",\"format\":\"%s\",\"version\":%d,\"off\":%s,\"adoptedFrom\":null,\"decisions\":[%s]}"
            .formatted(session, format, version, off, String.join(",", decisions));
    try {
      Files.createDirectories(folder.resolve("ledger"));
      String key = DigestUtils.sha256Hex(session).substring(0, 32);
      Files.writeString(folder.resolve("ledger").resolve(key + ".json"), ledger);
      Path written =
          Files.writeString(
              folder.resolve("generation.new"), "generation " + version + "x".repeat(version));
      Files.move(written, folder.resolve("generation"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
