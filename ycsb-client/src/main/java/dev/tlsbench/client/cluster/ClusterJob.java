package dev.tlsbench.client.cluster;

import java.util.List;

/**
 * A job: one JVM on each of several executors, with a line of input each. A part that prints {@link
 * #READY} waits; when all parts wait or have ended, each receives {@link #START}. A part must end
 * when its input does.
 *
 * @param mainClass the main class of each JVM; it gets no arguments
 * @param jvmArguments the arguments of each JVM
 * @param inputs the first line of each part's input, which may contain passwords; one for each part
 */
public record ClusterJob(String mainClass, List<String> jvmArguments, List<String> inputs) {
  /** Printed by a part that waits for the others. */
  public static final String READY = "{\"@type\":\"ready\"}";

  /** The line of input after which a part begins. */
  public static final String START = "{\"@type\":\"start\"}";

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
}
