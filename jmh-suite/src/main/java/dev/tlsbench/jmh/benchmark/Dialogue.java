package dev.tlsbench.jmh.benchmark;

/**
 * The client's part of a conversation: which request comes next, and which reply has to follow it.
 *
 * <p>Not safe to share between threads.
 */
final class Dialogue {
  private final Messages messages;
  private long number;

  /**
   * Begins.
   *
   * @param first the number of the first request; a server expects 0
   */
  Dialogue(Messages messages, long first) {
    this.messages = messages;
    this.number = first;
  }

  /** The same array every time. */
  byte[] nextRequest() {
    return messages.request(number);
  }

  int replyBytes() {
    return messages.replyBytes();
  }

  /** Checks the reply to the request, its length, number and end, and goes on to the next. */
  void check(byte[] reply) {
    messages.checkReply(number, reply);
    number++;
  }

  /** Checks every byte of the reply that was checked last. */
  void checkAllOfLast(byte[] reply) {
    messages.checkAllOfReply(number - 1, reply);
  }
}
