package dev.jevprune.adapters.measure;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The beginning of a stream. */
final class FirstBytes extends FilterInputStream {
  private long left;

  FirstBytes(InputStream in, long bytes) {
    super(in);
    this.left = bytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int from, int length) throws IOException {
    if (left <= 0) {
      return -1;
    }
    int read = super.read(bytes, from, (int) Math.min(length, left));
    left -= Math.max(0, read);
    return read;
  }
}
