package dev.tlsbench.core.dynamodb;

import dev.tlsbench.core.database.Preamble;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * HTTP, and the health check that tells DynamoDB from other servers of HTTP: it needs no signature.
 */
final class HealthCheck implements Preamble {
  private static final byte[] GET =
      "GET / HTTP/1.1\r\nHost: dynamodb\r\nConnection: close\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);
  private static final int LONGEST_ANSWER = 4096;

  /** The first bytes of a client. */
  private static final List<String> FIRST = List.of("POST / HTTP/1.1", "GET / HTTP/1.1");

  @Override
  public Optional<String> startTls(InputStream in, OutputStream out) {
    return Optional.empty();
  }

  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    out.write(GET);
    out.flush();
    String answer = new String(in.readNBytes(LONGEST_ANSWER), StandardCharsets.ISO_8859_1);
    if (!answer.contains("healthy: dynamodb")) {
      throw new ProtocolException("the answer is not one of DynamoDB's");
    }
  }

  @Override
  public Recognizer recognizer() {
    StringBuilder said = new StringBuilder();
    return new Recognizer() {
      @Override
      public State fromClient(byte next) {
        said.append((char) next);
        if (FIRST.contains(said.toString())) {
          return State.PLAIN;
        }
        return FIRST.stream().anyMatch(first -> first.startsWith(said.toString()))
            ? State.MORE
            : State.OTHER;
      }

      @Override
      public State fromServer(byte next) {
        return State.OTHER;
      }
    };
  }
}
