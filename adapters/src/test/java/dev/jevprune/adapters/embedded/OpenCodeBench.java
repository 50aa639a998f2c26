package dev.jevprune.adapters.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A world with one OpenCode and the shim in it. Closing it checks what no test may leave behind.
 */
final class OpenCodeBench implements AutoCloseable {
  static final String PLUGIN = "/config/plugins/jev-prune.js";
  static final String SESSION = "ses_1";

  final Path data;
  final EmbeddedHost host;
  final SimulatedOpenCode openCode;
  final ShimConfig config;

  private OpenCodeBench(HostSettings settings) {
    data = settings.folder().resolve("data");
    config = new ShimConfig(data, Bench.PROFILE, settings.folder().resolve("java").toString());
    host = EmbeddedHost.open(settings);
    openCode = host.openCode();
    openCode.session(SESSION);
    try {
      Files.createDirectories(data);
      Files.writeString(Path.of(config.java()), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static OpenCodeBench bare(Path folder) {
    return new OpenCodeBench(HostSettings.in(folder));
  }

  static OpenCodeBench load(HostSettings settings, Transport transport) {
    OpenCodeBench bench = new OpenCodeBench(settings);
    assertThat(bench.openCode.loadShim(PLUGIN, bench.config, transport).settled()).isTrue();
    return bench;
  }

  static OpenCodeBench load(Path folder, Transport transport) {
    return load(HostSettings.in(folder), transport);
  }

  OpenCodeBench chat(OpenCodeMessages chat) {
    openCode.append(SESSION, chat.json());
    return this;
  }

  /** What one step sends; it must have ended without waiting for anything. */
  String outgoing() {
    return ended(openCode.request(SESSION));
  }

  static String ended(Pending request) {
    assertThat(request.settled()).as("the request waits for nothing").isTrue();
    return request.value();
  }

  String stored() {
    return openCode.stored(SESSION);
  }

  /**
   * Types {@code /prune …}; every deadline of the shim passes. The last note, or the last toast.
   */
  String prune(String words) {
    int notes = openCode.notes(SESSION).size();
    Pending command = openCode.command(SESSION, "prune", words);
    if (!command.settled()) {
      settle();
    }
    assertThat(command.value()).startsWith("\"ended: Jev Prune handled this command");
    return openCode.notes(SESSION).size() > notes
        ? openCode.notes(SESSION).get(notes)
        : openCode.toasts().get(openCode.toasts().size() - 1).message();
  }

  void settle() {
    host.advance(Duration.ofSeconds(60));
  }

  @Override
  public void close() {
    try {
      settle();
      assertThat(host.crashes()).as("what OpenCode would have printed as unhandled").isEmpty();
      assertThat(openCode.failures()).as("what OpenCode would have logged").isEmpty();
      assertThat(openCode.turns()).as("models asked because of us").isZero();
      assertThat(host.printed()).as("standard output belongs to the host").isEmpty();
      assertThat(host.heldTimers()).as("timers left behind").isZero();
    } finally {
      host.close();
    }
  }

  /** A file read twice ("a1", "a2"), then a new turn with 17 more steps. */
  static OpenCodeMessages onePair() {
    OpenCodeMessages chat =
        new OpenCodeMessages()
            .user("Which port does the server use?")
            .read("a1", Chats.PATH, Chats.BODY)
            .read("b1", Chats.OTHER_PATH, Chats.OTHER)
            .read("a2", Chats.PATH, Chats.BODY)
            .assistant("It uses port 8080.")
            .user("Now start the server.");
    return later(chat, 17);
  }

  static OpenCodeMessages later(OpenCodeMessages chat, int steps) {
    for (int i = 0; i < steps - 1; i++) {
      chat.bash("s" + chat.size(), "step " + i, "done " + i + "\n");
    }
    return chat.assistant("Started.");
  }

  static LedgerFile onePairDecided() {
    return LedgerFile.ofOpenCode(SESSION).pair("a1", "a2", Chats.PATH, Chats.BODY);
  }

  /** The list with the first copy of the body replaced, and no other byte changed. */
  static String without(String list, String body, String witness) {
    String inJson = body.replace("\n", "\\n");
    int at = list.indexOf(inJson);
    return list.substring(0, at)
        + LedgerFile.marker(witness)
        + list.substring(at + inJson.length());
  }
}
