package dev.jevprune.adapters.worker;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.jevprune.adapters.store.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.Set;

/**
 * A bounded log: at {@value #MAX_BYTES} bytes the file becomes {@code worker.log.1} and a new one
 * starts. Lines name events and places in our code, never anything out of a conversation. A log
 * that cannot be written is given up silently: it must not stop the worker.
 */
final class WorkerLog {
  static final int MAX_BYTES = 256 * 1024;

  private static final int FRAMES_SHOWN = 8;

  private final Path file;
  private final Clock clock;

  WorkerLog(Path file, Clock clock) {
    this.file = file;
    this.clock = clock;
  }

  synchronized void line(String event) {
    byte[] line = (clock.instant() + " " + event + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.size(file) > MAX_BYTES) {
        Files.move(
            file,
            file.resolveSibling(file.getFileName() + ".1"),
            StandardCopyOption.REPLACE_EXISTING);
      }
      try (FileChannel channel =
          FileChannel.open(
              file,
              Set.of(CREATE, WRITE, APPEND, LinkOption.NOFOLLOW_LINKS),
              PrivateFiles.filePermissions(file))) {
        channel.write(ByteBuffer.wrap(line));
      }
    } catch (IOException | RuntimeException e) {
      // Nobody to tell.
    }
  }

  /** Logs a defect by its kind and place. Its message may quote a conversation, so it stays out. */
  void defect(String where, Throwable defect) {
    StringBuilder line = new StringBuilder(where).append(": ").append(defect.getClass().getName());
    StackTraceElement[] trace = defect.getStackTrace();
    for (int i = 0; i < Math.min(FRAMES_SHOWN, trace.length); i++) {
      line.append(" < ").append(trace[i].getClassName()).append('.');
      line.append(trace[i].getMethodName()).append(':').append(trace[i].getLineNumber());
    }
    line(line.toString());
  }
}
