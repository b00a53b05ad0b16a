package dev.tlsbench.core.socket;

import dev.tlsbench.core.tls.wire.HandshakeReader;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import org.jspecify.annotations.Nullable;

/**
 * A TCP socket that counts bytes, and passes the server's to a {@link HandshakeReader} during a
 * handshake. Before and after it, reading and writing cost one more method call and an addition.
 *
 * <p>A server that refuses a client's certificate sends an alert and closes while the client still
 * writes. So from the handshake to the first answer a failed write is kept until all received bytes
 * have been read: the TLS implementation then finds the alert, which may be encrypted.
 */
public final class RecordingSocket extends Socket {
  private volatile @Nullable HandshakeReader reader;
  private volatile boolean answerAwaited;
  private volatile @Nullable IOException failedWrite;
  private long sent;
  private long received;
  private long receivedBefore;
  private int clientHello;

  /** Passes all further bytes of the server to a reader. */
  public void beginHandshake(HandshakeReader to) {
    answerAwaited = true;
    receivedBefore = received;
    reader = to;
  }

  /** Stops passing bytes on; the first answer is still awaited. */
  public void endHandshake() {
    reader = null;
  }

  /** Reports failed writes at once from now on. */
  public void answered() {
    answerAwaited = false;
  }

  public long sent() {
    return sent;
  }

  public long received() {
    return received;
  }

  /** Returns the number of bytes that were written in the handshake before any was read. */
  public int clientHello() {
    return clientHello;
  }

  /** Returns the failed write that was kept; {@code null} if there was none. */
  public @Nullable IOException failedWrite() {
    return failedWrite;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new TappedInput(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new PatientOutput(super.getOutputStream());
  }

  private final class PatientOutput extends FilterOutputStream {
    PatientOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (failedWrite != null && answerAwaited) {
        return;
      }
      try {
        out.write(bytes, offset, length);
        sent += length;
        if (reader != null && received == receivedBefore) {
          clientHello += length;
        }
      } catch (IOException e) {
        if (!answerAwaited || isClosed()) {
          throw e;
        }
        failedWrite = e;
      }
    }
  }

  private final class TappedInput extends FilterInputStream {
    TappedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      HandshakeReader to = reader;
      int read;
      try {
        read = in.read(bytes, offset, length);
      } catch (SocketException e) {
        if (to != null && !isClosed()) {
          to.end();
        }
        throw e;
      }
      received += Math.max(0, read);
      if (to != null && read < 0) {
        to.end();
      } else if (to != null) {
        to.accept(bytes, offset, read);
      }
      IOException failed = failedWrite;
      if (read < 0 && failed != null) {
        throw failed; // now that there is nothing more to read
      }
      return read;
    }
  }
}
