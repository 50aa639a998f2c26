package dev.jevprune.bus.chain;

import dev.jevprune.bus.registry.StageTransport;
import dev.jevprune.core.Limits;
import dev.jevprune.core.json.Json;
import dev.jevprune.core.json.JsonException;
import dev.jevprune.core.json.JsonObject;
import dev.jevprune.core.json.JsonText;
import dev.jevprune.core.json.StrictJson;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A stage of another package: a process that reads the request from its standard input, writes the
 * reply to its standard output and ends with 0. What it writes to standard error is dropped. No
 * shell is involved; {@code {workspace}} in an argument becomes the request's workspace.
 */
public final class SubprocessStage implements Stage {

  /** The largest request, and the largest reply. */
  public static final int MAX_BYTES = Limits.MAX_WIRE_BYTES;

  private static final String WORKSPACE = "{workspace}";

  private final StageTransport transport;
  private final Map<String, String> environment;

  /**
   * @param environment the whole environment of the process, see {@link StageEnvironment}
   */
  public SubprocessStage(StageTransport transport, Map<String, String> environment) {
    this.transport = transport;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public Json run(JsonObject request, long budgetMillis)
      throws StageException, InterruptedException {
    byte[] input = bytes(request);
    long millis = Math.min(transport.timeoutMillis(), Math.max(budgetMillis, 1));
    byte[] output =
        new StageProcess(start(request.string("workspace").orElse(""))).exchange(input, millis);
    try {
      return StrictJson.parse(output);
    } catch (JsonException e) {
      throw new StageException("the reply cannot be read: " + e.getMessage());
    }
  }

  private static byte[] bytes(JsonObject request) throws StageException {
    byte[] bytes;
    try {
      bytes = JsonText.write(request).getBytes(StandardCharsets.UTF_8);
    } catch (JsonException e) {
      throw new StageException("the list cannot be written for a stage");
    }
    if (bytes.length > MAX_BYTES) {
      throw new StageException(
          "the request has more than " + MAX_BYTES + " bytes, which is too much for a stage");
    }
    return bytes;
  }

  private Process start(String workspace) throws StageException {
    List<String> argv =
        transport.argv().stream().map(part -> part.replace(WORKSPACE, workspace)).toList();
    ProcessBuilder builder =
        new ProcessBuilder(argv).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(environment);
    transport.cwd().ifPresent(folder -> builder.directory(new File(folder)));
    try {
      return builder.start();
    } catch (IOException | IllegalArgumentException e) {
      throw new StageException("its program " + argv.get(0) + " cannot be started");
    }
  }
}
