package dev.jevprune.core.receipt;

import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.ReceiptException.Kind;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Proof;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads and writes lists of receipts. The whole list is checked before anything is used of it: a
 * list with one bad receipt is no list.
 *
 * <p>Two schemas are read: ours names an {@code evaluator}, the older kit's names a {@code model}.
 * Ours is written.
 */
public final class ReceiptCodec {

  private static final Set<String> OURS =
      Set.of("policy", "evaluator", "session", "format", "source", "witness");
  private static final Set<String> KIT =
      Set.of("policy", "model", "session", "format", "source", "witness");
  private static final Set<String> PROOF = Set.of("id", "hash", "request");

  private ReceiptCodec() {}

  /**
   * The receipts that {@code value} lists.
   *
   * @throws ReceiptException if it is no list of good receipts; the first fault in reading order
   */
  public static List<Receipt> read(Json value) throws ReceiptException {
    if (!(value instanceof JsonArray array) || array.size() > Limits.MAX_RECEIPTS) {
      throw new ReceiptException(Kind.RECEIPTS, -1);
    }
    List<Receipt> receipts = new ArrayList<>(array.size());
    Optional<ReceiptException> foreign = Optional.empty();
    List<Proof> proofs = new ArrayList<>(2 * array.size());
    for (int i = 0; i < array.size(); i++) {
      JsonObject object = object(array.get(i), i);
      Evaluator evaluator = evaluator(object, i);
      Proof source = proof(object.get("source"), i);
      Proof witness = proof(object.get("witness"), i);
      Optional<SessionId> session = object.string("session").flatMap(SessionId::parse);
      Optional<Format> format = object.string("format").flatMap(Format::parse);
      if (session.isEmpty() || format.isEmpty()) {
        // Names no session that could exist; told only when the rest of the list is sound.
        foreign = Optional.of(new ReceiptException(Kind.FOREIGN, i));
      } else {
        receipts.add(
            new Receipt(
                Receipt.EXACT_READ_REPEAT,
                evaluator,
                session.get(),
                format.get(),
                source,
                witness));
      }
      proofs.add(source);
      proofs.add(witness);
    }
    checkDependencies(proofs);
    if (foreign.isPresent()) {
      throw foreign.get();
    }
    return List.copyOf(receipts);
  }

  /** The list in our schema. */
  public static JsonArray write(List<Receipt> receipts) {
    List<Json> list = new ArrayList<>(receipts.size());
    for (Receipt receipt : receipts) {
      list.add(
          JsonObject.builder()
              .put("policy", receipt.policy())
              .put("evaluator", write(receipt.evaluator()))
              .put("session", receipt.session().value())
              .put("format", receipt.format().wireName())
              .put("source", write(receipt.source()))
              .put("witness", write(receipt.witness()))
              .build());
    }
    return new JsonArray(list);
  }

  /** A proof as it stands in a receipt. */
  public static JsonObject write(Proof proof) {
    return JsonObject.builder()
        .put("id", proof.id().value())
        .put("hash", proof.call().hex())
        .put("request", proof.request().hex())
        .build();
  }

  /**
   * Checks the rules over a whole list: at most 128, no source twice, nothing both source and
   * witness. Several sources may share a witness.
   *
   * @throws ReceiptException if a rule is broken
   */
  public static void check(List<Receipt> receipts) throws ReceiptException {
    if (receipts.size() > Limits.MAX_RECEIPTS) {
      throw new ReceiptException(Kind.RECEIPTS, -1);
    }
    List<Proof> proofs = new ArrayList<>(2 * receipts.size());
    for (Receipt receipt : receipts) {
      proofs.add(receipt.source());
      proofs.add(receipt.witness());
    }
    checkDependencies(proofs);
  }

  /** Takes the proofs of source and witness in turn. */
  private static void checkDependencies(List<Proof> proofs) throws ReceiptException {
    Set<CallId> sources = new HashSet<>();
    Set<CallId> witnesses = new HashSet<>();
    for (int i = 0; i < proofs.size(); i += 2) {
      CallId source = proofs.get(i).id();
      CallId witness = proofs.get(i + 1).id();
      witnesses.add(witness);
      if (!sources.add(source) || witnesses.contains(source) || sources.contains(witness)) {
        throw new ReceiptException(Kind.DEPENDENCY, i / 2);
      }
    }
  }

  private static JsonObject object(Json value, int index) throws ReceiptException {
    if (value instanceof JsonObject object
        && (object.members().keySet().equals(OURS) || object.members().keySet().equals(KIT))
        && object.string("policy").filter(Receipt.EXACT_READ_REPEAT::equals).isPresent()) {
      return object;
    }
    throw new ReceiptException(Kind.RECEIPT, index);
  }

  private static Evaluator evaluator(JsonObject receipt, int index) throws ReceiptException {
    if (receipt.has("model")) {
      if (receipt.string("model").filter(Evaluator.KIT_MODEL::equals).isPresent()) {
        return Evaluator.KIT;
      }
      throw new ReceiptException(Kind.RECEIPT, index);
    }
    JsonObject evaluator = receipt.object("evaluator").orElse(JsonObject.EMPTY);
    Optional<Evaluator.Kind> kind = evaluator.string("kind").flatMap(Evaluator.Kind::parse);
    Optional<String> version = evaluator.string("version");
    Optional<String> model = evaluator.string("model");
    int members = model.isPresent() ? 3 : 2;
    if (kind.isEmpty() || version.isEmpty() || evaluator.members().size() != members) {
      throw new ReceiptException(Kind.RECEIPT, index);
    }
    return new Evaluator(kind.get(), model, version.get());
  }

  private static JsonObject write(Evaluator evaluator) {
    JsonObject.Builder object = JsonObject.builder().put("kind", evaluator.kind().wireName());
    evaluator.model().ifPresent(model -> object.put("model", model));
    return object.put("version", evaluator.version()).build();
  }

  private static Proof proof(Optional<Json> value, int index) throws ReceiptException {
    if (value.isEmpty()
        || !(value.get() instanceof JsonObject object)
        || !object.members().keySet().equals(PROOF)
        || object.string("id").isEmpty()
        || object.string("hash").isEmpty()
        || object.string("request").isEmpty()) {
      throw new ReceiptException(Kind.PROOF, index);
    }
    Optional<CallId> id = CallId.parse(object.string("id").get());
    if (id.isEmpty()) {
      throw new ReceiptException(Kind.PROOF_ID, index);
    }
    Optional<Digest> call = Digest.parse(object.string("hash").get());
    Optional<Digest> request = Digest.parse(object.string("request").get());
    if (call.isEmpty() || request.isEmpty()) {
      throw new ReceiptException(Kind.PROOF_HASH, index);
    }
    return new Proof(id.get(), call.get(), request.get());
  }
}
