package dev.jevprune.live;

/** A wire format that Pi speaks to a model server, named as Pi's {@code models.json} names it. */
enum Wire {
  OPENAI("openai-completions", "/v1"),
  ANTHROPIC("anthropic-messages", "");

  private final String api;
  private final String basePath;

  Wire(String api, String basePath) {
    this.api = api;
    this.basePath = basePath;
  }

  String api() {
    return api;
  }

  /** Pi appends {@code /chat/completions} to the one and {@code /v1/messages} to the other. */
  String baseUrl(int port) {
    return "http://127.0.0.1:" + port + basePath;
  }
}
