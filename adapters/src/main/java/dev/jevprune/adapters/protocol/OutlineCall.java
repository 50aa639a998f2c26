package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.JsonBool;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One read call of the outline, as the shim saw it in the outgoing list. Nothing here is believed
 * without its body: the worker recomputes what a decision rests on.
 *
 * @param id the call's id
 * @param calls how often the id occurs as a call in the whole list
 * @param results how often the id occurs as a result in the whole list
 * @param call message index of the call, −1 when there is none
 * @param at message index of the result, −1 when there is none
 * @param tool the tool's name
 * @param path the path as the model spelt it, for display only
 * @param offset first line asked for, when given
 * @param limit number of lines asked for, when given
 * @param ok whether the result says that the call succeeded
 * @param shape {@code text}, {@code parts:N} or {@code other}
 * @param bytes UTF-8 bytes of the text or texts
 * @param args SHA-256 of the argument spelling; empty when not well-formed
 * @param text SHA-256 of the text or of the JSON list of texts; empty when not well-formed
 * @param wellFormed whether text, arguments and id are well-formed Unicode
 * @param pruned whether our marker already stands there
 * @param notice whether the host added a notice of its own to the text
 * @param pinned whether a stub of the host refers to this body
 * @param after UTF-8 bytes of all text behind this message
 */
public record OutlineCall(
    String id,
    int calls,
    int results,
    int call,
    int at,
    String tool,
    String path,
    OptionalLong offset,
    OptionalLong limit,
    boolean ok,
    String shape,
    long bytes,
    String args,
    String text,
    boolean wellFormed,
    boolean pruned,
    boolean notice,
    boolean pinned,
    long after) {

  static OutlineCall of(Fields fields) throws ProtocolException {
    return new OutlineCall(
        fields.text("id"),
        fields.index("calls", 0),
        fields.index("results", 0),
        fields.index("call", -1),
        fields.index("at", -1),
        fields.text("tool"),
        fields.optionalText("path").orElse(""),
        number(fields, "offset"),
        number(fields, "limit"),
        fields.flag("ok"),
        fields.text("shape"),
        fields.whole("bytes", 0),
        fields.text("args"),
        fields.text("text"),
        fields.flag("wellFormed"),
        fields.flag("pruned"),
        fields.flag("notice"),
        fields.any("pinned").filter(JsonBool.TRUE::equals).isPresent(),
        fields.whole("after", 0));
  }

  // What the model wrote as offset may be anything; only a whole number is worth showing.
  private static OptionalLong number(Fields fields, String name) {
    try {
      Optional<Long> value = fields.optionalWhole(name);
      return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
    } catch (ProtocolException e) {
      return OptionalLong.empty();
    }
  }

  /** Path and line range for display, such as {@code src/a.ts:11-30}. */
  public String label() {
    String name = path.isEmpty() ? "(no path)" : path;
    if (offset.isEmpty() && limit.isEmpty()) {
      return name;
    }
    long first = offset.orElse(1);
    return limit.isPresent()
        ? name + ":" + first + "-" + (first + limit.getAsLong() - 1)
        : name + ":" + first + "-";
  }
}
