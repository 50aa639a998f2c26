package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.protocol.OutlineCall;
import dev.jevprune.adapters.protocol.Request;
import dev.jevprune.core.CallId;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.snapshot.Format;
import dev.jevprune.core.snapshot.Item;
import dev.jevprune.core.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks that a body is the one the outline spoke of. The ledger will hold the outline's
 * fingerprints, so what was judged and what is replayed must be the same text and arguments.
 */
final class BodyCheck {
  private static final SessionId ANY = new SessionId("body-check");

  private BodyCheck() {}

  static boolean fits(Format format, Request.Body body, OutlineCall outlined) {
    BodyForm form = BodyForm.of(format);
    List<Json> list = new ArrayList<>();
    list.add(form.assistant(List.of(body)));
    form.answer(body).ifPresent(list::add);
    Snapshot snapshot = Snapshot.of(format, ANY, new JsonArray(list));
    Optional<Item> item = CallId.parse(body.id()).flatMap(snapshot::item);
    if (item.isEmpty()) {
      // Not usable; core says why when it sees it among the others.
      return form.isNamed(body);
    }
    return item.get().tool().equals(outlined.tool())
        && item.get().shape().wireName().equals(outlined.shape())
        && item.get().bodyBytes() == outlined.bytes()
        && textDigest(item.get().texts()).equals(outlined.text())
        && argumentDigest(item.get().arguments()).equals(outlined.args());
  }

  /**
   * The fingerprint of texts as the shim makes it: a single text itself, several as a JSON list.
   */
  static String textDigest(List<String> texts) {
    try {
      String hashed =
          texts.size() == 1
              ? texts.get(0)
              : JsonText.writeAsScript(new JsonArray(texts.stream().<Json>map(Json::of).toList()));
      return Digest.ofUtf8(hashed).map(Digest::hex).orElse("");
    } catch (JsonException e) {
      return "";
    }
  }

  /** The fingerprint of arguments as the shim makes it. */
  static String argumentDigest(Json arguments) {
    try {
      return Digest.ofUtf8(JsonText.writeAsScript(arguments)).map(Digest::hex).orElse("");
    } catch (JsonException e) {
      return "";
    }
  }
}
