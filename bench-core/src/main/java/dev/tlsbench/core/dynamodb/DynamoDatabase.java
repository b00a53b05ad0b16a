package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.DirectTlsPreamble;
import dev.tlsbench.core.database.Preamble;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Amazon DynamoDB, and servers of its protocol, JSON over HTTP 1.1. */
public final class DynamoDatabase extends Database {
  static final int PORT = 443;

  /** A health check, which is answered without a signature. */
  private static final ByteBuffer GET =
      ByteBuffer.wrap(
          "GET / HTTP/1.1\r\nHost: dynamodb\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));

  /** Of an answer's first line; the rest is not read. */
  private static final int HEADER = 9;

  /** Called by the service loader. */
  public DynamoDatabase() {
    super(
        "dynamodb",
        "DynamoDB",
        PORT,
        List.of("https://", "http://"),
        // An emulator of it, and what has its TLS.
        Set.of("node", "haproxy"));
  }

  @Override
  public Preamble preamble() {
    return new DirectTlsPreamble(
        "HTTP",
        GET,
        HEADER,
        header -> text(header).matches("HTTP/1\\.[01] ") ? 0 : -1,
        header -> text(header).matches("POST / HT|GET / HTT"));
  }

  private static String text(ByteBuffer header) {
    return StandardCharsets.ISO_8859_1.decode(header.duplicate().rewind()).toString();
  }

  @Override
  public DatabaseUrl parse(String url) {
    return DynamoUrl.parse(url);
  }
}
