package dev.tlsbench.jmh.benchmark;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/**
 * One end of a conversation: requests, and replies of another length. A message is a number that
 * never repeats, followed by constant bytes. Client and server each have their own instance, which
 * counts.
 *
 * <p>Not thread-safe.
 */
final class Messages {
  static final int REQUEST_BYTES = 100;

  private static final long SEED = 0x5EED;
  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] request = new byte[REQUEST_BYTES];
  private final byte[] reply;
  private long next;

  /**
   * Creates an end.
   *
   * @param first the number of the first request; a server expects 0
   */
  Messages(int replyBytes, long first) {
    Random random = new Random(SEED);
    random.nextBytes(request);
    reply = new byte[replyBytes];
    random.nextBytes(reply);
    next = first;
  }

  Messages server() {
    return new Messages(reply.length, 0);
  }

  int replyBytes() {
    return reply.length;
  }

  /** Returns the next request, in the same array every time. */
  byte[] request() {
    return numbered(request, next);
  }

  /**
   * Checks a request's length, number and end, and returns the reply, in the same array every time.
   *
   * @throws IllegalStateException if another request was expected
   */
  byte[] replyTo(byte[] received) {
    check("request", request, received);
    return numbered(reply, next++);
  }

  /**
   * Checks the length, number and end of the reply to the latest request.
   *
   * @throws IllegalStateException if another reply was expected
   */
  void checkReply(byte[] received) {
    check("reply", reply, received);
    next++;
  }

  /** Checks every byte of the reply that was checked last. */
  void checkAllOfLast(byte[] received) {
    long last = next - 1;
    int differs = Arrays.mismatch(numbered(reply, last), received);
    if (differs >= 0) {
      throw new IllegalStateException("reply " + last + " differs from byte " + differs);
    }
  }

  private static byte[] numbered(byte[] message, long number) {
    NUMBER.set(message, 0, number);
    return message;
  }

  private void check(String what, byte[] expected, byte[] received) {
    if (received.length != expected.length) {
      throw new IllegalStateException(
          what + " has " + received.length + " bytes, expected " + expected.length);
    }
    int last = expected.length - 1;
    if ((long) NUMBER.get(received, 0) != next || received[last] != expected[last]) {
      throw new IllegalStateException("not " + what + " " + next + " was received");
    }
  }
}
