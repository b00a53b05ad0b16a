package dev.tlsbench.experiment.run;

import com.sun.management.OperatingSystemMXBean;
import dev.tlsbench.experiment.placement.Clocks;
import dev.tlsbench.experiment.placement.Clocks.CoreTime;
import dev.tlsbench.experiment.run.ForkReply.Use;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.software.os.OSProcess;

/**
 * Measures CPU time of client, server and machine, time in compilers and collectors, and the
 * server's memory.
 *
 * <p>On Linux the CPU time of client and server is in nanoseconds, though that of a thread on
 * another core may be 4 ms old; the time of the machine is in ticks of 10 ms.
 */
final class Meters {
  private static final double NANOS = 1e6;

  private final OperatingSystemMXBean client =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final @Nullable CompilationMXBean compilers = ManagementFactory.getCompilationMXBean();
  private final CentralProcessor machine;
  private final @Nullable OSProcess server;
  private final List<Long> serverPids;
  private final Set<Integer> cores;
  private final boolean sharesCores;
  private List<Long> serverFamily = List.of();

  Meters(ForkSpec spec) {
    SystemInfo system = new SystemInfo();
    machine = system.getHardware().getProcessor();
    serverPids = spec.serverPids();
    server =
        serverPids.isEmpty()
            ? null
            : system.getOperatingSystem().getProcess(Math.toIntExact(serverPids.get(0)));
    cores = spec.clients().cores();
    sharesCores = !spec.clients().server().isEmpty();
  }

  /** Looks which processes the server consists of: some start one for each connection. */
  void findServer() {
    serverFamily = Clocks.families(serverPids);
  }

  /** Reads all meters; times in milliseconds from some start. */
  Use read() {
    long[] ticks = machine.getSystemCpuLoadTicks();
    OSProcess seen = server != null && server.updateAttributes() ? server : null;
    return new Use(
        client.getProcessCpuTime() / NANOS,
        seen == null
            ? null
            : serverCpu().orElse((double) (seen.getUserTime() + seen.getKernelTime())),
        collected(),
        ticks[TickType.STEAL.getIndex()],
        ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()],
        seen == null ? null : seen.getResidentSetSize());
  }

  private OptionalDouble serverCpu() {
    double sum = 0;
    for (long pid : serverFamily) {
      OptionalDouble cpu = Clocks.ofProcess(pid);
      if (cpu.isEmpty()) {
        return cpu;
      }
      sum += cpu.getAsDouble();
    }
    return serverFamily.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(sum);
  }

  private double collected() {
    return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
  }

  /** Returns the use between two readings; memory is that of the second. */
  static Use between(Use start, Use end) {
    Double serverStart = start.serverCpu();
    Double serverEnd = end.serverCpu();
    return new Use(
        end.clientCpu() - start.clientCpu(),
        serverStart == null || serverEnd == null ? null : serverEnd - serverStart,
        end.gc() - start.gc(),
        end.steal() - start.steal(),
        end.idle() - start.idle(),
        end.serverMemoryBytes());
  }

  /**
   * Times of all who use the confined cores, in milliseconds from some start.
   *
   * @param own CPU time of worker threads and server; not a number if unknown
   */
  record Reading(
      double wall,
      double own,
      CoreTime ofCores,
      double waiting,
      double compile,
      double serverCompile,
      double collect) {}

  /** Reads what the conditions of an epoch are computed from. */
  Reading readConditions(Workers workers) {
    double serverCompile = serverFamily.stream().mapToDouble(Clocks::ofHousekeeping).sum();
    double server = sharesCores ? serverCpu().orElse(Double.NaN) - serverCompile : 0;
    return new Reading(
        System.nanoTime() / NANOS,
        workers.cpuMillis() + server,
        Clocks.ofCores(cores),
        workers.waitedMillis(),
        compilers == null ? 0 : compilers.getTotalCompilationTime(),
        serverCompile,
        collected());
  }

  /** Returns the conditions between two readings. */
  Conditions conditions(Reading start, Reading end) {
    double wall = end.wall() - start.wall();
    double available = wall * cores.size();
    double idle = end.ofCores().idle() - start.ofCores().idle();
    double foreign = Math.max(0, available - (end.own() - start.own()) - idle) / available;
    double steal = (end.ofCores().steal() - start.ofCores().steal()) / available;
    boolean isKnown = Double.isFinite(foreign);
    return new Conditions(
        wall,
        isKnown ? foreign : null,
        isKnown ? steal : null,
        end.waiting() - start.waiting(),
        end.compile() - start.compile(),
        end.serverCompile() - start.serverCompile(),
        end.collect() - start.collect());
  }
}
