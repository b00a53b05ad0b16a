package dev.tlsbench.measure.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The place of a server in relation to the client, on which the meaning of a time depends. */
public enum ServerPlacement {
  /** On the same few cores as the client's threads: times are the cost of both together. */
  @JsonProperty("confined")
  CONFINED("confined to the client's cores"),
  /** On the client's machine, on any cores. */
  @JsonProperty("sideBySide")
  SIDE_BY_SIDE("side by side with the client"),
  @JsonProperty("elsewhere")
  ELSEWHERE("elsewhere");

  private final String text;

  ServerPlacement(String text) {
    this.text = text;
  }

  public String text() {
    return text;
  }

  public static ServerPlacement of(boolean sharesCores, boolean isLocal) {
    return sharesCores ? CONFINED : isLocal ? SIDE_BY_SIDE : ELSEWHERE;
  }
}
