package dev.tlsbench.report.folder;

import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Origin;
import dev.tlsbench.report.document.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code environment.json}: the machine and software of a run. Contains no host or
 * user names.
 *
 * @param server product and version, such as {@code MySQL 9.7.0}; {@code null} without a server
 * @param versions the versions of drivers, TLS providers and this project, by name
 * @param commit the commit of this project, with the suffix {@code -dirty} if files differ; {@code
 *     null} outside of a checkout
 */
public record Environment(
    int schemaVersion,
    @Nullable String server,
    Machine machine,
    Jdk jdk,
    Map<String, String> versions,
    @Nullable String commit) {

  public static final int SCHEMA_VERSION = 1;

  /**
   * The client's machine.
   *
   * @param cores the number of processors that the JVM may use
   * @param operatingSystem such as {@code Debian GNU/Linux 12 (bookworm)}
   * @param kernel such as {@code Linux 6.1.0-18-amd64}
   * @param governor the policy of CPU frequencies; {@code null} if the system does not report one
   * @param loadAverage the load of the last minute at the time of writing; {@code null} if unknown
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
   * The JVMs that measured, which may be forks of the command's.
   *
   * @param flags the flags that begin with {@code -X} or {@code --}, without paths; a flag of only
   *     some benchmarks is followed by their names in brackets
   */
  public record Jdk(String version, String vendor, String vm, List<String> flags) {}

  /** Returns a copy with the forks' JVMs instead of the one that started them. */
  public Environment withJdk(Jdk measuring) {
    return new Environment(schemaVersion, server, machine, measuring, versions, commit);
  }

  public Section section() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("CPU", machine.cpu());
    facts.put("cores", Integer.toString(machine.cores()));
    facts.put("memory", Numbers.bytes((double) machine.memoryBytes()));
    facts.put("system", machine.operatingSystem());
    facts.put("kernel", machine.kernel());
    facts.put("CPU governor", machine.governor() == null ? "unknown" : machine.governor());
    facts.put(
        "load average at the end",
        machine.loadAverage() == null ? "unknown" : Numbers.fixed(machine.loadAverage(), 2));
    facts.put("JDK", jdk.version() + ", " + jdk.vm() + " (" + jdk.vendor() + ")");
    facts.put("JVM flags", jdk.flags().isEmpty() ? "none" : String.join(" ", jdk.flags()));
    facts.put("commit", commit == null ? "not a checkout" : commit);
    return new Section(
        "environment",
        "Environment",
        List.of(Table.facts("Client", facts), Table.codes("Versions", "library", versions)));
  }

  public Origin origin(String command, String measured) {
    String client = machine.cpu() + ", " + machine.cores() + " cores, JDK " + jdk.version();
    return new Origin(command, measured, client, List.of());
  }
}
