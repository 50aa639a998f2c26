package dev.jevprune.core.bench;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
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
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step each. A snapshot keeps the hashes it made, so each call of {@code select} and {@code
 * project} begins with a new one and includes its cost.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-Xmx512m", "-XX:+UseSerialGC"})
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 4, time = 1)
public class StepBenchmark {

  private static final int BODY_BYTES = 4_000;

  /** The conversation of one size. */
  @State(Scope.Benchmark)
  public static class Sized {

    /** Kilobytes of JSON text. */
    @Param({"100", "1024", "4096", "8192"})
    public int kilobytes;

    private byte[] text = {};
    private JsonArray messages = JsonArray.EMPTY;
    private LongConversation conversation = LongConversation.ofTurns(1, 1);

    /** Makes the conversation. */
    @Setup
    public void make() {
      conversation = LongConversation.ofBytes(kilobytes * 1024, BODY_BYTES);
      text = conversation.text();
      messages = conversation.messages();
    }
  }

  /** The decisions taken before. */
  @State(Scope.Benchmark)
  public static class Decided {

    /** How many, if the conversation has as many pairs. */
    @Param({"0", "8", "128"})
    public int receipts;

    private List<Receipt> list = List.of();

    /** Approves the pairs. */
    @Setup
    public void make(Sized sized) {
      list = sized.conversation.receipts(receipts);
    }
  }

  /** Bytes to values. */
  @Benchmark
  public Json parse(Sized sized) throws JsonException {
    return ConversationJson.parse(sized.text);
  }

  /** Values to items. */
  @Benchmark
  public Snapshot snapshot(Sized sized) {
    return sized.conversation.snapshot();
  }

  /** Every read judged. */
  @Benchmark
  public SelectionResult select(Sized sized, Decided decided) throws ReceiptException {
    return Selection.select(
        sized.conversation.snapshot(), decided.list, LongConversation.POLICY, NewEditFloor.NONE);
  }

  /** Every receipt checked, its edits applied. */
  @Benchmark
  public JsonArray project(Sized sized, Decided decided) throws ReceiptException {
    Projection projection = Projection.of(sized.conversation.snapshot(), decided.list);
    return Edits.apply(sized.messages, Format.PI, projection.edits());
  }
}
