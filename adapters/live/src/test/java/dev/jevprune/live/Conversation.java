package dev.jevprune.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The scripted session of these tests: a configuration file is read, another file, the
 * configuration again; then a new user turn with enough calls that the first read lies outside the
 * protected tail of sixteen messages.
 */
final class Conversation {
  static final String SOURCE = "call_first_read";
  static final String WITNESS = "call_second_read";
  static final String FIRST_PROMPT = "Which limits does the service have?";
  static final String SECOND_PROMPT = "Check the machine now.";

  /** 12 lines with text outside ASCII, so that bytes and characters differ. */
  static final String CONFIG =
      """
      # limits of the service (Größe in MiB)
      listen = 127.0.0.1:8080
      workers = 4
      queue.max = 512
      queue.timeout_seconds = 30
      body.max = 16
      cache.size = 256
      cache.note = "naïve – replace \uD83D\uDE42"
      log.level = info
      log.folder = /var/log/service
      retry.max = 3
      retry.wait_millis = 250
      """;

  static final String OTHER = "The service answers requests; see conf.ini for its limits.\n";

  /** Long enough that leaving it out is worth a decision of its own. */
  static final String SETTINGS =
      CONFIG
          + IntStream.rangeClosed(1, 40)
              .mapToObj(n -> "route." + n + ".target = http://127.0.0.1:" + (9000 + n) + "/\n")
              .collect(Collectors.joining());

  static final String MARKER =
      "[Jev prune: repeated read-result body omitted; retained witness: " + WITNESS + "]";

  private Conversation() {}

  /** A workspace below this module's target with the three files. */
  static Path workspace(String name) {
    try {
      Path folder = Files.createDirectories(Requirements.work().resolve("ws").resolve(name));
      Files.writeString(folder.resolve("conf.ini"), CONFIG);
      Files.writeString(folder.resolve("notes.txt"), OTHER);
      Files.writeString(folder.resolve("settings.ini"), SETTINGS);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The answers to {@link #FIRST_PROMPT}: 4 requests. */
  static List<Step> firstTurn() {
    return List.of(
        Step.read(SOURCE, "conf.ini"),
        Step.read("call_other_read", "notes.txt"),
        Step.read(WITNESS, "conf.ini"),
        Step.say("It has four workers."));
  }

  /** The answers to {@link #SECOND_PROMPT}: 7 requests. */
  static List<Step> secondTurn() {
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      steps.add(Step.bash("call_check_" + i, "echo check " + i));
    }
    steps.add(Step.say("All checks passed."));
    return steps;
  }

  /**
   * The raw message as it must be on the wire once the source is left out, given what it was
   * before.
   */
  static String withMarker(String rawMessage) {
    return rawMessage.replace(JsonLines.quoted(CONFIG), JsonLines.quoted(MARKER));
  }
}
