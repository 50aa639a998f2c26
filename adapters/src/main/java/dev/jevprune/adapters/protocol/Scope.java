package dev.jevprune.adapters.protocol;

import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.snapshot.Format;
import java.util.Map;

/** Which session of which host profile a request speaks of. */
public record Scope(String host, Digest profile, SessionId session) {
  private static final Map<String, Format> FORMATS =
      Map.of("pi", Format.PI, "opencode", Format.OPENCODE, "hermes", Format.OPENAI);

  static Scope of(Fields fields) throws ProtocolException {
    String host = hostOf(fields);
    if (!FORMATS.containsKey(host)) {
      throw fields.missing("host", "\"pi\", \"opencode\" or \"hermes\"");
    }
    return new Scope(host, profileOf(fields), sessionOf(fields, "session"));
  }

  /** The shape of the host's message lists as the worker judges them. */
  public Format format() {
    return FORMATS.getOrDefault(host, Format.PI);
  }

  static String hostOf(Fields fields) throws ProtocolException {
    String host = fields.text("host");
    if (!host.matches("[a-z][a-z0-9-]{0,31}")) {
      throw fields.missing("host", "a host's name, such as \"pi\"");
    }
    return host;
  }

  static Digest profileOf(Fields fields) throws ProtocolException {
    // The profile names a folder, so nothing but a digest may get through.
    return Digest.parse(fields.text("profile"))
        .orElseThrow(() -> fields.missing("profile", "64 lower-case hex digits"));
  }

  static SessionId sessionOf(Fields fields, String name) throws ProtocolException {
    return SessionId.parse(fields.text(name))
        .orElseThrow(() -> fields.missing(name, "a session id of 1 to 500 characters"));
  }
}
