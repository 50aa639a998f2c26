package dev.jevprune.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.bus.BusHome;
import dev.jevprune.bus.registry.OwnPackage;
import dev.jevprune.bus.registry.RegistryStore;
import dev.jevprune.core.Digest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two packages in the real OpenCode: ours with its worker, and one that was written from the page
 * about the bus alone. First we carry OpenCode and the other package has a stage; then the other
 * one is gone; then our stage is run as a program, as another carrier would.
 */
class OpenCodeBusLiveTest {
  private static final String ASIDE = "(aside) It has four workers.";
  private static final int TOGETHER = 22;
  private static final int ALONE = 23;

  private static List<RecordedRequest> requests = List.of();
  private static String storedAtTheEnd = "";
  private static String registryAtTheEnd = "";
  private static String stageReply = "";

  @BeforeAll
  static void walk() throws Exception {
    Path workspace = Conversation.workspace("opencode-bus");
    try (OpenCodeHome home = OpenCodeHome.fresh(workspace).installAdapter()) {
      List<Step> first = new ArrayList<>(OpenCodeTalk.firstTurn(workspace));
      first.set(first.size() - 1, Step.say(ASIDE));
      home.model()
          .script(first)
          .script(OpenCodeTalk.secondTurn())
          .script(Step.say("One."), Step.say("Two."), Step.say("Three."));
      BusHome bus = new BusHome(Path.of(home.environment().get("HOME"), ".jev", "bus"));
      registerOurs(home, bus);
      try (OpenCodeServer server = OpenCodeServer.start(home)) {
        String session = server.newSession();
        server.say(session, Conversation.FIRST_PROMPT);
        server.say(session, Conversation.SECOND_PROMPT);
        server.prune(session, "approve");
        server.say(session, "Ours alone.");
        second(home, "register", bus.folder().toString());
        server.say(session, "Both.");
        second(home, "unregister", bus.folder().toString());
        server.say(session, "Ours alone again.");
        storedAtTheEnd = server.stored(session);
        stageReply = stage(home, session, storedAtTheEnd);
      }
      requests = home.model().requests();
      unregisterOurs(bus, home);
      registryAtTheEnd = Files.exists(bus.registry()) ? Files.readString(bus.registry()) : "";
    }
  }

  private static Digest profile(OpenCodeHome home) {
    return Digest.ofWellFormed("opencode\0" + home.config());
  }

  private static String program(OpenCodeHome home) throws Exception {
    String loader = Files.readString(home.loader());
    String runtime = loader.replaceFirst("(?s).*\"runtime\"\\s*:\\s*\"([^\"]*)\".*", "$1");
    return Path.of(runtime, "bin", "jevprune-stage").toString();
  }

  private static List<String> argv(OpenCodeHome home) throws Exception {
    return List.of(
        program(home),
        "--data-home",
        home.dataHome().toString(),
        "--profile",
        profile(home).hex(),
        "--host",
        "opencode");
  }

  /** As the installer does; where it did already, nothing changes. */
  private static void registerOurs(OpenCodeHome home, BusHome bus) throws Exception {
    RegistryStore store = new RegistryStore(bus, Clock.systemUTC());
    OwnPackage.Place place =
        new OwnPackage.Place("opencode", profile(home), home.config().toString(), argv(home));
    Files.createDirectories(bus.versionFolder());
    Files.write(bus.registry(), OwnPackage.add(store.bytes(), List.of(place), false).bytes());
  }

  private static void unregisterOurs(BusHome bus, OpenCodeHome home) throws Exception {
    RegistryStore store = new RegistryStore(bus, Clock.systemUTC());
    Optional<byte[]> next =
        OwnPackage.remove(store.bytes(), Set.of(OwnPackage.stageName("opencode", profile(home))))
            .bytes();
    if (next.isPresent()) {
      Files.write(bus.registry(), next.get());
    } else {
      Files.deleteIfExists(bus.registry());
    }
  }

  private static void second(OpenCodeHome home, String... words) {
    Path script = Requirements.projectRoot().resolve("testdata/bus/second_package.py");
    List<String> command = new ArrayList<>(List.of("python3", script.toString()));
    command.addAll(List.of(words));
    Finished.run(home.process(command), Duration.ofMinutes(1)).orFail(String.join(" ", command));
  }

  /** Our stage as a program, with the list as OpenCode stores it. */
  private static String stage(OpenCodeHome home, String session, String list) throws Exception {
    Path request = Files.createTempFile(home.temp(), "stage", ".json");
    Files.writeString(
        request,
        "{\"schema\":\"jev-bus.stage.v1\",\"op\":\"transform\",\"host\":\"opencode\",\"session\":"
            + JsonLines.quoted(session)
            + ",\"messages\":"
            + list
            + "}");
    List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" < " + request, "sh"));
    command.addAll(argv(home));
    return Finished.run(home.process(command), Duration.ofMinutes(1)).orFail("our stage").out();
  }

  private static List<String> sent(int request) {
    return OpenCodeTalk.messages(requests.get(request));
  }

  @Tag("B73")
  @Test
  void theOtherPackageRemovesWhatItClaimsBehindOurMarker() {
    assertThat(sent(TOGETHER)).anyMatch(message -> message.contains(Conversation.MARKER));
    assertThat(sent(TOGETHER)).noneMatch(message -> message.contains(ASIDE));
    assertThat(requests.get(TOGETHER).json().toString())
        .as("text for the system prompt is not accepted")
        .doesNotContain("Evidence of the second package");
  }

  @Tag("W1")
  @Test
  void withAndWithoutTheOtherPackageTheRestIsTheSame() {
    List<String> before = sent(TOGETHER - 1);
    List<String> with = new ArrayList<>(before);
    with.removeIf(message -> message.contains(ASIDE));
    assertThat(sent(TOGETHER).subList(0, with.size())).isEqualTo(with);
    assertThat(sent(ALONE).subList(0, before.size())).isEqualTo(before);
  }

  @Test
  void nothingOfItReachesWhatOpenCodeStores() {
    assertThat(storedAtTheEnd).contains(ASIDE).doesNotContain(Conversation.MARKER);
  }

  @Tag("W2")
  @Test
  void ourStageAsAProgramLeavesOutTheSame() {
    assertThat(stageReply).contains("\"ok\":true").contains(Conversation.MARKER);
    assertThat(stageReply.lines()).hasSize(1);
  }

  @Test
  void bothLeaveCleanly() {
    assertThat(registryAtTheEnd).isEmpty();
  }
}
