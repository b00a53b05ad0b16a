package dev.tlsbench.core.tls.socket;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * A TCP socket that lets a {@link HandshakeReader} see what the server sends while a handshake goes
 * on. Before and after that, reading costs one more method call and nothing else.
 */
public final class TappedSocket extends Socket {
  private static final int LONGEST_REST = 1 << 14;

  private volatile @Nullable HandshakeReader reader;
  private @Nullable InputStream input;

  /** Shows everything that comes from now on to a reader; {@code null} ends that. */
  public void show(@Nullable HandshakeReader to) {
    reader = to;
  }

  /**
   * Shows what has come and was not read: a client that fails to write does not look for the alert
   * that says why.
   */
  public void drain() {
    try {
      InputStream rest = getInputStream();
      rest.readNBytes(Math.min(rest.available(), LONGEST_REST));
    } catch (IOException e) {
      // The connection is broken already; then there is nothing more to be learnt from it.
    }
  }

  @Override
  public synchronized InputStream getInputStream() throws IOException {
    InputStream existing = input;
    if (existing == null) {
      existing = new TappedInput(super.getInputStream());
      input = existing;
    }
    return existing;
  }

  private final class TappedInput extends FilterInputStream {
    TappedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      HandshakeReader to = reader;
      if (to != null) {
        show(to, new byte[] {(byte) read}, 0, read < 0 ? read : 1);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      HandshakeReader to = reader;
      if (to != null) {
        show(to, bytes, offset, read);
      }
      return read;
    }

    private static void show(HandshakeReader to, byte[] bytes, int offset, int read) {
      if (read < 0) {
        to.end();
      } else {
        to.accept(bytes, offset, read);
      }
    }
  }
}
