package dev.tlsbench.core.socket;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.util.function.UnaryOperator;

/**
 * The time between the client's end of a handshake and the server's first answer. Under TLS 1.3 a
 * server judges the client's certificate only then (RFC 8446, section 4.4.2.4), so a failure in
 * this time counts as a handshake failure.
 */
public final class FirstAnswer {
  private final RecordingSocket tcp;
  private final UnaryOperator<IOException> explanation;
  private volatile boolean awaited = true;

  /**
   * Starts at the end of the handshake; {@code explanation} turns a failure into a handshake
   * failure.
   */
  public FirstAnswer(RecordingSocket tcp, UnaryOperator<IOException> explanation) {
    this.tcp = tcp;
    this.explanation = explanation;
  }

  public InputStream input(InputStream in) {
    return new Input(in);
  }

  public OutputStream output(OutputStream out) {
    return new Output(out);
  }

  private IOException explained(IOException failure) {
    boolean ofHandshake = awaited && !(failure instanceof SocketTimeoutException);
    awaited = awaited && !ofHandshake;
    return ofHandshake ? explanation.apply(failure) : failure;
  }

  private final class Input extends FilterInputStream {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (!awaited) {
        return in.read(bytes, offset, length);
      }
      try {
        int read = in.read(bytes, offset, length);
        if (read > 0) {
          awaited = false;
          tcp.answered();
        }
        return read;
      } catch (IOException e) {
        throw explained(e);
      }
    }
  }

  private final class Output extends FilterOutputStream {
    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void flush() throws IOException {
      try {
        out.flush();
      } catch (IOException e) {
        throw explained(e);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw explained(e);
      }
    }
  }
}
