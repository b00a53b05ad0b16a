package dev.tlsbench.client.cluster;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.annotation.JsonTypeName;
import java.util.List;
import java.util.Optional;

/**
 * A job: one JVM on each of several executors, with a line of input each. A part that prints {@link
 * Ready} waits; when all parts have printed it, each receives a line of input with {@link Start}. A
 * part must end when its input does.
 *
 * @param mainClass the main class of each JVM; it gets no arguments
 * @param jvmArguments the arguments of each JVM
 * @param inputs the first line of each part's input, which may contain passwords; one for each part
 * @param timed true to start all parts together or none: {@link Start} then has the common start.
 *     At the end of its work each part prints {@link Ready} a second time, and the {@link Start}
 *     that it receives has the error of the clocks until then. False to go on without a part that
 *     was lost
 */
public record ClusterJob(
    String mainClass, List<String> jvmArguments, List<String> inputs, boolean timed) {
  /** Copies the lists. */
  public ClusterJob {
    jvmArguments = List.copyOf(jvmArguments);
    inputs = List.copyOf(inputs);
  }

  /** Omits the inputs, which may be secret. */
  @Override
  public String toString() {
    return "ClusterJob[" + mainClass + ", " + inputs.size() + " parts]";
  }

  /**
   * Printed by a part that waits for the others.
   *
   * @param text for the other parts
   */
  @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
  @JsonTypeName("ready")
  public record Ready(String text) {
    private static final String BEGINNING = "{\"@type\":\"ready\"";

    /** Parses a line of a part; empty if it is for the caller of the job. */
    public static Optional<Ready> in(String line) {
      return line.startsWith(BEGINNING)
          ? Optional.of(JsonLine.parse(line, Ready.class))
          : Optional.empty();
    }
  }

  /**
   * Starts a part.
   *
   * @param epochNanos the common start by the clock of this machine, in nanoseconds since 1970; 0
   *     for now
   * @param errorNanos the maximum difference between the clocks of two parts after correction; at
   *     the end, the maximum since the start
   * @param offsetNanos the correction: the clock of part 0 minus this machine's clock
   * @param texts the texts of each part's {@link Ready}; empty unless the job is timed
   */
  public record Start(long epochNanos, long errorNanos, long offsetNanos, List<String> texts) {
    /** Starts at once. */
    public static final Start NOW = new Start(0, 0, 0, List.of());

    /** Copies the list. */
    public Start {
      texts = List.copyOf(texts);
    }
  }
}
