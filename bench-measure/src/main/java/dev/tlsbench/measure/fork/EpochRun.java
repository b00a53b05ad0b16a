package dev.tlsbench.measure.fork;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.StorageEngine.Pages;
import dev.tlsbench.measure.fork.Bursts.Burst;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.result.WindowResult;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.workload.Tally.Counts;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import site.ycsb.DBException;

/**
 * One epoch. All variants connect in random order, run bursts and then windows in random order in
 * each block, and disconnect.
 */
final class EpochRun {
  /** Seeds the keys before the first window; no block has this number. */
  private static final int SETTLING = -1;

  /** Seeds keys and orders of the bursts; no block has this number. */
  private static final int BURSTS = -2;

  /** The warm-up of each connection, as a part of a window. */
  private static final double SETTLING_PART = 0.25;

  /** A driver's thread works for an operation if it uses a core for more than this part of it. */
  private static final double BUSY_PART = 0.01;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ForkSpec spec;
  private final Binding binding;
  private final SharedWorkloads workloads;
  private final Workers workers;
  private final Meters meters;
  private final Disk disk;
  private final EpochOrder order;
  private final Runnable alive;
  private final Moments moments = new Moments(System::nanoTime);
  private final Random random;
  private final Map<String, VariantClients> clients = new LinkedHashMap<>();

  /**
   * Prepares an epoch; {@code alive} is called after each connection, each window and each long
   * burst, by any thread.
   */
  EpochRun(
      ForkSpec spec,
      SharedWorkloads workloads,
      Workers workers,
      Meters meters,
      Disk disk,
      EpochOrder order,
      Runnable alive) {
    this.workloads = workloads;
    this.spec = spec;
    this.binding = Binding.of(spec.binding());
    this.workers = workers;
    this.meters = meters;
    this.disk = disk;
    this.order = order;
    this.alive = alive;
    this.random = new Random(KeySeed.of(spec.seed(), order.number(), 0, -1));
  }

  /**
   * @throws IOException if the server does not flush, or threads cannot be placed
   */
  EpochData run() throws DBException, IOException, InterruptedException {
    try {
      Set<Long> before = ids();
      long start = System.nanoTime();
      Placement.joining(spec.clients().cores(), this::open);
      double connectMillis = (System.nanoTime() - start) / 1e6;
      long window = TimeUnit.MILLISECONDS.toNanos(order.windowMillis());
      Map<Long, Long> idle = cpuOfThreadsSince(before);
      long settling = Math.round(SETTLING_PART * window);
      for (String variant : shuffled()) {
        work(variant, settling, SETTLING);
        disk.flush(variant);
        alive.run();
      }
      workers.helpedBy(busy(cpuOfThreadsSince(before), idle, settling));
      Map<String, BurstData> bursts = Map.of();
      Conditions conditions = null;
      Meters.Reading first = meters.readConditions(workers);
      if (order.burstMillis() > 0) {
        bursts = bursts();
        conditions = meters.since(first, workers);
      }
      alive.run();
      List<WindowData> windows = new ArrayList<>();
      for (int block = 0; block < order.blocks(); block++) {
        List<String> turn = shuffled();
        for (int place = 0; place < turn.size(); place++) {
          windows.add(window(turn.get(place), block, place, window));
          alive.run();
        }
      }
      if (conditions == null) {
        conditions = meters.since(first, workers);
      }
      Map<String, EpochData.ClientData> data = new LinkedHashMap<>();
      Map<String, Counts> counted = new LinkedHashMap<>();
      for (String variant : spec.variants().keySet()) {
        data.put(variant, client(variant).data());
        counted.put(variant, workloads.of(variant).counts());
      }
      return new EpochData(
          spec.fork(),
          order.counted(),
          connectMillis,
          bursts,
          conditions,
          windows,
          data,
          counted,
          moments.pause(startNanos()));
    } finally {
      close();
    }
  }

  private Map<String, VariantClients> open() throws DBException {
    for (String variant : shuffled()) {
      clients.put(
          variant,
          VariantClients.open(
              binding, spec.properties(variant), spec.clients().threads(), this::connected));
    }
    return clients;
  }

  private void connected() {
    moments.add(0);
    alive.run();
  }

  /** Returns the start of the run by {@link System#nanoTime}. */
  private long startNanos() {
    long ago = System.currentTimeMillis() - spec.startMillis();
    return System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(ago);
  }

  private static Set<Long> ids() {
    return Arrays.stream(THREADS.getAllThreadIds()).boxed().collect(Collectors.toSet());
  }

  /** Returns the CPU time in nanoseconds of threads that have started since and still run. */
  private static Map<Long, Long> cpuOfThreadsSince(Set<Long> before) {
    return ids().stream()
        .filter(thread -> !before.contains(thread))
        .collect(Collectors.toMap(thread -> thread, THREADS::getThreadCpuTime));
  }

  /** Returns the threads that worked while the variants did, unlike a driver's monitors. */
  private static Set<Long> busy(Map<Long, Long> now, Map<Long, Long> before, long nanos) {
    return now.entrySet().stream()
        .filter(
            thread ->
                thread.getValue() - before.getOrDefault(thread.getKey(), 0L) > BUSY_PART * nanos)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private List<String> shuffled() {
    List<String> variants = new ArrayList<>(spec.variants().keySet());
    Collections.shuffle(variants, random);
    return variants;
  }

  private VariantClients client(String variant) {
    VariantClients found = clients.get(variant);
    if (found == null) {
      throw new IllegalStateException(variant + " is not connected");
    }
    return found;
  }

  private Workers.Work work(String variant, long nanos, int block) throws InterruptedException {
    moments.restart();
    Workers.Work work = workers.run(lanes(variant), nanos, seeds(block));
    moments.add(nanos);
    return work;
  }

  private List<Lane> lanes(String variant) {
    return IntStream.range(0, spec.clients().threads())
        .mapToObj(thread -> client(variant).lane(thread, workloads.of(variant)))
        .toList();
  }

  private long[] seeds(int block) {
    return IntStream.range(0, spec.clients().threads())
        .mapToLong(thread -> KeySeed.of(spec.seed(), order.number(), block, thread))
        .toArray();
  }

  private Map<String, BurstData> bursts() throws InterruptedException {
    List<String> variants = List.copyOf(spec.variants().keySet());
    List<List<Lane>> ofVariants = variants.stream().map(this::lanes).toList();
    List<List<Lane>> ofThreads =
        IntStream.range(0, spec.clients().threads())
            .mapToObj(thread -> ofVariants.stream().map(lanes -> lanes.get(thread)).toList())
            .toList();
    moments.restart();
    List<List<Burst>> blocks =
        workers.bursts(
            ofThreads,
            TimeUnit.MILLISECONDS.toNanos(order.burstMillis()),
            order.burstOperations(),
            seeds(BURSTS),
            meters::serverNanosOfBurst,
            new Rhythm(spec.clients().threads(), () -> moments.add(0)),
            alive);
    if (meters.haveProcessesEnded()) {
      // Then the windows tell what the server needs.
      blocks =
          blocks.stream().map(block -> block.stream().map(Burst::withoutServer).toList()).toList();
    }
    return Bursts.summary(blocks, variants, spec.clients().threads());
  }

  private WindowData window(String variant, int block, int place, long nanos)
      throws ConnectFailedException, InterruptedException {
    long startMillis = System.currentTimeMillis();
    // Only this variant works until the end of the window, so the counts are its own.
    Counts countsBefore = workloads.of(variant).counts();
    long bytesBefore = client(variant).bytes();
    Pages pagesBefore = disk.pages();
    Meters.Use before = meters.read();
    Workers.Work work = work(variant, nanos, block);
    // The flush belongs to the work that changed the pages.
    double flush = disk.flush(variant);
    Meters.Use after = meters.read();
    Counts counted = workloads.of(variant).counts().since(countsBefore);
    double seconds = work.seconds() + flush;
    return new WindowData(
        new WindowResult(
            variant,
            new WindowResult.Place(spec.fork(), order.counted(), block, place),
            (startMillis - spec.startMillis()) / 1e3,
            seconds,
            work.operations(),
            work.errors(),
            after.since(before)),
        work.perSecond() * work.seconds() / seconds,
        counted.withBytes(client(variant).bytes() - bytesBefore),
        after.idle() - before.idle(),
        after.serverMemoryBytes(),
        disk.pagesSince(pagesBefore),
        Histograms.encode(work.latencies()));
  }

  private void close() {
    workers.helpedBy(Set.of());
    List<String> open = new ArrayList<>(clients.keySet());
    Collections.shuffle(open, random);
    open.forEach(variant -> client(variant).close());
  }
}
