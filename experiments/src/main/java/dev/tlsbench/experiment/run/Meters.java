package dev.tlsbench.experiment.run;

import com.sun.management.OperatingSystemMXBean;
import dev.tlsbench.experiment.run.ForkReply.Use;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.software.os.OSProcess;

/**
 * Measures CPU time of client, server and machine, time in the collector, and the server's memory.
 *
 * <p>The JVM reports the client's CPU time in nanoseconds. The kernel reports that of the server
 * and the machine in ticks, 10 ms on Linux, so that only sums over many windows are meaningful.
 */
final class Meters {
  private static final double NANOS = 1e6;

  private final OperatingSystemMXBean client =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final List<GarbageCollectorMXBean> collectors =
      ManagementFactory.getGarbageCollectorMXBeans();
  private final CentralProcessor machine;
  private final @Nullable OSProcess server;

  /**
   * @param serverPid 0 if the server is not on this machine
   */
  Meters(long serverPid) {
    SystemInfo system = new SystemInfo();
    machine = system.getHardware().getProcessor();
    server =
        serverPid == 0 ? null : system.getOperatingSystem().getProcess(Math.toIntExact(serverPid));
  }

  /** Reads all meters; times in milliseconds from some start. */
  Use read() {
    long[] ticks = machine.getSystemCpuLoadTicks();
    OSProcess seen = server != null && server.updateAttributes() ? server : null;
    return new Use(
        client.getProcessCpuTime() / NANOS,
        seen == null ? null : (double) (seen.getUserTime() + seen.getKernelTime()),
        collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
        ticks[TickType.STEAL.getIndex()],
        ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()],
        seen == null ? null : seen.getResidentSetSize());
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
}
