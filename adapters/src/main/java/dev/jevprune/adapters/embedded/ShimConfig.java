package dev.jevprune.adapters.embedded;

import java.nio.file.Path;

/**
 * What the installer writes into the loader.
 *
 * @param dataHome the folder of ledgers and receipts
 * @param profile 64 hex digits that stand for host and agent folder
 * @param java the Java program that the shim would start
 * @param piChoice whether to ask before an automatic compaction
 */
public record ShimConfig(Path dataHome, String profile, String java, boolean piChoice) {

  /** What the installer writes when nothing else is asked for. */
  public ShimConfig(Path dataHome, String profile, String java) {
    this(dataHome, profile, java, false);
  }

  /** The same with the question before an automatic compaction. */
  public ShimConfig choosing() {
    return new ShimConfig(dataHome, profile, java, true);
  }

  /** The settings as JSON. */
  public String json() {
    return "{\"schema\":1,\"version\":\"0.1.0\",\"runtime\":%s,\"dataHome\":%s,\"profile\":%s,\"java\":%s,\"agentDir\":%s%s}"
        .formatted(
            PiSettings.quote(ScriptFiles.RUNTIME),
            PiSettings.quote(dataHome.toString()),
            PiSettings.quote(profile),
            PiSettings.quote(java),
            PiSettings.quote(String.valueOf(dataHome.resolveSibling("agent"))),
            piChoice ? ",\"piChoice\":true" : "");
  }
}
