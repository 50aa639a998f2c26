package dev.jevprune.live;

/** The two generations of Pi that the adapter is made for, pinned. */
enum PiVersion {
  PI_1_6("1.6.0", "@earendil-works/pi-coding-agent", "dist/bundle/cli.js"),
  PI_0_73("0.73.1", "@mariozechner/pi-coding-agent", "dist/cli.js");

  private final String version;
  private final String npmName;
  private final String entry;

  PiVersion(String version, String npmName, String entry) {
    this.version = version;
    this.npmName = npmName;
    this.entry = entry;
  }

  String npmSpec() {
    return npmName + "@" + version;
  }

  /** The script to run with Node, below {@code node_modules}. */
  String entryPath() {
    return npmName + "/" + entry;
  }

  /** 1.6.0 says when everything has come to rest; 0.73.1 only that the agent ended. */
  String settledEvent() {
    return this == PI_1_6 ? "agent_settled" : "agent_end";
  }

  @Override
  public String toString() {
    return "Pi " + version;
  }
}
