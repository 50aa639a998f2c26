package dev.jevprune.installer;

import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"Jev Prune " + Version.current()};
  }
}
