package dev.tlsbench.core.dynamodb;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.tlsbench.core.database.DirectTlsPreamble;
import dev.tlsbench.core.database.Preamble;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * HTTP, and the health check that tells DynamoDB from other servers of HTTP: it needs no signature.
 */
final class HealthCheck implements Preamble {
  private static final byte[] GET =
      "GET / HTTP/1.1\r\nHost: dynamodb\r\nConnection: close\r\n\r\n".getBytes(ISO_8859_1);
  private static final int LONGEST_ANSWER = 4096;

  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    out.write(GET);
    out.flush();
    if (!new String(in.readNBytes(LONGEST_ANSWER), ISO_8859_1).contains("healthy: dynamodb")) {
      throw new ProtocolException("the answer is not one of DynamoDB's");
    }
  }

  @Override
  public Recognizer recognizer() {
    return new DirectTlsPreamble(
            "HTTP",
            ByteBuffer.wrap(GET),
            "GET / HTTP/1.1".length(),
            header -> -1,
            header -> ISO_8859_1.decode(header.rewind()).toString().matches("(GET|POST) / HTTP.*"))
        .recognizer();
  }
}
