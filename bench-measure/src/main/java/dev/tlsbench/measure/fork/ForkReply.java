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
record ForkReply(boolean ready, @Nullable Failure failure, @Nullable Object answer) {

  enum Kind {
    INVALID,
    /** There is no connection, or it negotiated other TLS than requested. */
    NO_CONNECTION,
    BROKEN
  }

  /** The reason why a fork ends, in one line; passwords in it must be hidden before it is shown. */
  record Failure(Kind kind, String message) {}
}
