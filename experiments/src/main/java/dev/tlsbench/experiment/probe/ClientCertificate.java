package dev.tlsbench.experiment.probe;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a server does about certificates of its clients. */
public enum ClientCertificate {
  /** It does not ask for one. */
  NOT_REQUESTED("not-requested"),
  /** It asks for one, and goes on without. */
  OPTIONAL("optional"),
  /** It lets nobody in without. */
  REQUIRED("required");

  private final String id;

  ClientCertificate(String id) {
    this.id = id;
  }

  /**
   * Its name in JSON.
   *
   * @return such as {@code not-requested}
   */
  @JsonValue
  public String id() {
    return id;
  }
}
