package dev.tlsbench.measure.fork;

import com.sun.management.OperatingSystemMXBean;
import dev.tlsbench.measure.placement.Clocks;
import dev.tlsbench.measure.result.EpochResult;
import dev.tlsbench.measure.result.WindowResult;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
 * <p>On Linux the CPU time of client and server is in nanoseconds, but for a thread on another core
 * it may be 4 ms old; the time of the machine is in ticks of 10 ms.
 */
public final class Meters {
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
  private final boolean waitsForReader;
  private final Map<Long, Double> lastRead = new HashMap<>();
  private List<Long> serverFamily = List.of();
  private final boolean countsAllThreads;
  private final Rising clientHousekeeping = new Rising();
  private final Rising serverHousekeeping = new Rising();
  private double serverMillis;
  private double endedMillis = Double.NaN;
  private double endedBefore;

  /** A sum that never falls, although HotSpot ends idle compiler threads, whose time is lost. */
  private static final class Rising {
    private double sum;
    private double last;

    double read(double now) {
      sum += Math.max(0, now - last);
      last = now;
      return sum;
    }
  }

  /**
   * Meters of these clients and their server.
   *
   * @param countsAllThreads true if all threads of this JVM belong to the clients, such as a
   *     driver's monitors and a relay; except those that compile and collect, and the caller
   */
  public Meters(Settings.Clients clients, boolean countsAllThreads) {
    this.countsAllThreads = countsAllThreads;
    SystemInfo system = new SystemInfo();
    machine = system.getHardware().getProcessor();
    serverPids = clients.server();
    server =
        serverPids.isEmpty()
            ? null
            : system.getOperatingSystem().getProcess(Math.toIntExact(serverPids.get(0)));
    cores = clients.cores();
    sharesCores = clients.shareCores();
    waitsForReader = (sharesCores && cores.size() == 1) || clients.takeTurns();
  }

  /**
   * Finds the server's processes; some servers start one for each connection. The whole time of a
   * process that has started since the last call counts.
   */
  void findServer() {
    List<Long> found = Clocks.families(serverPids);
    if (Double.isNaN(endedMillis)) {
      endedMillis = endedChildren();
    } else {
      found.forEach(pid -> lastRead.putIfAbsent(pid, 0.0));
    }
    lastRead.keySet().stream()
        .filter(pid -> !found.contains(pid))
        .toList()
        .forEach(pid -> endedMillis += Objects.requireNonNull(lastRead.remove(pid)));
    serverFamily = found;
    endedBefore = endedChildren();
  }

  /**
   * Returns true if processes of the server have ended since the last call of {@link #findServer}.
   * {@link #read} counts those that also started since then, {@link #serverNanosOfBurst} does not.
   */
  boolean haveProcessesEnded() {
    return endedChildren() > endedBefore;
  }

  private double endedChildren() {
    return serverPids.stream().mapToDouble(Clocks::ofEndedChildren).sum();
  }

  Use read() {
    long[] ticks = machine.getSystemCpuLoadTicks();
    OSProcess seen = server != null && server.updateAttributes() ? server : null;
    return new Use(
        client.getProcessCpuTime() / NANOS,
        serverMillis(seen),
        collected(),
        ticks[TickType.STEAL.getIndex()],
        ticks[TickType.IDLE.getIndex()] + ticks[TickType.IOWAIT.getIndex()],
        seen == null ? null : seen.getResidentSetSize());
  }

  /** Returns the server's CPU time in milliseconds from any start; {@code null} if unknown. */
  public @Nullable Double serverMillis() {
    return serverMillis(server != null && server.updateAttributes() ? server : null);
  }

  /** Returns the CPU time of the client for each of its cores, in milliseconds from any start. */
  public double clientMillisOfACore() {
    return cores.isEmpty()
        ? client.getProcessCpuTime() / NANOS / client.getAvailableProcessors()
        : allThreadsMillis() / cores.size();
  }

  private @Nullable Double serverMillis(@Nullable OSProcess seen) {
    return seen == null
        ? null
        : serverCpuWithEnded().orElse((double) (seen.getUserTime() + seen.getKernelTime()));
  }

  /**
   * Returns the CPU time of the server, with that of processes that have come and gone since they
   * were last looked for, in ticks of 10 ms; empty if unknown.
   */
  private OptionalDouble serverCpuWithEnded() {
    OptionalDouble known = serverCpu();
    double counted =
        serverFamily.stream()
            .filter(pid -> Clocks.ofProcess(pid).isEmpty())
            .mapToDouble(pid -> lastRead.getOrDefault(pid, 0.0))
            .sum();
    return known.isEmpty()
        ? known
        : OptionalDouble.of(known.getAsDouble() + endedChildren() - endedMillis - counted);
  }

  /**
   * Returns the CPU time of the server's known processes since they were first seen; empty if
   * unknown. It never falls: for ended processes it keeps the last reading.
   */
  private OptionalDouble serverCpu() {
    for (long pid : serverFamily) {
      Clocks.ofProcess(pid)
          .ifPresent(
              now -> {
                serverMillis += now - lastRead.getOrDefault(pid, now);
                lastRead.put(pid, now);
              });
    }
    return lastRead.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(serverMillis);
  }

  /**
   * Returns the CPU time of the server's known processes in nanoseconds; not a number unless
   * readings are exact, since the server's thread waits for the reader: on the one core of both, or
   * for the next operation of a single thread.
   */
  double serverNanosOfBurst() {
    return waitsForReader ? NANOS * serverCpu().orElse(Double.NaN) : Double.NaN;
  }

  private double collected() {
    return collectors.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum();
  }

  /** A reading of the meters of windows; times in milliseconds from an arbitrary start. */
  record Use(
      double clientCpu,
      @Nullable Double serverCpu,
      double gc,
      double steal,
      double idle,
      @Nullable Long serverMemoryBytes) {

    WindowResult.Use since(Use start) {
      return new WindowResult.Use(
          clientCpu - start.clientCpu,
          start.serverCpu == null || serverCpu == null ? null : serverCpu - start.serverCpu,
          gc - start.gc,
          steal - start.steal);
    }
  }

  /** Readings for the conditions of an epoch, in milliseconds from an arbitrary start. */
  public record Reading(
      double wall,
      CoreUse confined,
      CoreUse others,
      double waiting,
      double compile,
      double serverCompile,
      double collect) {
    CoreUse everywhere() {
      return new CoreUse(confined.own() + others.own(), others.all());
    }
  }

  /** The use of some cores; {@code own} is not a number if unknown. */
  public record CoreUse(double own, Clocks.CoreTime all) {}

  public Reading readConditions(Workers workers) {
    findServer();
    double housekeeping =
        serverHousekeeping.read(serverFamily.stream().mapToDouble(Clocks::ofHousekeeping).sum());
    boolean countsServer = sharesCores || (watchesAllCores() && !serverPids.isEmpty());
    double server = countsServer ? serverCpuWithEnded().orElse(Double.NaN) - housekeeping : 0;
    double ofWorkers = countsAllThreads ? allThreadsMillis() : workers.cpuMillis();
    return new Reading(
        System.nanoTime() / NANOS,
        new CoreUse(ofWorkers + server, Clocks.ofCores(cores)),
        new CoreUse(
            client.getProcessCpuTime() / NANOS - ofWorkers + housekeeping + commandMillis(),
            Clocks.ofOtherCores(cores)),
        workers.waitedMillis(),
        compilers == null ? 0 : compilers.getTotalCompilationTime(),
        serverFamily.stream().mapToDouble(Clocks::ofCompilers).sum(),
        collected());
  }

  private double allThreadsMillis() {
    long self = ProcessHandle.current().pid();
    return Clocks.ofProcess(self).orElse(0)
        - clientHousekeeping.read(Clocks.ofHousekeeping(self))
        - ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / NANOS;
  }

  /** Returns the CPU time of the command's process, which runs the relay that adds a delay. */
  private static double commandMillis() {
    return ProcessHandle.current()
        .parent()
        .map(command -> Clocks.ofProcess(command.pid()).orElse(0))
        .orElse(0.0);
  }

  public Conditions since(Reading start, Workers workers) {
    return conditions(start, readConditions(workers));
  }

  Conditions conditions(Reading start, Reading end) {
    double wall = end.wall() - start.wall();
    Double foreign = percent(wall, start.confined(), end.confined());
    Double elsewhere =
        watchesAllCores()
            ? percent(wall, start.everywhere(), end.everywhere())
            : foreign == null ? null : percent(wall, start.others(), end.others());
    double steal = end.confined().all().steal() - start.confined().all().steal();
    return new Conditions(
        wall,
        foreign == null && elsewhere == null
            ? null
            : new EpochResult.Disturbance(
                foreign, elsewhere, foreign == null ? null : 100 * steal / (wall * cores.size())),
        new EpochResult.Overhead(
            end.waiting() - start.waiting(),
            end.compile() - start.compile(),
            // HotSpot ends idle compiler threads, whose time is then lost.
            Math.max(0, end.serverCompile() - start.serverCompile()),
            end.collect() - start.collect()));
  }

  private boolean watchesAllCores() {
    return countsAllThreads && cores.isEmpty();
  }

  /** Returns the percentage of the cores' time that others used; null without cores. */
  private static @Nullable Double percent(double wall, CoreUse start, CoreUse end) {
    double available = wall * end.all().cores();
    double own = end.own() - start.own();
    double idle = end.all().idle() - start.all().idle();
    double foreign = (available - own - idle) / available;
    return Double.isFinite(foreign) ? 100 * Math.max(0, foreign) : null;
  }
}
