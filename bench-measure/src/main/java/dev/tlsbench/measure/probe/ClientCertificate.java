package dev.tlsbench.measure.probe;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

public enum ClientCertificate {
  NOT_REQUESTED,
  /** It requests one, and continues without. */
  OPTIONAL,
  REQUIRED;

  @JsonValue
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
