package dev.jevprune.adapters.demo;

import dev.jevprune.adapters.embedded.PiMessages;

/**
 * The made-up session: a file read twice, another once, a new turn, and seventeen messages after
 * it.
 */
final class DemoSession {
  static final String ID = "demo-session";
  static final String PATH = "conf/server.toml";
  static final String OTHER_PATH = "src/Server.java";
  static final String SOURCE = "call_1";
  static final String WITNESS = "call_3";

  static final String CONFIG =
      """
      # Settings of the development server. Production has its own file.
      [server]
      host = "127.0.0.1"                  # only this machine may connect
      port = 8080                         # the proxy in front expects it
      worker_threads = 4                  # one for each core of the small machines
      request_timeout_seconds = 30        # the proxy waits for 35 seconds
      [log]
      level = "info"                      # debug, info or warn
      file = "/var/log/example/server.log"
      [limits]
      max_body_bytes = 1048576            # one mebibyte is enough for every form
      max_open_connections = 512          # see the notes on load in the wiki
      """;

  private static final String SERVER =
      """
      final class Server {
        private final Settings settings;
        Server(Settings settings) { this.settings = settings; }
        void start() { listen(settings.host(), settings.port()); }
      }
      """;

  private DemoSession() {}

  static PiMessages messages() {
    PiMessages chat =
        new PiMessages()
            .user("On which port does the server listen?")
            .read(SOURCE, PATH, CONFIG)
            .read("call_2", OTHER_PATH, SERVER)
            .read(WITNESS, PATH, CONFIG)
            .assistant("It listens on port 8080, as conf/server.toml says.")
            .user("Add a route /health that answers ok, and test it.");
    String[][] steps = {
      {"ls src", "Routes.java\nServer.java\nSettings.java\n"},
      {
        "grep -n route src/Routes.java",
        "12:  route(\"/\", this::index);\n13:  route(\"/items\", this::items);\n"
      },
      {"sed -i '13a route(\"/health\", this::health);' src/Routes.java", ""},
      {"grep -n health src/Routes.java", "14:  route(\"/health\", this::health);\n"},
      {"javac -d out src/*.java", ""},
      {"java -cp out Server & sleep 1", "listening on 127.0.0.1:8080\n"},
      {"curl -s localhost:8080/health", "ok\n"},
      {"git status --short", " M src/Routes.java\n"},
    };
    for (int i = 0; i < steps.length; i++) {
      chat.bash("call_" + (i + 4), steps[i][0], steps[i][1]);
    }
    return chat.assistant("The route /health answers ok.");
  }
}
