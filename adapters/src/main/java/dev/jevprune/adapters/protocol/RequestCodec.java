package dev.jevprune.adapters.protocol;

import dev.jevprune.core.Limits;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonBool;
import dev.jevprune.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Turns a request object into its typed form. */
public final class RequestCodec {
  /** The figures of a heartbeat, in the order in which they are kept. */
  public static final List<String> FIGURES =
      List.of("requests", "projected", "applied", "invalid", "inactive", "bytesRemoved");

  /** The variables of a host that an assessment may name. A key is not among them. */
  public static final List<String> ENVIRONMENT =
      List.of(
          "HTTPS_PROXY",
          "https_proxy",
          "NO_PROXY",
          "no_proxy",
          "SSL_CERT_FILE",
          "JEV_PRUNE_ALLOW_REMOTE",
          "JEV_PRUNE_ENV_FILE");

  private static final int MAX_BODIES = 20_000;

  private RequestCodec() {}

  /**
   * Reads one request.
   *
   * @throws ProtocolException {@code bad_request}, {@code unknown_op}, {@code limit} or {@code
   *     unsupported_protocol}
   */
  public static Request parse(JsonObject object) throws ProtocolException {
    Fields fields = Fields.of(object);
    String op = fields.text("op");
    checkVersion(fields, op);
    return switch (op) {
      case "hello" -> hello(fields);
      case "heartbeat" -> heartbeat(fields);
      case "outline" -> outline(fields);
      case "bodies" -> bodies(fields);
      case "preview" -> preview(fields);
      case "approve" ->
          new Request.Approve(Scope.of(fields), fields.text("ticket"), Choice.of(fields));
      case "assess" -> assess(fields);
      case "undo" -> new Request.Undo(Scope.of(fields), fields.text("ticket"), Choice.of(fields));
      case "due" -> new Request.Due(Scope.of(fields), fields.text("ticket"));
      case "stats" -> new Request.Stats(Scope.of(fields));
      case "drop" -> new Request.Drop(Scope.of(fields), Choice.of(fields));
      case "switch" ->
          new Request.Switch(Scope.of(fields), fields.text("ticket"), fields.flag("on"));
      case "ledger" -> new Request.LedgerOf(Scope.of(fields), optionalSession(fields, "parent"));
      case "chain" -> chain(fields);
      case "status" -> new Request.Status();
      case "stop" -> new Request.Stop();
      default ->
          throw new ProtocolException(
              ErrorCode.UNKNOWN_OP,
              "This worker does not know the asked operation; it may be older than the client. Run"
                  + " `jevprune worker stop`, then try again.");
    };
  }

  private static void checkVersion(Fields fields, String op) throws ProtocolException {
    long version = fields.whole("v", 1);
    // hello negotiates by its own member, so that a newer client gets a useful answer.
    if (!op.equals("hello") && !ProtocolRange.OURS.contains(version)) {
      throw unsupported(String.valueOf(version));
    }
  }

  /** The error for a client with no version in common. */
  public static ProtocolException unsupported(String theirs) {
    return new ProtocolException(
        ErrorCode.UNSUPPORTED_PROTOCOL,
        "The client speaks protocol "
            + theirs
            + ", this worker speaks "
            + ProtocolRange.OURS
            + ". Run `jevprune worker stop` and `jevprune-install --apply`, then restart the host.");
  }

  private static Request hello(Fields fields) throws ProtocolException {
    Fields protocol = fields.object("protocol");
    int min = protocol.index("min", 1);
    int max = protocol.index("max", 1);
    if (max < min) {
      throw protocol.missing("max", "at least min");
    }
    return new Request.Hello(
        Scope.hostOf(fields),
        fields.optionalText("hostVersion").orElse(""),
        Scope.profileOf(fields),
        optionalSession(fields, "session"),
        fields.object("shim").text("version"),
        new ProtocolRange(min, max),
        fields.whole("pid", 0));
  }

  private static Request heartbeat(Fields fields) throws ProtocolException {
    Map<String, Long> figures = new LinkedHashMap<>();
    for (String name : FIGURES) {
      figures.put(name, fields.whole(name, 0));
    }
    Optional<Fields> usage = fields.optionalObject("usage");
    return new Request.Heartbeat(
        Scope.of(fields),
        fields.optionalText("hostVersion").orElse(""),
        figures,
        usage.isEmpty() ? Optional.empty() : Optional.of(RunUsage.of(usage.get())));
  }

  private static Request outline(Fields fields) throws ProtocolException {
    return new Request.OutlineOf(
        Scope.of(fields),
        model(fields),
        Outline.of(fields.object("outline")),
        fields.optionalText("for").filter("request"::equals).isPresent());
  }

  private static Optional<Request.ModelName> model(Fields fields) throws ProtocolException {
    Optional<Fields> named = fields.optionalObject("model");
    if (named.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Request.ModelName(
            named.get().optionalText("api").orElse(""),
            named.get().optionalText("provider").orElse(""),
            named.get().optionalText("id").orElse("")));
  }

  private static Request chain(Fields fields) throws ProtocolException {
    Scope scope = Scope.of(fields);
    String mode = fields.optionalText("mode").orElse("transform");
    if (!mode.equals("transform") && !mode.equals("plan")) {
      throw fields.missing("mode", "\"transform\" or \"plan\"");
    }
    JsonArray messages =
        fields
            .any("messages")
            .filter(JsonArray.class::isInstance)
            .map(JsonArray.class::cast)
            .filter(list -> list.size() <= Limits.MAX_MESSAGES)
            .orElseThrow(() -> fields.missing("messages", "a list of messages"));
    return new Request.Chain(
        scope,
        model(fields),
        mode.equals("plan"),
        scope.format(),
        fields.optionalText("api").orElse(""),
        fields.optionalText("workspace").orElse(""),
        fields.optionalText("goal").orElse(""),
        fields.text("busHome"),
        fields.whole("budgetMillis", 1),
        ownEdits(fields, messages.size()),
        messages);
  }

  private static List<Request.OwnEdit> ownEdits(Fields fields, int messages)
      throws ProtocolException {
    List<Request.OwnEdit> edits = new ArrayList<>();
    for (Fields edit : fields.objects("own", Limits.MAX_MESSAGES)) {
      OptionalInt witness =
          edit.any("witness").isPresent()
              ? OptionalInt.of(edit.index("witness", 0))
              : OptionalInt.empty();
      int index = edit.index("index", 0);
      if (index >= messages || witness.orElse(0) >= messages) {
        throw edit.missing("index", "the place of a message");
      }
      edits.add(new Request.OwnEdit(index, witness, edit.object("message").raw()));
    }
    return edits;
  }

  private static Request bodies(Fields fields) throws ProtocolException {
    List<Request.Body> bodies = new ArrayList<>();
    for (Fields body : fields.objects("bodies", MAX_BODIES)) {
      bodies.add(
          new Request.Body(
              body.text("id"),
              body.any("call").orElseThrow(() -> body.missing("call", "the call record")),
              body.any("result").orElseThrow(() -> body.missing("result", "the result message"))));
    }
    return new Request.Bodies(Scope.of(fields), fields.text("ticket"), bodies);
  }

  private static Request preview(Fields fields) throws ProtocolException {
    String detail = fields.optionalText("detail").orElse("pairs");
    if (!detail.equals("pairs") && !detail.equals("why")) {
      throw fields.missing("detail", "\"pairs\" or \"why\"");
    }
    return new Request.Preview(Scope.of(fields), fields.text("ticket"), detail.equals("why"));
  }

  private static Request assess(Fields fields) throws ProtocolException {
    Map<String, String> environment = new LinkedHashMap<>();
    Optional<Fields> given = fields.optionalObject("environment");
    for (String name : ENVIRONMENT) {
      Optional<String> value =
          given.isPresent() ? given.get().optionalText(name) : Optional.empty();
      value.ifPresent(text -> environment.put(name, text));
    }
    return new Request.Assess(
        Scope.of(fields),
        fields.text("ticket"),
        fields.optionalText("plan"),
        environment,
        fields.any("hostHasKey").filter(JsonBool.TRUE::equals).isPresent());
  }

  private static Optional<SessionId> optionalSession(Fields fields, String name)
      throws ProtocolException {
    return fields.any(name).isEmpty()
        ? Optional.empty()
        : Optional.of(Scope.sessionOf(fields, name));
  }
}
