package dev.jevprune.installer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.jevprune.installer.Sandbox.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the doctor says of the registry that all packages share. */
@Tag("W37")
class DoctorBusTest {
  private static final String RIVAL_STAGE =
      "{\"claims\":[\"%s\"],\"hosts\":[\"pi\"],\"name\":\"rival.view\",\"package\":\"rival\","
          + "\"priority\":200,\"transport\":{\"argv\":[\"%s\"],\"kind\":\"subprocess-json\"}}";

  @TempDir Path temp;
  private Sandbox sandbox;
  private Path registry;

  @BeforeEach
  void home() throws IOException {
    sandbox = new Sandbox(temp.resolve("home"));
    registry = sandbox.home.resolve(".jev/bus/v1/registry.json");
  }

  private String doctor(int code) {
    Run run = sandbox.run("--doctor");
    assertThat(run.code()).as(run.all()).isEqualTo(code);
    return run.out();
  }

  private void edit(String from, String to) throws IOException {
    String text = Files.readString(registry);
    assertThat(text).contains(from);
    Files.writeString(registry, text.replace(from, to));
  }

  private void addRival(String claim, String program) throws IOException {
    edit("\"stages\":[", "\"stages\":[" + RIVAL_STAGE.formatted(claim, program) + ",");
  }

  @Test
  void namesTheCarrierAndTheOrderOfEachHost() throws IOException {
    sandbox.run("--apply", "--target", "pi", "--target", "opencode");
    addRival("message-remove", Files.writeString(temp.resolve("rival"), "").toString());
    assertThat(doctor(0))
        .contains("registry.json can be read, packages [jev-prune-kit, rival]")
        .containsPattern(
            "pi is carried by Jev Prune \\(jev-prune-kit\\); stages in order:"
                + " jev-prune.dedup@pi:[0-9a-f]{8} of jev-prune-kit, rival.view of rival")
        .containsPattern("opencode is carried by Jev Prune .*jev-prune.dedup@opencode:[0-9a-f]{8}")
        .doesNotContain("hermes is carried");
  }

  @Test
  void saysThatAnotherPackageCarriesUs() throws IOException {
    Sandbox.write(
        registry,
        "{\"hosts\":{\"pi\":{\"carrier\":\"rival\",\"rank\":500}},\"schema\":\"jev-bus.v1\",\"stages\":[]}");
    sandbox.install();
    assertThat(doctor(0)).contains("note").contains("pi is carried by rival: it runs our stage");
    sandbox.install("--no-bus");
    assertThat(doctor(0))
        .contains("we are not in it (--no-bus)")
        .contains("pi is carried by rival; we are not on the bus, so both may edit");
  }

  @Test
  void isContentWhereNobodyIsOnTheBus() {
    sandbox.install("--no-bus");
    assertThat(doctor(0)).contains("not joined, and nobody else is");
  }

  @Test
  void findsARegistryThatCannotBeReadOrIsGone() throws IOException {
    sandbox.install();
    Files.writeString(registry, "{");
    assertThat(doctor(1)).contains("WRONG    bus").contains("no chain runs and nobody can join");
    Files.delete(registry);
    assertThat(doctor(1)).contains("is gone, so no other package knows us");
    assertThat(sandbox.install().code()).isZero();
    assertThat(doctor(0)).contains("pi is carried by Jev Prune");
  }

  @Test
  void findsThatOurEntriesWereTakenOut() throws IOException {
    sandbox.install();
    Files.writeString(
        registry, "{\"hosts\":{},\"schema\":\"jev-bus.v1\",\"stages\":[" + stage("other") + "]}");
    assertThat(doctor(1))
        .contains("nobody carries pi, so its chain does not run")
        .containsPattern("our stage jev-prune.dedup@pi:[0-9a-f]{8} for .* is not registered");
  }

  private static String stage(String name) {
    return "{\"claims\":[\"system-append\"],\"name\":\""
        + name
        + "\",\"package\":\"other\",\"priority\":1,\"transport\":{\"argv\":[\"sh\"],"
        + "\"kind\":\"subprocess-json\"}}";
  }

  @Test
  @Tag("W16")
  void namesBothPackagesOfAClash() throws IOException {
    sandbox.install();
    addRival("tool-result:*", "sh");
    assertThat(doctor(1)).contains("rival (stage rival.view").contains("no chain runs on pi");
  }

  @Test
  void findsStagesWhoseProgramIsGone() throws IOException {
    sandbox.install();
    addRival("message-remove", "/nowhere/rival");
    assertThat(doctor(0))
        .contains("note     bus")
        .contains("stage rival.view of rival names /nowhere/rival, which is gone");
    String program = sandbox.runtime().resolve("bin/jevprune-stage").toString();
    edit(program, "/nowhere/jevprune-stage");
    assertThat(doctor(1))
        .containsPattern(
            "stage jev-prune.dedup@pi:\\S+ of jev-prune-kit names /nowhere/jevprune-stage")
        .contains("Run jevprune-install --apply.");
    assertThat(sandbox.install().code()).isZero();
    assertThat(doctor(0)).doesNotContain("/nowhere/jevprune-stage");
  }

  @Test
  void findsAnEntryThatAnInstallationLeftWhichIsGone() throws IOException {
    sandbox.install();
    edit(
        "\"stages\":[",
        "\"stages\":["
            + RIVAL_STAGE
                .formatted("tool-result:read", "/nowhere/old-stage")
                .replace("rival.view", "jev-prune.dedup@pi:00000000")
                .replace("\"rival\"", "\"jev-prune-kit\"")
            + ",");
    assertThat(doctor(1))
        .contains("jev-prune.dedup@pi:00000000 of jev-prune-kit names /nowhere/old-stage")
        .contains("take the entry out of " + registry);
  }

  @Test
  void looksWhereTheInstallationJoinedWhateverTheVariableSaysNow() {
    sandbox.env.put("JEV_BUS_HOME", temp.resolve("bus").toString());
    sandbox.install();
    sandbox.env.remove("JEV_BUS_HOME");
    assertThat(doctor(0)).contains(temp.resolve("bus/v1/registry.json") + " can be read");
  }

  @Test
  void namesTheStagesThatTheWorkerDoesNotAskAnyMore() throws IOException {
    sandbox.install();
    Manifest manifest = ManifestStore.read(locations()).orElseThrow();
    assertThat(
            BusCheck.of(
                Surroundings.plain(System.out, System.err, sandbox.env),
                locations(),
                manifest,
                java.util.List.of("rival.view")))
        .anySatisfy(
            finding -> {
              assertThat(finding.level()).isEqualTo(Finding.Level.NOTE);
              assertThat(finding.text()).contains("rival.view broke its claims");
            });
  }

  private Locations locations() {
    return LocationResolver.resolve(
        new Surroundings(
            System.out,
            System.err,
            sandbox.env,
            sandbox.home.toString(),
            sandbox.workingFolder,
            "/opt/java",
            false),
        LocationOptions.NONE);
  }
}
