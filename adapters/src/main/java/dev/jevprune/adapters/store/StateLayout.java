package dev.jevprune.adapters.store;

import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;

/** The names of the state files of one profile; knows names only. */
public record StateLayout(Path dataHome, Digest profile) {
  private static final int SESSION_KEY_DIGITS = 32;

  /** {@code <data>/state/<profile>}. */
  public Path folder() {
    return dataHome.resolve("state").resolve(profile.hex());
  }

  Path receiptsFolder() {
    return folder().resolve("receipts");
  }

  Path ledgerFolder() {
    return folder().resolve("ledger");
  }

  public Path receipts(SessionId session) {
    return receiptsFolder().resolve(sessionKey(session) + ".json");
  }

  public Path ledger(SessionId session) {
    return ledgerFolder().resolve(sessionKey(session) + ".json");
  }

  Path takenFolder() {
    return folder().resolve("taken");
  }

  public Path taken(SessionId session) {
    return takenFolder().resolve(sessionKey(session) + ".json");
  }

  Path statsFolder() {
    return folder().resolve("stats");
  }

  Path stats(SessionId session) {
    return statsFolder().resolve(sessionKey(session) + ".json");
  }

  public Path generation() {
    return folder().resolve("generation");
  }

  public Path heartbeat() {
    return folder().resolve("heartbeat.json");
  }

  /** The first 32 hex digits of the SHA-256 of the session id's UTF-8. */
  public static String sessionKey(SessionId session) {
    return DigestUtils.sha256Hex(session.value()).substring(0, SESSION_KEY_DIGITS);
  }
}
