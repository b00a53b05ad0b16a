package dev.tlsbench.measure.fork;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A message of a fork: a line of JSON on its standard output. An empty message is a sign of life,
 * sent after each connection and each window.
 *
 * @param ready true if all variants have connected once and orders can come
 * @param failure the reason to end; {@code null} for none
 * @param answer to an order, as a record or, once read, a map; {@code null} for none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ForkReply(boolean ready, @Nullable Failure failure, @Nullable Object answer) {

  static ForkReply alive() {
    return new ForkReply(false, null, null);
  }

  public static ForkReply nowReady() {
    return new ForkReply(true, null, null);
  }

  static ForkReply failed(Failure failure) {
    return new ForkReply(false, failure, null);
  }

  public static ForkReply answering(Object answer) {
    return new ForkReply(false, null, answer);
  }

  /** Kinds of failure, by exit code. */
  enum Kind {
    INVALID,
    /** There is no connection, or it negotiated other TLS than requested. */
    NO_CONNECTION,
    BROKEN
  }

  /**
   * The reason why a fork ends.
   *
   * @param message one line; may hold passwords, which must be removed before it is shown
   */
  record Failure(Kind kind, String message) {}
}
