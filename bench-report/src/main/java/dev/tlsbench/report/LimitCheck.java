package dev.tlsbench.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collection;

/** A limit that the user set, and the run's finding about it. */
public record LimitCheck(String limit, Outcome outcome, String found) {
  public enum Outcome {
    @JsonProperty("holds")
    HOLDS,
    @JsonProperty("broken")
    BROKEN,
    @JsonProperty("undecided")
    UNDECIDED
  }

  /** Returns the exit code of a run with these outcomes whose result can be used. */
  public static int exitCode(Collection<Outcome> outcomes) {
    if (outcomes.contains(Outcome.BROKEN)) {
      return ExitCode.LIMIT_EXCEEDED;
    }
    return outcomes.contains(Outcome.UNDECIDED) ? ExitCode.UNDECIDED : ExitCode.DONE;
  }
}
