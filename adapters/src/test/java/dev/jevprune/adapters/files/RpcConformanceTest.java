package dev.jevprune.adapters.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.CanonicalJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.StrictJson;
import dev.jevprune.core.projection.Edits;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Snapshot;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The requests of the older kit's worker, operation by operation: inspect and project, and every
 * way a request can be refused. What an evaluator answers is tested where the evaluators are.
 */
class RpcConformanceTest {

  @TestFactory
  Stream<DynamicTest> answersAsTheKitDoesOrAsTheDifferenceListSays()
      throws IOException, JsonException {
    List<Shared.Vector> vectors =
        Shared.vectors("rpc.jsonl").stream().filter(vector -> !isAssessment(vector)).toList();
    Differences differences = Differences.read("rpc-differences.jsonl");
    Stream<DynamicTest> cases =
        vectors.stream()
            .map(
                vector -> DynamicTest.dynamicTest(vector.name(), () -> check(vector, differences)));
    return Stream.concat(
        cases, Stream.of(DynamicTest.dynamicTest("differences", differences::assertAllUsed)));
  }

  private static void check(Shared.Vector vector, Differences differences) throws JsonException {
    JsonObject expected = differences.expected(vector);
    JsonObject answer = answer(stdin(vector));
    JsonObject kit = (JsonObject) StrictJson.parse(expected.string("stdout").orElseThrow());
    Optional<String> refusal = kit.string("error");
    if (refusal.filter("internal"::equals).isPresent()) {
      // The kit fell over; which way we refuse is ours.
      assertThat(answer.bool("ok")).contains(false);
      return;
    }
    assertThat(CanonicalJson.write(answer)).isEqualTo(CanonicalJson.write(kit));
    int exitCode = answer.bool("ok").filter(ok -> ok).isPresent() ? 0 : 1;
    assertThat(exitCode).isEqualTo(expected.integer("exit_code").orElseThrow());
  }

  private static byte[] stdin(Shared.Vector vector) {
    return vector
        .input()
        .string("stdin_base64")
        .map(Base64.getDecoder()::decode)
        .orElseGet(
            () -> vector.input().string("stdin").orElseThrow().getBytes(StandardCharsets.UTF_8));
  }

  private static boolean isAssessment(Shared.Vector vector) {
    return vector.name().startsWith("rpc/assess-");
  }

  private static JsonObject answer(byte[] stdin) throws JsonException {
    try {
      KitRequest request = KitRequest.parse(stdin);
      return JsonObject.builder()
          .put("ok", true)
          .put(
              "result",
              request.operation() == KitRequest.Operation.PROJECT
                  ? project(request.snapshot())
                  : inspect(request.snapshot()))
          .build();
    } catch (HostFileException e) {
      return refused(e.code());
    } catch (ReceiptException e) {
      return refused(e.kind().code());
    }
  }

  private static JsonObject refused(String code) {
    return JsonObject.builder().put("ok", false).put("error", code).build();
  }

  private static JsonObject inspect(SnapshotFile file) throws HostFileException {
    return JsonObject.builder()
        .put("eligible_pairs", Inspection.of(file, SelectionPolicy.STANDARD).pairs().size())
        .put("remote_called", false)
        .put("revision", revision(file))
        .build();
  }

  private static JsonObject project(SnapshotFile file) throws ReceiptException {
    Snapshot snapshot = Snapshot.of(file.format(), file.session(), file.messages());
    Projection projection = Projection.of(snapshot, file.receipts());
    return JsonObject.builder()
        .put("messages", Edits.apply(file.messages(), file.format(), projection.edits()))
        .put(
            "projection",
            JsonObject.builder()
                .put("applied", projection.applied())
                .put("inactive", projection.inactive())
                .put("invalid", projection.invalid())
                .put("body_bytes_removed", projection.bytesRemoved())
                .build())
        .put("revision", revision(file))
        .build();
  }

  /** A list that cannot be hashed has no revision; nothing else depends on it. */
  private static Json revision(SnapshotFile file) {
    try {
      return Json.of(Snapshot.revision(file.format(), file.session(), file.messages()).hex());
    } catch (JsonException e) {
      return JsonNull.NULL;
    }
  }
}
