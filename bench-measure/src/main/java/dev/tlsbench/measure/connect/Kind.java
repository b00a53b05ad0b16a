package dev.tlsbench.measure.connect;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.measure.result.Negotiated;
import org.jspecify.annotations.Nullable;

public enum Kind {
  @JsonProperty("plain")
  PLAIN(""),
  /** With a full handshake each time. */
  @JsonProperty("full")
  FULL("-full"),
  /** With a handshake that resumes the session of an earlier connection. */
  @JsonProperty("resumed")
  RESUMED("-resumed");

  private final String suffix;

  Kind(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the end of a series' name, such as {@code -full}; empty without TLS. */
  String suffix() {
    return suffix;
  }

  /** Returns the title of a variant's connections, such as {@code TLS 1.3, full}. */
  public String title(String variant) {
    return variant + suffix.replace("-", ", ");
  }

  /** Returns true if a connection with this handshake is of this kind. */
  boolean holds(@Nullable Negotiated negotiated) {
    return switch (this) {
      case PLAIN -> negotiated == null;
      case FULL -> negotiated != null && !negotiated.resumed();
      case RESUMED -> negotiated != null && negotiated.resumed();
    };
  }
}
