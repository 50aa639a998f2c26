package dev.jevprune.installer;

import dev.jevprune.adapters.evaluate.Evaluators;
import dev.jevprune.adapters.files.HostConversation;
import dev.jevprune.adapters.files.HostKind;
import dev.jevprune.adapters.protocol.ErrorCode;
import dev.jevprune.adapters.protocol.ProtocolException;
import dev.jevprune.adapters.worker.WorkerDoor;
import dev.jevprune.core.Digest;
import dev.jevprune.core.SessionId;
import dev.jevprune.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code jevprune assess}: what {@code /prune assess} does, from outside the host. */
@Command(
    name = "assess",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description =
        "Lets a model judge the exact repeats of a session, as /prune assess does in the host."
            + " Without --yes or --send it shows what would be sent, and where, and sends nothing.",
    footer = {
      "",
      "Setting a model up: docs/evaluators.md.",
      "Exit codes: 0 done, 1 refused or failed, 2 wrong use."
    })
final class AssessCommand implements Callable<Integer> {
  /** The call itself is ended after 10 s; its answer must still find someone who waits. */
  private static final Duration DEADLINE = Duration.ofSeconds(13);

  private static final String OFF = "JEV_PRUNE_OFF";

  private final Surroundings surroundings;
  private final Properties properties;

  @Mixin private SessionOptions given = new SessionOptions();

  @ArgGroup private @Nullable Agreement agreement;

  @Option(names = "--json", description = "Print one line of JSON (docs/inspect.md).")
  private boolean json;

  /** How the user agrees: to whatever is shown now, or to what was shown before. */
  static final class Agreement {
    @Option(names = "--yes", description = "Send exactly what is shown, once.")
    boolean yes;

    @Option(
        names = "--send",
        paramLabel = "DIGEST",
        description = "Send it only if it is still what was shown with this digest.")
    @Nullable String digest;
  }

  /**
   * @param properties the system properties, for the Java that makes the call
   */
  AssessCommand(Surroundings surroundings, Properties properties) {
    this.surroundings = surroundings;
    this.properties = properties;
  }

  @Override
  public Integer call() throws IOException {
    HostKind host = given.host();
    SessionId id = given.session();
    Optional<Digest> shown = shownBefore();
    String profile = given.profile(surroundings);
    if (surroundings.variable(OFF).filter("1"::equals).isPresent()) {
      throw new Problem(OFF + "=1 switches Jev Prune off. Nothing was sent. Unset it to assess.");
    }
    Path dataHome = given.dataHome(surroundings);
    HostConversation conversation = given.conversation(surroundings, "Nothing was sent.");
    Evaluators evaluators = new Evaluators(dataHome, given.home(surroundings), properties);
    try (WorkerDoor door = WorkerDoor.open(dataHome, Clock.systemUTC(), DEADLINE, evaluators)) {
      JsonObject ticket = SessionTicket.open(door, host, profile, id, conversation);
      carryOut(ModelOffer.open(door, ticket, surroundings.env()), shown);
      return Program.OK;
    } catch (ProtocolException e) {
      throw new Problem(
          e.code() == ErrorCode.STALE
              ? "what would be sent changed, or the session's decisions did. Nothing was approved."
                  + " Run the same command without --yes and --send to see it."
              : e.text(),
          e);
    }
  }

  private Optional<Digest> shownBefore() {
    if (agreement == null || agreement.digest == null) {
      return Optional.empty();
    }
    return Optional.of(
        Digest.parse(agreement.digest)
            .orElseThrow(
                () ->
                    new UsageProblem(
                        "--send takes the digest that was shown: 64 digits and letters a to f.")));
  }

  private void carryOut(ModelOffer offer, Optional<Digest> shown)
      throws IOException, ProtocolException {
    if (shown.isPresent() && !shown.get().hex().equals(offer.digest())) {
      throw new Problem(
          "what would be sent, or where, changed since that digest was shown. Nothing was sent."
              + " Run the same command without --send to see it.");
    }
    say(offer.shown());
    if (agreement == null || !offer.isOpen()) {
      say(List.of(offer.hint()));
    } else {
      // The call may take its 10 s; what is sent is to be read before.
      surroundings.out().flush();
      offer.agree();
      say(List.of(offer.outcome()));
    }
    if (json) {
      surroundings.out().println(offer.toJson());
    }
  }

  private void say(List<String> lines) {
    if (!json) {
      lines.forEach(surroundings.out()::println);
    }
  }
}
