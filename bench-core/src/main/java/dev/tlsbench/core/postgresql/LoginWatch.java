package dev.tlsbench.core.postgresql;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads from a connection's own bytes how its log-in went, up to its end: the server's requests for
 * authentication, and the SASL mechanism that the client chose. Afterwards reading and writing cost
 * one more method call. Of the client's messages nothing but the name of a mechanism is kept.
 *
 * <p>For one thread at a time.
 *
 * @see <a href="https://www.postgresql.org/docs/18/protocol-message-formats.html">Message
 *     Formats</a>
 */
final class LoginWatch {
  /** Called on the thread that logs in. */
  interface Listener {
    /** The server has answered the first message, usually by asking for authentication. */
    void answered();

    /**
     * The server has accepted the log-in.
     *
     * @param method such as {@code SCRAM-SHA-256}; {@code trust} if nothing was asked for
     */
    void accepted(String method);
  }

  private static final int AUTHENTICATION_OK = 0;
  private static final int AUTHENTICATION_CLEARTEXT = 3;
  private static final int AUTHENTICATION_MD5 = 5;
  private static final int AUTHENTICATION_SASL = 10;

  /** More than any mechanism's name, and a request's code. */
  private static final int KEPT = 32;

  private final Listener listener;
  private final Messages server = new Messages(true, this::ofServer);
  private final Messages client = new Messages(false, this::ofClient);
  private boolean answered;
  private boolean saslAsked;
  private String method = "trust";
  private volatile boolean over;

  LoginWatch(Listener listener) {
    this.listener = listener;
  }

  private void ofServer(byte[] message) {
    if (!answered) {
      answered = true;
      listener.answered();
    }
    if (message[0] == 'E') {
      over = true;
    }
    if (message[0] != 'R' || message.length < 1 + Integer.BYTES) {
      return;
    }
    int code = message[4] & 0xFF;
    if (code == AUTHENTICATION_OK) {
      over = true;
      listener.accepted(method);
    } else if (code == AUTHENTICATION_SASL) {
      saslAsked = true;
    } else if (code == AUTHENTICATION_CLEARTEXT) {
      method = "password";
    } else if (code == AUTHENTICATION_MD5) {
      method = "md5";
    }
  }

  /** The answer to a request for SASL begins with the mechanism, which ends with a zero. */
  private void ofClient(byte[] message) {
    if (saslAsked && message[0] == 'p') {
      saslAsked = false;
      String body = new String(message, 1, message.length - 1, StandardCharsets.ISO_8859_1);
      int end = body.indexOf(0);
      method = end < 0 ? "SASL" : body.substring(0, end);
    }
  }

  InputStream input(InputStream in) {
    return new Input(in);
  }

  OutputStream output(OutputStream out) {
    return new Output(out);
  }

  private final class Input extends FilterInputStream {
    Input(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int read = in.read();
      if (!over && read >= 0) {
        server.read((byte) read);
      }
      return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = in.read(bytes, offset, length);
      for (int i = 0; i < read && !over; i++) {
        server.read(bytes[offset + i]);
      }
      return read;
    }
  }

  private final class Output extends FilterOutputStream {
    Output(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int value) throws IOException {
      if (!over) {
        client.read((byte) value);
      }
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      for (int i = 0; i < length && !over; i++) {
        client.read(bytes[offset + i]);
      }
      out.write(bytes, offset, length);
    }
  }

  /** Splits one direction into messages: a type, except for the client's first, and a length. */
  private static final class Messages {
    private final Consumer<byte[]> reader;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private boolean typed;
    private int header;
    private long length;
    private long left = -1;

    Messages(boolean typed, Consumer<byte[]> reader) {
      this.typed = typed;
      this.reader = reader;
    }

    void read(byte next) {
      if (left < 0) {
        head(next);
      } else {
        left--;
        if (kept.size() < KEPT) {
          kept.write(next);
        }
      }
      if (left == 0) {
        byte @Nullable [] whole = typed ? kept.toByteArray() : null;
        kept.reset();
        header = 0;
        length = 0;
        left = -1;
        typed = true;
        if (whole != null) {
          reader.accept(whole);
        }
      }
    }

    private void head(byte next) {
      if (typed && header == 0) {
        kept.write(next);
      } else {
        length = length << Byte.SIZE | next & 0xFF;
      }
      header++;
      if (header == (typed ? 1 : 0) + Integer.BYTES) {
        left = Math.max(0, length - Integer.BYTES);
      }
    }
  }
}
