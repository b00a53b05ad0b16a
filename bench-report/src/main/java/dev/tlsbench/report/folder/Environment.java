package dev.tlsbench.report.folder;

import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All of {@code environment.json}: on what a run was made, and nothing of whose machine it was.
 *
 * @param schemaVersion 1
 * @param server product and version, such as {@code MySQL 9.7.0}; {@code null} without a server
 * @param machine the client's machine
 * @param jdk the client's JVM
 * @param versions of drivers, TLS providers and this project, by name
 * @param commit of this project, with {@code -dirty} behind it if files differ; {@code null}
 *     outside of a checkout
 */
public record Environment(
    int schemaVersion,
    @Nullable String server,
    Machine machine,
    Jdk jdk,
    Map<String, String> versions,
    @Nullable String commit) {

  /** The version of the schema that these records are written by. */
  public static final int SCHEMA_VERSION = 1;

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

  /**
   * The same with other JVMs: those that measured, where this one only started them.
   *
   * @param measuring the JVMs that measured
   * @return a copy
   */
  public Environment withJdk(Jdk measuring) {
    return new Environment(schemaVersion, server, machine, measuring, versions, commit);
  }

  /**
   * The section of a report that says all of this.
   *
   * @return tables
   */
  public Section section() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("CPU", machine.cpu());
    facts.put("cores", Integer.toString(machine.cores()));
    facts.put("memory", Numbers.bytes((double) machine.memoryBytes()));
    facts.put("system", machine.operatingSystem());
    facts.put("kernel", machine.kernel());
    facts.put("CPU governor", machine.governor() == null ? "not told" : machine.governor());
    facts.put(
        "load average at the end",
        machine.loadAverage() == null ? "not told" : Numbers.fixed(machine.loadAverage(), 2));
    facts.put("JDK", jdk.version() + ", " + jdk.vm() + " (" + jdk.vendor() + ")");
    facts.put("JVM flags", jdk.flags().isEmpty() ? "none" : String.join(" ", jdk.flags()));
    facts.put("commit", commit == null ? "not a checkout" : commit);
    return new Section(
        "environment",
        "Environment",
        List.of(Table.facts("Client", facts), Table.codes("Versions", "library", versions)));
  }

  /**
   * The facts by which several runs are told apart.
   *
   * @return values by their names, in their order
   */
  public Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("CPU", machine.cpu() + ", " + machine.cores() + " cores");
    facts.put("kernel", machine.kernel());
    facts.put("JDK", jdk.version());
    facts.put("commit", commit == null ? "–" : commit);
    return facts;
  }
}
