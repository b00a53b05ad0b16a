package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.database.Preamble;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

/**
 * CQL's native protocol before a log-in: TLS begins with the first byte, and every server answers
 * {@code OPTIONS}.
 *
 * @see <a href="https://github.com/apache/cassandra/blob/trunk/doc/native_protocol_v4.spec">CQL
 *     Binary Protocol v4</a>
 */
final class CassandraPreamble implements Preamble {
  /** The highest version that every server since Cassandra 2.2 understands. */
  private static final int VERSION = 4;

  private static final int RESPONSE = 0x80;

  /** Version, flags, stream (two bytes), operation, and the length of the body (four). */
  private static final int HEADER = 9;

  private static final int FLAGS_AT = 1;
  private static final int OPERATION_AT = 4;
  private static final int LENGTH_AT = 5;
  private static final int ERROR = 0x00;
  private static final int STARTUP = 0x01;
  private static final int OPTIONS = 0x05;
  private static final int SUPPORTED = 0x06;
  private static final int LONGEST_ANSWER = 1 << 20;

  @Override
  public Optional<String> startTls(InputStream in, OutputStream out) {
    return Optional.empty();
  }

  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    byte[] options = new byte[HEADER];
    options[0] = VERSION;
    options[OPERATION_AT] = OPTIONS;
    out.write(options);
    out.flush();
    byte[] header = in.readNBytes(HEADER);
    if (header.length < HEADER) {
      throw new EOFException("the connection was closed before an answer");
    }
    int length = ByteBuffer.wrap(header).getInt(LENGTH_AT);
    boolean answer = header[OPERATION_AT] == SUPPORTED || header[OPERATION_AT] == ERROR;
    if ((header[0] & RESPONSE) == 0 || !answer || length < 0 || length > LONGEST_ANSWER) {
      throw new ProtocolException("the answer is not one of CQL's protocol");
    }
    if (in.readNBytes(length).length < length) {
      throw new EOFException("the answer was cut off");
    }
  }

  @Override
  public Recognizer recognizer() {
    return new OfHeader();
  }

  /**
   * Recognizes the header of the client's first message, {@code OPTIONS} or {@code STARTUP}. A
   * server does not speak first.
   */
  private static final class OfHeader implements Recognizer {
    /** Versions 3 to 6, and the two of DataStax Enterprise. */
    private static final Set<Integer> VERSIONS = Set.of(3, 4, 5, 6, 0x41, 0x42);

    /** The only flag that a client's first message may have. */
    private static final int BETA = 0x10;

    private static final int LONGEST_STARTUP = 4096;

    private final ByteBuffer header = ByteBuffer.allocate(HEADER);

    @Override
    public State fromClient(byte next) {
      header.put(next);
      if (header.hasRemaining()) {
        return State.MORE;
      }
      int operation = header.get(OPERATION_AT);
      int length = header.getInt(LENGTH_AT);
      boolean recognized =
          VERSIONS.contains((int) header.get(0))
              && (header.get(FLAGS_AT) & ~BETA) == 0
              && (operation == OPTIONS
                  ? length == 0
                  : operation == STARTUP && length > 0 && length <= LONGEST_STARTUP);
      return recognized ? State.PLAIN : State.OTHER;
    }

    @Override
    public State fromServer(byte next) {
      return State.OTHER;
    }
  }
}
