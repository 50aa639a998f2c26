package dev.jevprune.installer;

import dev.jevprune.adapters.store.SessionFigures;
import dev.jevprune.adapters.store.SessionStats;
import dev.jevprune.adapters.store.StatsStore;
import dev.jevprune.adapters.worker.SavingsReport;
import dev.jevprune.adapters.worker.StatsText;
import dev.jevprune.core.economics.PriceTable;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code jevprune stats}: what was looked at and left out, and what that was worth, in each
 * session.
 */
@Command(
    name = "stats",
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    usageHelpAutoWidth = true,
    description =
        "Shows what was looked at and left out, what that was worth, and why the rest stayed.")
final class StatsCommand implements Callable<Integer> {
  private static final int KEY_SHOWN = 12;

  private final Surroundings surroundings;

  @Mixin private PlaceOptions places = new PlaceOptions();

  @Option(names = "--json", description = "Print one line of JSON.")
  private boolean json;

  StatsCommand(Surroundings surroundings) {
    this.surroundings = surroundings;
  }

  @Override
  public Integer call() throws IOException {
    Path dataHome = places.dataHome(surroundings);
    PriceTable prices = SavingsReport.prices(dataHome);
    SessionStats total = SessionStats.NONE;
    List<Json> sessions = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, StatsStore> profile :
        StatsStore.ofAllProfiles(dataHome, Clock.systemUTC()).entrySet()) {
      for (Map.Entry<String, SessionFigures> session : profile.getValue().all().entrySet()) {
        SessionStats look = session.getValue().look();
        total = total.plus(look);
        JsonObject.Builder one =
            JsonObject.builder()
                .put("profile", profile.getKey())
                .put("sessionKey", session.getKey());
        look.toJson().members().forEach(one::put);
        SavingsReport savings = SavingsReport.of(session.getValue(), prices);
        one.put("savings", savings.toJson());
        sessions.add(one.build());
        lines.add(savings.text("Session " + session.getKey().substring(0, KEY_SHOWN)));
        lines.add(StatsText.of("When it was last looked at", look));
      }
    }
    lines.add(StatsText.of("All sessions", total));
    surroundings
        .out()
        .println(
            json
                ? ManifestCodec.canonical(
                    JsonObject.builder()
                        .put("schema", "jev-prune.stats-report.v1")
                        .put("sessions", new JsonArray(sessions))
                        .put("total", total.toJson())
                        .build())
                : String.join(System.lineSeparator(), lines));
    return Program.OK;
  }
}
