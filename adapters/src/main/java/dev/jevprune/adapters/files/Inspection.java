package dev.jevprune.adapters.files;

import dev.jevprune.core.GateReason;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.Utf8;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.projection.Marker;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Pair;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a conversation holds that could be left out, and why the rest stays. Every read of the next
 * request is in exactly one of pairs, pruned and kept.
 *
 * @param format the format it was judged in
 * @param session the session, where known
 * @param messages how many messages the next request holds
 * @param pairs what could be left out
 * @param prunedIds reads that are left out already
 * @param kept the other reads with their reasons
 * @param readBytes bytes of the bodies of all reads
 * @param readTexts the bodies of all reads, their parts joined by line feeds
 * @param compactedReads reads that a compaction took out of the request before
 * @param otherBranchReads reads on branches that the user left
 * @param brokenLines lines of the file that could not be read
 */
public record Inspection(
    Format format,
    Optional<SessionId> session,
    int messages,
    List<FoundPair> pairs,
    List<String> prunedIds,
    List<KeptRead> kept,
    long readBytes,
    List<String> readTexts,
    int compactedReads,
    int otherBranchReads,
    int brokenLines) {

  private static final SessionId NAMELESS = new SessionId("-");

  /** Copies the lists. */
  public Inspection {
    pairs = List.copyOf(pairs);
    prunedIds = List.copyOf(prunedIds);
    kept = List.copyOf(kept);
    readTexts = List.copyOf(readTexts);
  }

  /**
   * A repeat and the copy that would stay.
   *
   * @param text the body that could be left out, its parts joined by line feeds
   * @param bytes bytes of the body
   * @param marker what would stand in its place
   */
  public record FoundPair(
      String source,
      String witness,
      String tool,
      String path,
      String text,
      int bytes,
      String marker) {

    /** Bytes that would not be sent. */
    public int savedBytes() {
      return bytes - Utf8.length(marker);
    }
  }

  /**
   * A read that stays.
   *
   * @param id as the conversation has it; it may break the id rule, and may be empty
   * @param path empty when the call names none
   * @param text the body, its parts joined by line feeds; empty when there is none to count
   * @param bytes bytes of the body, 0 when there is none to count
   */
  public record KeptRead(String id, String path, String text, int bytes, GateReason reason) {}

  /** Judges what a host's file holds. */
  public static Inspection of(HostConversation file, SelectionPolicy policy) {
    SessionId session = file.session().orElse(NAMELESS);
    try {
      return judge(file, session, List.of(), policy, file.floor());
    } catch (ReceiptException e) {
      throw new AssertionError("There are no receipts that could be refused.", e);
    }
  }

  /**
   * Judges a snapshot with its receipts.
   *
   * @throws HostFileException if the receipts belong to another session or contradict each other
   */
  public static Inspection of(SnapshotFile file, SelectionPolicy policy) throws HostFileException {
    HostConversation list =
        HostConversation.ofList(file.format(), Optional.of(file.session()), file.messages());
    try {
      return judge(list, file.session(), file.receipts(), policy, NewEditFloor.NONE);
    } catch (ReceiptException e) {
      throw SnapshotFile.unusable(e);
    }
  }

  private static Inspection judge(
      HostConversation file,
      SessionId session,
      List<Receipt> receipts,
      SelectionPolicy policy,
      NewEditFloor floor)
      throws ReceiptException {
    Snapshot snapshot = Snapshot.of(file.format(), session, file.messages());
    SelectionResult result = Selection.select(snapshot, receipts, policy, floor);
    Map<String, Item> byId = new HashMap<>();
    long bytes = 0;
    List<String> texts = new ArrayList<>();
    for (Item item : snapshot.items()) {
      if (item.isRead()) {
        byId.put(item.id().value(), item);
        bytes += item.bodyBytes();
        texts.add(item.text());
      }
    }
    List<KeptRead> kept = new ArrayList<>();
    result
        .kept()
        .forEach(
            read -> {
              Optional<Item> item = Optional.ofNullable(byId.get(read.id()));
              kept.add(
                  new KeptRead(
                      read.id(),
                      item.flatMap(ArgumentPath::of).orElse(""),
                      item.map(Item::text).orElse(""),
                      item.map(Item::bodyBytes).orElse(0),
                      read.reason()));
            });
    return new Inspection(
        file.format(),
        file.session(),
        snapshot.messageCount(),
        result.pairs().stream().map(Inspection::found).toList(),
        result.pruned().stream().map(id -> id.value()).toList(),
        kept,
        bytes,
        texts,
        countReads(file.format(), file.compactedAway()),
        countReads(file.format(), file.otherBranches()),
        file.brokenLines());
  }

  private static FoundPair found(Pair pair) {
    Item source = pair.source();
    return new FoundPair(
        source.id().value(),
        pair.witness().id().value(),
        source.tool(),
        ArgumentPath.of(source).orElse(""),
        source.text(),
        source.bodyBytes(),
        Marker.repeatedRead(pair.witness().id()));
  }

  private static int countReads(Format format, JsonArray messages) {
    Snapshot snapshot = Snapshot.of(format, NAMELESS, messages);
    return (int) snapshot.items().stream().filter(Item::isRead).count() + snapshot.dropped().size();
  }

  /** How many reads the next request holds. */
  public int reads() {
    return pairs.size() + prunedIds.size() + kept.size();
  }

  /** How many reads each reason kept. */
  public Map<GateReason, Integer> reasons() {
    Map<GateReason, Integer> counts = new EnumMap<>(GateReason.class);
    kept.forEach(read -> counts.merge(read.reason(), 1, Integer::sum));
    return counts;
  }

  /** Bytes of the bodies that a reason kept. */
  public long bytesKeptBy(GateReason reason) {
    return kept.stream().filter(read -> read.reason() == reason).mapToLong(KeptRead::bytes).sum();
  }

  /** Bytes that leaving out all pairs would save in each request. */
  public long savedBytes() {
    return pairs.stream().mapToLong(FoundPair::savedBytes).sum();
  }
}
