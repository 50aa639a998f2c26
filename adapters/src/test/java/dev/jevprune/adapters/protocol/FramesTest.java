package dev.jevprune.adapters.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class FramesTest {

  @Property(tries = 200)
  void readsWhatWasWritten(@ForAll @Size(max = 5) List<@NotEmpty byte[]> bodies)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] body : bodies) {
      Frames.write(Channels.newChannel(bytes), body);
    }
    ReadableByteChannel in = trickle(bytes.toByteArray());
    for (byte[] body : bodies) {
      assertThat(Frames.read(in)).hasValue(body);
    }
    assertThat(Frames.read(in)).isEmpty();
  }

  @Test
  void carriesTheLargestFrame() throws IOException {
    byte[] body = new byte[Frames.MAX_BYTES];
    body[body.length - 1] = 7;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Frames.write(Channels.newChannel(bytes), body);
    assertThat(Frames.read(channel(bytes.toByteArray()))).hasValue(body);
  }

  @Test
  void refusesLengthsOutOfBounds() {
    assertThatThrownBy(
            () -> Frames.write(Channels.newChannel(new ByteArrayOutputStream()), new byte[0]))
        .isInstanceOf(Frames.FrameLengthException.class);
    for (int length : new int[] {0, -1, Frames.MAX_BYTES + 1, Integer.MIN_VALUE}) {
      byte[] header = ByteBuffer.allocate(4).putInt(length).array();
      assertThatThrownBy(() -> Frames.read(channel(header)))
          .isInstanceOf(Frames.FrameLengthException.class);
    }
  }

  @Test
  void tellsACleanEndFromABrokenOne() throws IOException {
    assertThat(Frames.read(channel(new byte[0]))).isEmpty();
    assertThatThrownBy(() -> Frames.read(channel(new byte[] {0, 0})))
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> Frames.read(channel(new byte[] {0, 0, 0, 9, 1})))
        .isInstanceOf(EOFException.class);
  }

  private static ReadableByteChannel channel(byte[] bytes) {
    return Channels.newChannel(new ByteArrayInputStream(bytes));
  }

  /** A channel that gives one byte at a time. */
  private static ReadableByteChannel trickle(byte[] bytes) {
    return new ReadableByteChannel() {
      private int at;

      @Override
      public int read(ByteBuffer into) {
        if (at == bytes.length) {
          return -1;
        }
        into.put(bytes[at++]);
        return 1;
      }

      @Override
      public boolean isOpen() {
        return true;
      }

      @Override
      public void close() {}
    };
  }
}
