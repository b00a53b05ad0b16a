package dev.tlsbench.experiment.connect;

import dev.tlsbench.core.tls.NegotiatedTls;
import org.jspecify.annotations.Nullable;

/** The kinds of connections that are put beside each other. */
public enum Kind {
  /** Without TLS. */
  PLAIN("plain"),
  /** With a full handshake each time. */
  FULL("tls-full"),
  /** With a handshake that resumes the session of an earlier connection. */
  RESUMED("tls-resumed");

  private final String id;

  Kind(String id) {
    this.id = id;
  }

  /**
   * The name in tables and files.
   *
   * @return such as {@code tls-full}
   */
  public String id() {
    return id;
  }

  /** Whether a connection is of this kind, by what its handshake ended in. */
  boolean holds(@Nullable NegotiatedTls negotiated) {
    return switch (this) {
      case PLAIN -> negotiated == null;
      case FULL -> negotiated != null && !negotiated.resumed();
      case RESUMED -> negotiated != null && negotiated.resumed();
    };
  }
}
