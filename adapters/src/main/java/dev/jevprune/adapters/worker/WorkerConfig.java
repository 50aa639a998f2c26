package dev.jevprune.adapters.worker;

import dev.jevprune.adapters.config.Config;
import dev.jevprune.adapters.config.ConfigException;
import dev.jevprune.adapters.config.ShimSettings;
import dev.jevprune.adapters.store.PrivateFiles;
import dev.jevprune.core.economics.PriceException;
import dev.jevprune.core.economics.PriceTable;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * The settings as the file has them now. The file is read again when it changed; shims are told
 * through {@code settings.json}. While the file cannot be used, the standard settings hold, in
 * which nothing is automatic, and the user is told.
 */
final class WorkerConfig {
  private final Path dataHome;
  private final Path file;
  private final Path told;
  private final PrivateFiles files = new PrivateFiles();
  private String stamp = "never read";
  private Now now = new Now(Config.STANDARD, PriceTable.shipped(), Optional.empty());

  WorkerConfig(Path dataHome) {
    this.dataHome = dataHome;
    this.file = dataHome.resolve("config.yaml");
    this.told = dataHome.resolve("settings.json");
  }

  /**
   * What holds.
   *
   * @param problem why the file is not used, if so
   */
  record Now(Config config, PriceTable prices, Optional<String> problem) {}

  synchronized Now now() {
    String seen = stamp();
    if (!seen.equals(stamp)) {
      stamp = seen;
      now = read();
      tell(now.config());
    }
    return now;
  }

  /** What the file says, without telling anyone. */
  Now read() {
    try {
      Config config = Config.load(file);
      return new Now(config, prices(config), Optional.empty());
    } catch (ConfigException | PriceException | IOException | InvalidPathException e) {
      return new Now(
          Config.STANDARD, PriceTable.shipped(), Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private PriceTable prices(Config config) throws PriceException, IOException {
    return config.prices().isEmpty()
        ? PriceTable.shipped()
        : PriceTable.shipped()
            .overriddenBy(
                PriceTable.parse(
                    Files.readAllBytes(dataHome.resolve(config.prices().orElseThrow()))));
  }

  /** Without a settings file there is nothing to tell: shims then take the standard settings. */
  private void tell(Config config) {
    try {
      if (Files.exists(file) || Files.exists(told)) {
        // Written although nothing changed: a shim sees by its time that it is not behind the file.
        files.write(
            told,
            (JsonText.write(ShimSettings.of(config)) + "\n").getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException | JsonException e) {
      stamp = "not told"; // the next request tries again
    }
  }

  /** What shims are told. */
  JsonObject forShims() {
    return ShimSettings.of(now().config());
  }

  private String stamp() {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
    } catch (IOException e) {
      return "no file";
    }
  }
}
