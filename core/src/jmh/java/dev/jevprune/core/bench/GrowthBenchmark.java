package dev.jevprune.core.bench;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.NewEditFloor;
import dev.jevprune.core.selection.Selection;
import dev.jevprune.core.selection.SelectionResult;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A whole pass from bytes to the edited list, with 128 decisions taken before: what grows with the
 * conversation. At 20,000 messages the text has about 90 MB.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 2)
@State(Scope.Benchmark)
public class GrowthBenchmark {

  private static final int BODY_BYTES = 13_200;

  /** Messages of the conversation. */
  @Param({"1000", "6000", "20000"})
  public int messageCount;

  private byte[] text = {};
  private List<Receipt> receipts = List.of();

  /** Makes the text; only it and the receipts stay. */
  @Setup(Level.Trial)
  public void make() {
    LongConversation conversation =
        LongConversation.ofTurns((messageCount - 17) / 3, BODY_BYTES);
    text = conversation.text();
    receipts = conversation.receipts(128);
  }

  /** Parse, snapshot, select, project, apply. */
  @Benchmark
  public JsonArray wholePass(Blackhole blackhole) throws JsonException, ReceiptException {
    JsonArray messages = (JsonArray) ConversationJson.parse(text);
    Snapshot snapshot = Snapshot.of(Format.PI, LongConversation.SESSION, messages);
    SelectionResult selection =
        Selection.select(snapshot, receipts, LongConversation.POLICY, NewEditFloor.NONE);
    blackhole.consume(selection);
    Projection projection = Projection.of(snapshot, receipts);
    return Edits.apply(messages, Format.PI, projection.edits());
  }
}
