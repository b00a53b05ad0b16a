package dev.tlsbench.measure.probe;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** A server's policy on client certificates. */
public enum ClientCertificate {
  /** It does not request one. */
  NOT_REQUESTED,
  /** It requests one, and continues without. */
  OPTIONAL,
  REQUIRED;

  /** Returns the name in JSON, such as {@code not-requested}. */
  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
