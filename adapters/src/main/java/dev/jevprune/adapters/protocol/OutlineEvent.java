package dev.jevprune.adapters.protocol;

import dev.jevprune.core.json.JsonObject;
import java.util.Optional;

/**
 * One call that reads or may edit files, as the shim saw it.
 *
 * @param id the call's id
 * @param unique whether the id stands on one call and one result
 * @param call message index of the call
 * @param at message index of the result, −1 when there is none
 * @param tool the tool's name
 * @param ok whether the result says that the call succeeded
 * @param args SHA-256 of the argument spelling; empty when not well-formed
 * @param target the arguments that name files and ranges
 */
public record OutlineEvent(
    String id,
    boolean unique,
    int call,
    int at,
    String tool,
    boolean ok,
    String args,
    JsonObject target) {

  static OutlineEvent of(Fields fields) throws ProtocolException {
    Optional<Fields> target = fields.optionalObject("target");
    return new OutlineEvent(
        fields.text("id"),
        fields.flag("unique"),
        fields.index("call", -1),
        fields.index("at", -1),
        fields.text("tool"),
        fields.flag("ok"),
        fields.text("args"),
        target.map(Fields::raw).orElse(JsonObject.EMPTY));
  }
}
