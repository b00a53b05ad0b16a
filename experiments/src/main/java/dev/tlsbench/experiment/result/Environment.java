package dev.tlsbench.experiment.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All of {@code environment.json}: on what a run was made, and nothing of whose machine it was.
 *
 * @param schemaVersion 1
 * @param server product and version, such as {@code MySQL 9.7.0}
 * @param machine the client's machine
 * @param jdk the client's JVM
 * @param versions of drivers, TLS providers and this project, by name
 * @param commit of this project, with {@code -dirty} behind it if files differ; {@code null} outside
 *     of a checkout
 */
public record Environment(
    int schemaVersion,
    String server,
    Machine machine,
    Jdk jdk,
    Map<String, String> versions,
    @Nullable String commit) {

  /**
   * The client's machine.
   *
   * @param cpu the model
   * @param cores how many processors the JVM may use
   * @param memoryBytes how much memory there is
   * @param operatingSystem such as {@code Debian GNU/Linux 12 (bookworm)}
   * @param kernel such as {@code Linux 6.1.0-18-amd64}
   * @param governor of the CPU's frequency; {@code null} where the system does not tell
   * @param loadAverage of the last minute when this was written; {@code null} if not known
   */
  public record Machine(
      String cpu,
      int cores,
      long memoryBytes,
      String operatingSystem,
      String kernel,
      @Nullable String governor,
      @Nullable Double loadAverage) {}

  /**
   * The JVM of the run.
   *
   * @param version such as {@code 17.0.15+6}
   * @param vendor who built it
   * @param vm name of the virtual machine
   * @param flags those that begin with {@code -X} or {@code --}, paths left out
   */
  public record Jdk(String version, String vendor, String vm, List<String> flags) {}
}
