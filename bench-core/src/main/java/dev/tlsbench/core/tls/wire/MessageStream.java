package dev.tlsbench.core.tls.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Assembles handshake messages, which may share records or be spread over several (RFC 8446,
 * section 5.1).
 *
 * <p>Not safe to share between threads.
 */
public final class MessageStream {
  private static final int HEADER = 4;
  private static final byte[] NONE = {};

  private final byte[] header = new byte[HEADER];
  private int inHeader;
  private byte[] body = NONE;
  private int inBody;
  private int left;
  private boolean wanted;

  public interface Reader {
    /**
     * Receives a header; returns true to receive the body, which is buffered until it is complete.
     */
    boolean begin(int type, int length);

    void message(int type, byte[] body);

    /** Returns true if no further message is of interest. */
    boolean isDone();
  }

  /** Takes the next part of the payload of handshake records. */
  public void accept(ByteBuffer part, Reader reader) {
    while (part.hasRemaining() && !reader.isDone()) {
      if (inHeader < HEADER) {
        header[inHeader++] = part.get();
        if (inHeader == HEADER) {
          left = ((header[1] & 0xFF) << 16) | ((header[2] & 0xFF) << 8) | (header[3] & 0xFF);
          wanted = reader.begin(header[0] & 0xFF, left);
          endIfComplete(reader);
        }
      } else {
        int length = Math.min(left, part.remaining());
        if (wanted) {
          hold(part, length);
        } else {
          part.position(part.position() + length);
        }
        left -= length;
        endIfComplete(reader);
      }
    }
  }

  /** Grows with the received bytes, not with the length in a header. */
  private void hold(ByteBuffer part, int length) {
    int size = inBody + length;
    if (size > body.length) {
      body = Arrays.copyOf(body, Math.min(inBody + left, Math.max(size, 2 * body.length)));
    }
    part.get(body, inBody, length);
    inBody = size;
  }

  private void endIfComplete(Reader reader) {
    if (left > 0) {
      return;
    }
    int type = header[0] & 0xFF;
    byte[] complete = Arrays.copyOf(body, inBody);
    boolean received = wanted;
    inHeader = 0;
    inBody = 0;
    body = NONE;
    wanted = false;
    if (received) {
      reader.message(type, complete);
    }
  }

  int kept() {
    return body.length;
  }
}
