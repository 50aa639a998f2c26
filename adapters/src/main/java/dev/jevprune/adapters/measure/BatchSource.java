package dev.jevprune.adapters.measure;

import java.io.IOException;
import java.util.Optional;

/** The batches of a file, in its order. */
interface BatchSource extends AutoCloseable {

  /** The next batch; nothing at the end. */
  Optional<Batch> next() throws IOException;

  @Override
  void close() throws IOException;
}
