package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.database.DirectTlsPreamble;
import dev.tlsbench.core.database.Preamble;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * CQL's native protocol before a log-in: every server answers {@code OPTIONS}.
 *
 * @see <a href="https://github.com/apache/cassandra/blob/trunk/doc/native_protocol_v4.spec">CQL
 *     Binary Protocol v4</a>
 */
final class CassandraPreamble {
  /** The highest version that every server since Cassandra 2.2 understands. */
  private static final int VERSION = 4;

  private static final int RESPONSE = 0x80;

  /** Versions 3 to 6, and the two of DataStax Enterprise. */
  private static final Set<Integer> VERSIONS = Set.of(3, 4, 5, 6, 0x41, 0x42);

  /** The only flag that a client's first message may have. */
  private static final int BETA = 0x10;

  /** Version, flags, stream (two bytes), operation, and the length of the body (four). */
  private static final int HEADER = 9;

  private static final int FLAGS_AT = 1;
  private static final int OPERATION_AT = 4;
  private static final int LENGTH_AT = 5;
  private static final int ERROR = 0x00;
  private static final int STARTUP = 0x01;
  private static final int OPTIONS = 0x05;
  private static final int SUPPORTED = 0x06;
  private static final int LONGEST_STARTUP = 4096;

  private CassandraPreamble() {}

  static Preamble create() {
    ByteBuffer request =
        ByteBuffer.allocate(HEADER).put(0, (byte) VERSION).put(OPERATION_AT, (byte) OPTIONS);
    return new DirectTlsPreamble(
        "CQL", request, HEADER, CassandraPreamble::lengthOfBody, CassandraPreamble::isFirst);
  }

  private static int lengthOfBody(ByteBuffer header) {
    int operation = header.get(OPERATION_AT);
    boolean answer = operation == SUPPORTED || operation == ERROR;
    return answer && (header.get(0) & RESPONSE) != 0 ? header.getInt(LENGTH_AT) : -1;
  }

  private static boolean isFirst(ByteBuffer header) {
    int operation = header.get(OPERATION_AT);
    int length = header.getInt(LENGTH_AT);
    return VERSIONS.contains((int) header.get(0))
        && (header.get(FLAGS_AT) & ~BETA) == 0
        && (operation == OPTIONS
            ? length == 0
            : operation == STARTUP && length > 0 && length <= LONGEST_STARTUP);
  }
}
