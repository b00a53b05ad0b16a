package dev.tlsbench.measure.probe;

import com.fasterxml.jackson.annotation.JsonValue;

/** A server's policy on client certificates. */
public enum ClientCertificate {
  /** It does not request one. */
  NOT_REQUESTED("not-requested"),
  /** It requests one, and continues without. */
  OPTIONAL("optional"),
  /** It refuses clients without one. */
  REQUIRED("required");

  private final String id;

  ClientCertificate(String id) {
    this.id = id;
  }

  /** Returns the name in JSON, such as {@code not-requested}. */
  @JsonValue
  public String id() {
    return id;
  }
}
