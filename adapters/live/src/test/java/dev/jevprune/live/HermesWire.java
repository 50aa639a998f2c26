package dev.jevprune.live;

/**
 * A form in which Hermes speaks to a model server, and the part of its config.yaml that chooses it.
 */
enum HermesWire {
  CHAT("chat_completions", "/chat/completions") {
    @Override
    String config(int port, String model) {
      return """
          model:
            default: %s
            provider: custom
            base_url: http://127.0.0.1:%d/v1
            api_key: sk-mock
            context_length: 200000
          """
          .formatted(model, port);
    }
  },

  RESPONSES("codex_responses", "/responses") {
    @Override
    String config(int port, String model) {
      return """
          model:
            default: %s
            provider: custom:mock
            context_length: 200000
          custom_providers:
          - name: mock
            base_url: http://127.0.0.1:%d/v1
            api_key: sk-mock
            api_mode: codex_responses
          """
          .formatted(model, port);
    }
  },

  /** The path names the maker's own host: Hermes strips signatures for every other one. */
  ANTHROPIC("anthropic_messages", "/v1/messages") {
    @Override
    String config(int port, String model) {
      return """
          model:
            default: %s
            provider: custom
            api_mode: anthropic_messages
            base_url: http://127.0.0.1:%d/api.anthropic.com
            api_key: sk-mock
            context_length: 200000
          """
          .formatted(model, port);
    }
  };

  private final String apiMode;
  private final String pathEnd;

  HermesWire(String apiMode, String pathEnd) {
    this.apiMode = apiMode;
    this.pathEnd = pathEnd;
  }

  String apiMode() {
    return apiMode;
  }

  String pathEnd() {
    return pathEnd;
  }

  abstract String config(int port, String model);
}
