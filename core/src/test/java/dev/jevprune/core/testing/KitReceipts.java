package dev.jevprune.core.testing;

import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.receipt.Receipt;
import dev.jevprune.core.receipt.ReceiptCodec;
import java.util.ArrayList;
import java.util.List;

/** Receipts of a model in the older kit's form, for comparing with its answers. */
public final class KitReceipts {

  private KitReceipts() {}

  /** One object for each receipt, which names its model and no evaluator. */
  public static JsonArray of(List<Receipt> receipts) {
    List<Json> list = new ArrayList<>();
    for (Receipt receipt : receipts) {
      list.add(
          JsonObject.builder()
              .put("policy", receipt.policy())
              .put("model", receipt.evaluator().model().orElseThrow())
              .put("session", receipt.session().value())
              .put("format", receipt.format().wireName())
              .put("source", ReceiptCodec.write(receipt.source()))
              .put("witness", ReceiptCodec.write(receipt.witness()))
              .build());
    }
    return new JsonArray(list);
  }
}
