package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.adapters.files.SnapshotEvents;
import dev.jevprune.adapters.store.AgedReads;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.lifecycle.ClassifiedRead;
import dev.jevprune.core.lifecycle.HostTools;
import dev.jevprune.core.lifecycle.PathSpelling;
import dev.jevprune.core.lifecycle.ReadLifecycle;
import dev.jevprune.core.lifecycle.ToolEvent;
import dev.jevprune.core.lifecycle.ToolHost;
import dev.jevprune.core.projection.AgedProjection;
import dev.jevprune.core.projection.AgedRead;
import dev.jevprune.core.projection.Edit;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.codec.digest.DigestUtils;

/**
 * The decisions about stale and superseded reads on the ledger of a session, held against core.
 *
 * @param decisions as the ledger holds them
 */
record AgedDecisions(List<JsonObject> decisions) {

  /** Lets short bodies be decided on. */
  static void settings(Path dataHome) {
    try {
      Files.writeString(
          Files.createDirectories(dataHome).resolve("config.yaml"),
          "components: {readlifecycle: {min_tokens: 1}}\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is not held back. */
  static AgedDecisions of(Path dataHome, SessionId session) throws IOException {
    return new AgedDecisions(
        ledger(dataHome, session).stream()
            .filter(decision -> AgedReads.isAged(decision) && !isHeld(decision))
            .toList());
  }

  /** The receipts of the session, of what is not held back. */
  static List<Receipt> receipts(Path dataHome, SessionId session)
      throws IOException, ReceiptException {
    Path file = stored(dataHome, "receipts", session);
    if (!Files.exists(file)) {
      return List.of();
    }
    Set<String> held = new HashSet<>();
    for (JsonObject decision : ledger(dataHome, session)) {
      if (isHeld(decision)) {
        held.add(decision.object("source").flatMap(read -> read.string("id")).orElseThrow());
      }
    }
    return ReceiptCodec.read(Lists.object(Files.readString(file)).get("receipts").orElseThrow())
        .stream()
        .filter(receipt -> !held.contains(receipt.source().id().value()))
        .toList();
  }

  private static List<JsonObject> ledger(Path dataHome, SessionId session) throws IOException {
    Path file = stored(dataHome, "ledger", session);
    return Files.exists(file)
        ? Lists.object(Files.readString(file)).array("decisions").orElseThrow().elements().stream()
            .map(decision -> (JsonObject) decision)
            .toList()
        : List.of();
  }

  private static boolean isHeld(JsonObject decision) {
    return decision.get("held").filter(JsonBool.TRUE::equals).isPresent();
  }

  private static Path stored(Path dataHome, String kind, SessionId session) {
    return dataHome
        .resolve("state")
        .resolve(Bench.PROFILE)
        .resolve(kind)
        .resolve(DigestUtils.sha256Hex(session.value()).substring(0, 32) + ".json");
  }

  /** The ids of the reads and of the calls that made them old. */
  void addIds(Set<String> decided) {
    for (AgedRead read : reads()) {
      decided.add(read.read().id().value());
      decided.add(read.cause().id().value());
    }
  }

  private List<AgedRead> reads() {
    return decisions.stream().map(AgedReads::of).toList();
  }

  /** The worker, which saw an outline, says of class and cause what core says of the whole list. */
  void check(Snapshot snapshot, ToolHost host) {
    Map<String, ClassifiedRead> classes = new HashMap<>();
    HostTools tools = HostTools.of(host, PathSpelling.in("/w"), false);
    ReadLifecycle.classify(SnapshotEvents.of(snapshot, tools))
        .forEach(read -> classes.put(read.event().id(), read));
    for (JsonObject decision : decisions) {
      AgedRead read = AgedReads.of(decision);
      ClassifiedRead found =
          Optional.ofNullable(classes.get(read.read().id().value())).orElseThrow();
      assertThat(decision.string("kind")).contains(found.readClass().wireName());
      assertThat(found.cause().map(ToolEvent::id)).contains(read.cause().id().value());
    }
  }

  /**
   * What core makes of a list.
   *
   * @param sent the list with every edit in it
   */
  record Projected(
      JsonArray sent, int applied, int invalid, int inactive, long bytesRemoved, int aged) {

    /** Holds what a shim told of a request against it. */
    void assertTold(String heartbeat) {
      assertThat(heartbeat)
          .contains(
              "\"applied\":" + applied + ",",
              "\"invalid\":" + invalid + ",",
              "\"inactive\":" + inactive + ",",
              "\"bytesRemoved\":" + bytesRemoved);
    }
  }

  /**
   * Projects receipts and these decisions.
   *
   * @param list as the host holds it
   * @param snapshot the same list as the worker is told of it
   */
  Projected project(JsonArray list, Snapshot snapshot, List<Receipt> receipts)
      throws ReceiptException {
    Projection pairs = Projection.of(snapshot, receipts);
    AgedProjection aged = AgedProjection.of(snapshot, reads());
    List<Edit> edits = new ArrayList<>(pairs.edits());
    edits.addAll(aged.edits());
    int agedApplied = aged.count(AgedProjection.Outcome.APPLIED);
    return new Projected(
        Edits.apply(list, snapshot.format(), edits),
        pairs.applied() + agedApplied,
        pairs.invalid() + aged.count(AgedProjection.Outcome.INVALID),
        pairs.inactive() + aged.count(AgedProjection.Outcome.INACTIVE),
        pairs.bytesRemoved() + aged.bytesRemoved(),
        agedApplied);
  }
}
