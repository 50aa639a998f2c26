package dev.jevprune.adapters.selftest;

import dev.jevprune.adapters.embedded.EmbeddedHost;
import dev.jevprune.adapters.embedded.Pending;
import dev.jevprune.adapters.embedded.PiSettings;
import dev.jevprune.adapters.embedded.ShimConfig;
import dev.jevprune.adapters.embedded.SimulatedOpenCode;
import dev.jevprune.adapters.embedded.SimulatedPi;
import dev.jevprune.adapters.embedded.Transport;
import dev.jevprune.core.json.JsonArray;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.time.Duration;

/** One simulated host in which the made-up session goes on; the same few things for both hosts. */
interface SimulatedTalk {
  /** Longer than any deadline of the shim; time in the embedded engine is not real. */
  Duration EVERY_DEADLINE = Duration.ofSeconds(60);

  /** Loads the shim's files and lets them ask the worker's own code. */
  Pending loadShim(ShimConfig config, Transport worker);

  /** Loads the file that the host loads; it was put at {@link #loaderPath}. */
  Pending loadLoader();

  String loaderPath();

  /** Stores the session. */
  void begin();

  /** Types a command. */
  Pending command(String words);

  /** What goes out for the session as it is stored. */
  Pending request();

  /** What goes out for another list. */
  Pending request(String list);

  /** The list in what a request came to. */
  default String list(String value) {
    return value;
  }

  /** The session as the host holds it. */
  String stored();

  /** A Pi. */
  static SimulatedTalk pi(EmbeddedHost host) {
    SimulatedPi pi = host.pi(PiSettings.standard(SelfTestSession.ID));
    return new SimulatedTalk() {
      @Override
      public Pending loadShim(ShimConfig config, Transport worker) {
        return pi.loadShim(loaderPath(), config, worker);
      }

      @Override
      public Pending loadLoader() {
        return pi.loadFile(loaderPath());
      }

      @Override
      public String loaderPath() {
        return "/agent/extensions/jev-prune.js";
      }

      @Override
      public void begin() {
        pi.start("startup");
        pi.append(SelfTestSession.pi());
      }

      @Override
      public Pending command(String words) {
        return pi.command("/prune" + words);
      }

      @Override
      public Pending request() {
        return pi.request();
      }

      @Override
      public Pending request(String list) {
        return pi.request(list);
      }

      @Override
      public String list(String value) {
        try {
          JsonObject outcome = (JsonObject) StrictJson.parse(value);
          return JsonText.write(outcome.array("messages").orElse(JsonArray.EMPTY));
        } catch (JsonException e) {
          throw new IllegalStateException("the list that goes out is no JSON", e);
        }
      }

      @Override
      public String stored() {
        return pi.conversation();
      }
    };
  }

  /** An OpenCode. */
  static SimulatedTalk openCode(EmbeddedHost host) {
    SimulatedOpenCode openCode = host.openCode();
    return new SimulatedTalk() {
      @Override
      public Pending loadShim(ShimConfig config, Transport worker) {
        return openCode.loadShim(loaderPath(), config, worker);
      }

      @Override
      public Pending loadLoader() {
        return openCode.loadFile(loaderPath());
      }

      @Override
      public String loaderPath() {
        return "/config/plugins/jev-prune.js";
      }

      @Override
      public void begin() {
        openCode.session(SelfTestSession.ID).append(SelfTestSession.ID, SelfTestSession.openCode());
      }

      @Override
      public Pending command(String words) {
        return openCode.command(SelfTestSession.ID, "prune", words.strip());
      }

      @Override
      public Pending request() {
        return openCode.request(SelfTestSession.ID);
      }

      @Override
      public Pending request(String list) {
        return openCode.request(SelfTestSession.ID, list);
      }

      @Override
      public String stored() {
        return openCode.stored(SelfTestSession.ID);
      }
    };
  }
}
