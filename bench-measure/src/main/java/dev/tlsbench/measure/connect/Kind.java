package dev.tlsbench.measure.connect;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.tlsbench.core.tls.NegotiatedTls;
import org.jspecify.annotations.Nullable;

/** The kinds of connections that are compared. */
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

  /** Returns the name in tables and files, such as {@code tls-full}. */
  @JsonValue
  public String id() {
    return id;
  }

  /** Returns true if a connection with this handshake is of this kind. */
  boolean holds(@Nullable NegotiatedTls negotiated) {
    return switch (this) {
      case PLAIN -> negotiated == null;
      case FULL -> negotiated != null && !negotiated.resumed();
      case RESUMED -> negotiated != null && negotiated.resumed();
    };
  }
}
