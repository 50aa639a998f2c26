package dev.jevprune.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.core.json.ConversationJson;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonNull;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.projection.Outcome;
import dev.jevprune.core.projection.Projection;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import dev.jevprune.core.receipt.ReceiptException;
import dev.jevprune.core.selection.SelectionPolicy;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import dev.jevprune.core.testing.Conversations;
import dev.jevprune.core.testing.Dialects;
import dev.jevprune.core.testing.Records;
import dev.jevprune.core.testing.Records.Place;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A receipt applies to what was approved, byte for byte, and to nothing else. */
class ReceiptFuzzPropertyTest {

  private static final int CHANGES_PER_CONVERSATION = 12;

  @Property(tries = 150)
  void noSingleByteOfSourceOrWitnessMayChange(@ForAll long seed, @ForAll Format format)
      throws JsonException, ReceiptException {
    Random random = new Random(seed);
    Pruned pruned = approved(format, seed);
    for (Receipt receipt : pruned.receipts()) {
      for (Place place : places(pruned, receipt)) {
        for (int i = 0; i < CHANGES_PER_CONVERSATION; i++) {
          Json changed = withOneByteChanged(place.record(), random);
          if (!changed.equals(place.record())) {
            assertKept(pruned, receipt, place.put(pruned.before(), changed));
          }
        }
      }
    }
  }

  @Property(tries = 100)
  void noFieldOfSourceOrWitnessMayChange(@ForAll long seed, @ForAll Format format)
      throws ReceiptException {
    Pruned pruned = approved(format, seed);
    for (Receipt receipt : pruned.receipts()) {
      for (Place place : places(pruned, receipt)) {
        for (UnaryOperator<Json> change : changesOfEveryField(place.record())) {
          Json changed = change.apply(place.record());
          assertThat(changed).isNotEqualTo(place.record());
          assertKept(pruned, receipt, place.put(pruned.before(), changed));
        }
      }
    }
  }

  @Property(tries = 100)
  void neitherMayBeMissingTwiceOrOutOfOrder(@ForAll long seed, @ForAll Format format)
      throws ReceiptException {
    Pruned pruned = approved(format, seed);
    for (Receipt receipt : pruned.receipts()) {
      int source = index(pruned, receipt.source().id());
      int witness = index(pruned, receipt.witness().id());
      List<Json> swapped = new ArrayList<>(pruned.before().elements());
      swapped.set(source, pruned.before().get(witness));
      swapped.set(witness, pruned.before().get(source));
      assertKept(pruned, receipt, new JsonArray(swapped));
      for (int index : new int[] {source, witness}) {
        List<Json> without = new ArrayList<>(pruned.before().elements());
        without.set(index, JsonObject.EMPTY);
        assertKept(pruned, receipt, new JsonArray(without));
        List<Json> twice = new ArrayList<>(pruned.before().elements());
        twice.add(index, pruned.before().get(index));
        assertKept(pruned, receipt, new JsonArray(twice));
        List<Json> early = new ArrayList<>(pruned.before().elements());
        early.add(0, early.remove(index));
        if (format != Format.OPENCODE) { // where call and result are one record
          assertKept(pruned, receipt, new JsonArray(early));
        }
      }
    }
  }

  @Property(tries = 150)
  void noSingleByteOfAReceiptMayChange(@ForAll long seed, @ForAll Format format)
      throws JsonException {
    Random random = new Random(seed);
    Pruned pruned = approved(format, seed);
    for (Json written : ReceiptCodec.write(pruned.receipts())) {
      JsonObject whole = (JsonObject) written;
      Map<String, Json> proven = new LinkedHashMap<>(whole.members());
      Json evaluator = proven.remove("evaluator"); // who approved it decides nothing
      for (int i = 0; i < CHANGES_PER_CONVERSATION; i++) {
        Json changed = withOneByteChanged(new JsonObject(proven), random);
        if (!changed.equals(new JsonObject(proven)) && changed instanceof JsonObject object) {
          assertRefused(pruned, object.with("evaluator", evaluator));
        }
      }
    }
  }

  private static Pruned approved(Format format, long seed) {
    JsonArray pi = Conversations.orderlyPi(seed);
    return Pruned.of(format, Dialects.of(format, pi), SelectionPolicy.STANDARD);
  }

  private static void assertKept(Pruned pruned, Receipt receipt, JsonArray messages)
      throws ReceiptException {
    Snapshot snapshot = Snapshot.of(receipt.format(), Pruned.SESSION, messages);
    assertThat(Projection.of(snapshot, List.of(receipt)).outcomes().get(0))
        .as("%s in %s messages", receipt, pruned.before().size())
        .isNotInstanceOf(Outcome.Applied.class);
  }

  private static void assertRefused(Pruned pruned, JsonObject receipt) {
    try {
      List<Receipt> receipts = ReceiptCodec.read(JsonArray.of(receipt));
      assertThat(Projection.of(pruned.snapshot(), receipts).applied()).isZero();
    } catch (ReceiptException e) {
      assertThat(e.kind()).isNotNull();
    }
  }

  private static List<Place> places(Pruned pruned, Receipt receipt) {
    List<Place> places = new ArrayList<>();
    for (CallId id : List.of(receipt.source().id(), receipt.witness().id())) {
      places.addAll(Records.of(receipt.format(), pruned.before(), id.value()));
    }
    assertThat(places).hasSize(receipt.format() == Format.OPENCODE ? 2 : 4);
    return places;
  }

  private static int index(Pruned pruned, CallId id) {
    return pruned.snapshot().item(id).map(Item::messageIndex).orElseThrow();
  }

  /** Another value read from the record's text with one byte changed; the record itself if none. */
  private static Json withOneByteChanged(Json record, Random random) throws JsonException {
    StringBuilder text = new StringBuilder(JsonText.write(record));
    text.setCharAt(random.nextInt(text.length()), (char) (' ' + random.nextInt(95)));
    try {
      return ConversationJson.parse(text.toString());
    } catch (JsonException e) {
      return record; // no host could have it
    }
  }

  /** One change per scalar, and per member that could be gone, doubled or of another kind. */
  private static List<UnaryOperator<Json>> changesOfEveryField(Json record) {
    List<UnaryOperator<Json>> changes = new ArrayList<>();
    JsonObject object = (JsonObject) record;
    object
        .members()
        .forEach(
            (name, value) -> {
              changes.add(r -> ((JsonObject) r).with(name, JsonNull.NULL));
              changes.add(r -> ((JsonObject) r).with(name, JsonArray.of(value)));
              changes.add(r -> without((JsonObject) r, name));
              changes.add(r -> ((JsonObject) r).with(name, Records.altered(value)));
            });
    changes.add(r -> ((JsonObject) r).with("added", Json.of(1)));
    changes.add(r -> JsonArray.of(r));
    changes.add(r -> new JsonObject(((JsonObject) r).members(), /* repeated= */ true));
    return changes;
  }

  private static JsonObject without(JsonObject object, String name) {
    Map<String, Json> members = new LinkedHashMap<>(object.members());
    members.remove(name);
    return new JsonObject(members);
  }
}
