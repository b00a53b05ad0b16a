package dev.tlsbench.client.cluster;

import java.util.List;

/**
 * A job: one JVM on each of several executors, which get a line of input each. When a part prints
 * {@link #READY} and a text behind it, it waits; when all parts have, each receives a line of input
 * that begins with {@link #START}. A part must end when its input does.
 *
 * @param mainClass of each JVM; it gets no arguments
 * @param jvmArguments of each JVM
 * @param inputs the first line of each part's input, which may hold passwords; one for each part
 * @param timed true to start all parts together or none: the starting line then has the common
 *     start, see {@link Start}. At the end of its work each part prints {@link #READY} a second
 *     time, and the line that it receives has the error of the clocks until then. False to go on
 *     without a part that was lost
 */
public record ClusterJob(
    String mainClass, List<String> jvmArguments, List<String> inputs, boolean timed) {
  /** Printed by a part that waits for the start, before a text for the other parts. */
  public static final String READY = "ready ";

  /** The beginning of the line that starts a part. */
  public static final String START = "start ";

  /** Lists are copied. */
  public ClusterJob {
    jvmArguments = List.copyOf(jvmArguments);
    inputs = List.copyOf(inputs);
  }

  /** Contains no inputs, which may be secret. */
  @Override
  public String toString() {
    return "ClusterJob[" + mainClass + ", " + inputs.size() + " parts]";
  }

  /**
   * The line that starts a part.
   *
   * @param epochNanos the common start by the clock of this machine, in nanoseconds since 1970; 0
   *     for now
   * @param errorNanos the most by which the clocks of two parts may differ after correction; at the
   *     end, the most since the start
   * @param offsetNanos the correction: the clock of part 0 minus that of this machine
   * @param texts what each part printed behind {@link #READY}; empty unless the job is timed
   */
  public record Start(long epochNanos, long errorNanos, long offsetNanos, List<String> texts) {
    /** A start at once. */
    public static final Start NOW = new Start(0, 0, 0, List.of());

    /** Lists are copied. */
    public Start {
      texts = List.copyOf(texts);
    }

    /** Reads a line that begins with {@link ClusterJob#START}. */
    public static Start parse(String line) {
      String[] words = line.substring(START.length()).split(" ", -1);
      return new Start(
          Long.parseLong(words[0]),
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          List.of(words).subList(3, words.length));
    }

    /** Returns the line. Texts must have no spaces. */
    public String line() {
      String all = texts.isEmpty() ? "" : " " + String.join(" ", texts);
      return START + epochNanos + " " + errorNanos + " " + offsetNanos + all;
    }
  }
}
