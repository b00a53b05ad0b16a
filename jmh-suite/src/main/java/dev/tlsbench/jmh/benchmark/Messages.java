package dev.tlsbench.jmh.benchmark;

import java.util.Random;

/**
 * Requests and replies: a number that is never the same, then bytes that always are. Client and
 * server have an object each.
 *
 * <p>Not safe to share between threads.
 */
final class Messages {
  static final int REQUEST_BYTES = 100;

  private static final long SEED = 0x5EED;

  private final byte[] request = new byte[REQUEST_BYTES];
  private final byte[] reply;

  Messages(int replyBytes) {
    Random random = new Random(SEED);
    random.nextBytes(request);
    this.reply = new byte[replyBytes];
    random.nextBytes(reply);
  }

  int replyBytes() {
    return reply.length;
  }

  /** The same array every time. */
  byte[] request(long number) {
    BigEndian.putLong(request, 0, number);
    return request;
  }

  /** The same array every time. */
  byte[] reply(long number) {
    BigEndian.putLong(reply, 0, number);
    return reply;
  }

  /** Checks a request's number, and its end. */
  void checkRequest(long number, byte[] received) {
    check("request", number, request, received);
  }

  /** Checks a reply's length and number, and its end. */
  void checkReply(long number, byte[] received) {
    check("reply", number, reply, received);
  }

  /** Checks every byte of a reply. */
  void checkAllOfReply(long number, byte[] received) {
    Expected.content("reply " + number, reply(number), received, received.length);
  }

  private static void check(String what, long number, byte[] expected, byte[] received) {
    Expected.bytes(what, expected.length, received.length);
    int last = expected.length - 1;
    if (BigEndian.getLong(received, 0) != number || received[last] != expected[last]) {
      throw new IllegalStateException("not " + what + " " + number + " was received");
    }
  }
}
