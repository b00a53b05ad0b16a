package dev.tlsbench.core.tls.wire;

import java.nio.ByteBuffer;

/**
 * Splits the bytes of one direction into TLS records (RFC 8446, section 5.1). Buffers only an
 * incomplete header.
 *
 * <p>Not safe to share between threads.
 */
public final class RecordStream {
  /** The type of a record that announces encryption (below TLS 1.3). */
  public static final int CHANGE_CIPHER_SPEC = 20;

  public static final int ALERT = 21;
  public static final int HANDSHAKE = 22;

  /** Under TLS 1.3 the type of every encrypted record. */
  public static final int APPLICATION_DATA = 23;

  private static final int HEARTBEAT = 24;

  /** The length of a header, in bytes. */
  public static final int HEADER = 5;

  /** RFC 8446, section 5.2, with room for what older protocols may add. */
  private static final int LONGEST = (1 << 14) + 2048;

  private final byte[] header = new byte[HEADER];
  private int inHeader;
  private int left;
  private boolean begun;
  private boolean reads;
  private boolean any;
  private boolean foreign;

  public interface Reader {
    boolean beginRecord(int type, int length);

    /**
     * Receives the next part of the payload: the remaining bytes of the buffer, valid during the
     * call.
     */
    void payload(ByteBuffer part);

    void endRecord();
  }

  /** Reads the next bytes, all that remain in the buffer unless they are not TLS. */
  public void accept(ByteBuffer bytes, Reader reader) {
    while (bytes.hasRemaining() && !foreign) {
      if (begun) {
        continueRecord(bytes, reader);
      } else {
        header[inHeader++] = bytes.get();
        if (inHeader == HEADER) {
          readHeader(reader);
        }
      }
    }
  }

  private void readHeader(Reader reader) {
    inHeader = 0;
    int type = header[0] & 0xFF;
    left = ((header[3] & 0xFF) << 8) | (header[4] & 0xFF);
    if (type < CHANGE_CIPHER_SPEC || type > HEARTBEAT || header[1] != 3 || left > LONGEST) {
      foreign = true;
      return;
    }
    any = true;
    begun = true;
    reads = reader.beginRecord(type, left);
    endRecordIfComplete(reader);
  }

  private void continueRecord(ByteBuffer bytes, Reader reader) {
    int length = Math.min(left, bytes.remaining());
    int end = bytes.position() + length;
    if (reads) {
      int limit = bytes.limit();
      reader.payload(bytes.limit(end));
      bytes.limit(limit);
    }
    bytes.position(end);
    left -= length;
    endRecordIfComplete(reader);
  }

  private void endRecordIfComplete(Reader reader) {
    if (left == 0) {
      begun = false;
      reader.endRecord();
    }
  }

  public boolean any() {
    return any;
  }

  /** Returns whether bytes were received that are not TLS; nothing is read from then on. */
  public boolean foreign() {
    return foreign;
  }
}
