package dev.jevprune.bus.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.jevprune.bus.BusException;
import dev.jevprune.core.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What our installer does to the registry. */
class OwnPackageTest {

  private static final String PI = OwnPackage.stageName("pi", Entries.PROFILE);
  private static final String OPENCODE = OwnPackage.stageName("opencode", Entries.PROFILE);

  private Optional<byte[]> file = Optional.empty();

  private Registry add(OwnPackage.Place... places) throws BusException {
    RegistryEdits.Registered next = OwnPackage.add(file, List.of(places), false);
    file = Optional.of(next.bytes());
    return next.registry();
  }

  private Registry remove(String... names) throws BusException {
    RegistryEdits.Unregistered next = OwnPackage.remove(file, Set.of(names));
    file = next.bytes();
    return next.registry().orElse(Registry.EMPTY);
  }

  private void foreign(Registration registration) throws BusException {
    file = Optional.of(RegistryEdits.register(file, registration).bytes());
  }

  @Tag("W13")
  @Test
  void installingASecondHostKeepsTheStageOfTheFirst() throws BusException {
    add(Entries.place("opencode"));
    Registry both = add(Entries.place("pi"));
    assertThat(both.stages()).extracting(StageEntry::name).containsExactly(OPENCODE, PI);
    assertThat(both.carriers().keySet()).containsExactly("opencode", "pi");
  }

  @Test
  void installingTheSameRootAgainReplacesItsStage() throws BusException {
    add(Entries.place("pi"));
    byte[] first = file.orElseThrow();
    add(Entries.place("pi"));
    assertThat(file.orElseThrow()).isEqualTo(first);
  }

  @Tag("W39")
  @Test
  void twoRootsOfOneHostHaveAStageEach() throws BusException {
    Registry two = add(Entries.place("opencode"), Entries.place("opencode", Entries.OTHER_PROFILE));
    assertThat(two.chain("opencode"))
        .extracting(StageEntry::name)
        .containsExactlyInAnyOrder(
            OPENCODE, OwnPackage.stageName("opencode", Entries.OTHER_PROFILE));
  }

  @Test
  void removingOneRootKeepsTheOthersAndLeavesTheHostsWithoutAStage() throws BusException {
    add(Entries.place("opencode"), Entries.place("pi"));
    Registry left = remove(OPENCODE);
    assertThat(left.stages()).extracting(StageEntry::name).containsExactly(PI);
    assertThat(left.carriers().keySet()).containsExactly("pi");
  }

  @Test
  void removingTheLastRootDeletesTheFileUnlessOthersAreInIt() throws BusException {
    add(Entries.place("pi"));
    foreign(Entries.registration("other", Entries.stage("o", "*", "assistant-prose")));
    assertThat(remove(PI).stages()).extracting(StageEntry::packageName).containsExactly("other");
    file = Optional.empty();
    add(Entries.place("pi"));
    remove(PI);
    assertThat(file).isEmpty();
  }

  @Tag("W15")
  @Tag("W16")
  @Test
  void aClashIsRefusedAndNamesBothPackagesEvenWhereNobodyCarriesTheHost() throws BusException {
    foreign(Entries.registration("rival", Entries.stage("r", "pi", "tool-result:*")));
    assertThatThrownBy(() -> add(Entries.place("pi")))
        .isInstanceOf(BusException.class)
        .hasMessageContaining("rival")
        .hasMessageContaining(OwnPackage.NAME)
        .hasMessageContaining("On pi");
  }

  @Test
  void aClashOfOthersIsNotOurs() throws BusException {
    file =
        Optional.of(
            ("{\"schema\":\"jev-bus.v1\",\"hosts\":{},\"stages\":["
                    + entry("a", "A")
                    + ","
                    + entry("b", "B")
                    + "]}")
                .getBytes(StandardCharsets.UTF_8));
    Registry registry = add(Entries.place("pi"));
    assertThatThrownBy(() -> registry.chain("opencode")).hasMessageContaining("A (stage a");
    assertThat(remove(PI).stages()).hasSize(2);
  }

  private static String entry(String name, String packageName) {
    return "{\"name\":\""
        + name
        + "\",\"package\":\""
        + packageName
        + "\",\"priority\":1,\"claims\":[\"assistant-prose\"],\"hosts\":[\"opencode\"],"
        + "\"transport\":{\"kind\":\"subprocess-json\",\"argv\":[\"x\"]}}";
  }

  @Tag("W34")
  @Test
  void whatWeDoNotKnowIsKept() throws BusException {
    foreign(
        Entries.registration(
            "other",
            Entries.stage("o", "*", "assistant-prose").with("since", Json.of("tomorrow"))));
    add(Entries.place("pi"));
    remove(PI);
    assertThat(new String(file.orElseThrow(), StandardCharsets.UTF_8))
        .contains("\"since\":\"tomorrow\"");
  }
}
