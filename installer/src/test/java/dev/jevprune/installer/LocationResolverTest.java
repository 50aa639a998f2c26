package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("B54")
class LocationResolverTest {
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);

  @Test
  void takesTheFoldersUnderTheHomeWhenNothingIsSaid() {
    Locations locations = resolve(Map.of("HOME", "/home/First Last"), LocationOptions.NONE);
    assertThat(locations.dataHome()).isEqualTo(Path.of("/home/First Last/.jev-prune"));
    assertThat(pi(locations)).containsExactly(Path.of("/home/First Last/.pi/agent"));
  }

  @Test
  void takesTheAccountsHomeWhenHomeIsNotSet() {
    assertThat(resolve(Map.of(), LocationOptions.NONE).home()).isEqualTo(Path.of("/home/account"));
  }

  @Test
  void followsTheVariables() {
    Locations locations =
        resolve(
            Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "/srv/pi", "JEV_PRUNE_HOME", "/srv/jev"),
            LocationOptions.NONE);
    assertThat(pi(locations)).containsExactly(Path.of("/srv/pi"));
    assertThat(locations.dataHome()).isEqualTo(Path.of("/srv/jev"));
  }

  @Test
  void takesABlankVariableAsNotSet() {
    Locations locations =
        resolve(
            Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", " ", "JEV_PRUNE_HOME", ""),
            LocationOptions.NONE);
    assertThat(pi(locations)).containsExactly(Path.of("/h/.pi/agent"));
    assertThat(locations.dataHome()).isEqualTo(Path.of("/h/.jev-prune"));
  }

  @Test
  void makesARelativeVariableAbsoluteAndSaysSo() {
    Locations locations =
        resolve(Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "conf/pi"), LocationOptions.NONE);
    assertThat(pi(locations)).containsExactly(Path.of("/work/conf/pi"));
    assertThat(locations.notes()).anyMatch(note -> note.contains("/work/conf/pi"));
  }

  @Test
  void dropsATrailingSlash() {
    Locations locations =
        resolve(Map.of("HOME", "/h/", "PI_CODING_AGENT_DIR", "/srv/pi/"), LocationOptions.NONE);
    assertThat(pi(locations).get(0).toString()).isEqualTo("/srv/pi");
    assertThat(locations.home().toString()).isEqualTo("/h");
  }

  @Test
  void expandsATildeAsPiDoes() {
    assertThat(
            pi(resolve(Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "~/pi"), LocationOptions.NONE)))
        .containsExactly(Path.of("/h/pi"));
    assertThat(pi(resolve(Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "~"), LocationOptions.NONE)))
        .containsExactly(Path.of("/h"));
  }

  @Test
  void letsTheCommandLineWinOverTheVariables() {
    Locations locations =
        resolve(
            Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "/srv/pi", "JEV_PRUNE_HOME", "/srv/jev"),
            new LocationOptions(
                Optional.empty(),
                Optional.of("data"),
                LocationOptions.NamedRoot.parse(List.of("pi=~/a", "pi=/b/", "pi=/b"))));
    assertThat(pi(locations)).containsExactly(Path.of("/h/a"), Path.of("/b"));
    assertThat(locations.dataHome()).isEqualTo(Path.of("/work/data"));
  }

  @Test
  @Tag("W12")
  void staysInsideAGivenHomeAndNamesTheVariableItDoesNotUse() {
    Locations locations =
        resolve(
            Map.of("HOME", "/h", "PI_CODING_AGENT_DIR", "/srv/pi", "JEV_PRUNE_HOME", "/srv/jev"),
            new LocationOptions(Optional.of("/x"), Optional.empty(), List.of()));
    assertThat(pi(locations)).containsExactly(Path.of("/x/.pi/agent"));
    assertThat(locations.dataHome()).isEqualTo(Path.of("/x/.jev-prune"));
    assertThat(locations.notes())
        .anyMatch(note -> note.contains("PI_CODING_AGENT_DIR"))
        .anyMatch(note -> note.contains("JEV_PRUNE_HOME"));
  }

  @Test
  void refusesAnEmptyPath() {
    assertThatThrownBy(
            () ->
                resolve(
                    Map.of("HOME", "/h"),
                    new LocationOptions(Optional.of(""), Optional.empty(), List.of())))
        .isInstanceOf(UsageProblem.class);
  }

  private static List<Path> pi(Locations locations) {
    return locations.of(Namespace.PI).stream().map(HostRoot::folder).toList();
  }

  private static Locations resolve(Map<String, String> env, LocationOptions options) {
    return LocationResolver.resolve(
        new Surroundings(NOWHERE, NOWHERE, env, "/home/account", "/work", "/java", false), options);
  }
}
