package dev.tlsbench.core.database;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * A protocol whose first byte is of TLS, if there is TLS, and whose messages begin with a header.
 * The client speaks first.
 *
 * @param protocol its name, in messages
 * @param request a message that every server answers without a log-in
 * @param headerLength of each message, in bytes
 * @param lengthOfBody by the header of an answer; negative if it is not one of this protocol
 * @param isFirst accepts the header of a client's first message
 */
public record DirectTlsPreamble(
    String protocol,
    ByteBuffer request,
    int headerLength,
    ToIntFunction<ByteBuffer> lengthOfBody,
    Predicate<ByteBuffer> isFirst)
    implements Preamble {
  private static final int LONGEST_ANSWER = 1 << 20;

  @Override
  public void exchange(InputStream in, OutputStream out) throws IOException {
    byte[] message = new byte[request.capacity()];
    request.get(0, message);
    out.write(message);
    out.flush();
    int length = lengthOfBody.applyAsInt(ByteBuffer.wrap(read(in, headerLength)));
    if (length < 0 || length > LONGEST_ANSWER) {
      throw new ProtocolException("the answer is not one of " + protocol + "'s protocol");
    }
    read(in, length);
  }

  private static byte[] read(InputStream in, int length) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("the connection was closed before a whole answer");
    }
    return bytes;
  }

  @Override
  public Recognizer recognizer() {
    ByteBuffer header = ByteBuffer.allocate(headerLength);
    return new Recognizer() {
      @Override
      public State fromClient(byte next) {
        header.put(next);
        if (header.hasRemaining()) {
          return State.MORE;
        }
        return isFirst.test(header.duplicate()) ? State.PLAIN : State.OTHER;
      }

      @Override
      public State fromServer(byte next) {
        return State.OTHER;
      }
    };
  }
}
