package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.database.Dialer;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;

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
  private static final int HEADER = 1 + Integer.BYTES;

  /** With more than any mechanism's name, and a request's code. */
  private static final int KEPT = HEADER + 32;

  private final Dialer dialer;
  private final Messages server = new Messages(1, this::ofServer);
  private final Messages client = new Messages(0, this::ofClient);
  private boolean answered;
  private boolean saslAsked;
  private volatile String asked = "";
  private volatile String accepted = "";
  private volatile boolean over;

  LoginWatch(Dialer dialer) {
    this.dialer = dialer;
  }

  /**
   * Returns what the server last asked for, or the mechanism that the client chose, such as {@code
   * SCRAM-SHA-256}; {@code SASL} until then, and empty for nothing or once it is accepted.
   */
  String asked() {
    return accepted.isEmpty() ? asked : "";
  }

  /** Returns how the log-in was accepted; {@code trust} if nothing was asked for, empty before. */
  String accepted() {
    return accepted;
  }

  private void ofServer(byte[] message) {
    if (!answered) {
      answered = true;
      dialer.answered();
    }
    if (message[0] == 'E') {
      over = true;
    } else if (message[0] == 'R' && message.length >= HEADER + Integer.BYTES) {
      ofAuthentication(message[HEADER + 3]);
    }
  }

  private void ofAuthentication(byte code) {
    switch (code) {
      case 0 -> {
        over = true;
        accepted = asked.isEmpty() ? "trust" : asked;
        dialer.loggedIn();
      }
      case 3 -> asked = "password";
      case 5 -> asked = "md5";
      case 10 -> {
        saslAsked = true;
        asked = "SASL";
      }
      default -> {}
    }
  }

  /** The answer to a request for SASL begins with the mechanism, which ends with a zero. */
  private void ofClient(byte[] message) {
    if (saslAsked && message[0] == 'p') {
      saslAsked = false;
      String body =
          new String(message, HEADER, message.length - HEADER, StandardCharsets.ISO_8859_1);
      int end = body.indexOf(0);
      asked = end < 0 ? "SASL" : body.substring(0, end);
    }
  }

  InputStream input(InputStream from) {
    return new FilterInputStream(from) {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        server.read(bytes, offset, read);
        return read;
      }
    };
  }

  OutputStream output(OutputStream to) {
    return new FilterOutputStream(to) {
      @Override
      public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        client.read(bytes, offset, length);
        out.write(bytes, offset, length);
      }
    };
  }

  /** Splits one direction into messages: a type, except for the client's first, and a length. */
  private final class Messages {
    private final Consumer<byte[]> reader;
    private final byte[] kept = new byte[KEPT];

    /** The position of the length: 0 in the client's first message. */
    private int start;

    private long position;
    private long end;

    Messages(int start, Consumer<byte[]> reader) {
      this.start = start;
      this.reader = reader;
    }

    void read(byte[] bytes, int offset, int count) {
      for (int i = 0; i < count && !over; i++) {
        read(bytes[offset + i]);
      }
    }

    private void read(byte next) {
      if (position < KEPT) {
        kept[(int) position] = next;
      }
      position++;
      int header = start + Integer.BYTES;
      if (position == header) {
        long length = Integer.toUnsignedLong(ByteBuffer.wrap(kept).getInt(start));
        end = start + Math.max(length, Integer.BYTES);
      }
      if (position >= header && position == end) {
        if (start > 0) {
          reader.accept(Arrays.copyOf(kept, (int) Math.min(position, KEPT)));
        }
        position = 0;
        start = 1;
      }
    }
  }
}
