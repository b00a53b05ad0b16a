package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tlsbench.measure.fork.Bursts.Burst;
import dev.tlsbench.measure.fork.EpochData.BurstData;
import dev.tlsbench.measure.placement.Hops;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import site.ycsb.BasicDB;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;

class BurstsTest {
  private static final long TIME = TimeUnit.MILLISECONDS.toNanos(200);

  @Test
  void aBlockHasABurstOfEachVariantOnKeysThatTheLastOneHasReadBefore() {
    int operations = 5;
    List<Keys> turns = new ArrayList<>();
    Keys first = new Keys(0, turns);
    Keys second = new Keys(0, turns);
    List<Lane> lanes = List.of(first.lane(), second.lane());
    List<List<Burst>> blocks = bursts(lanes, new KeySeed(), () -> {}).run(TIME, operations);

    assertThat(blocks)
        .isNotEmpty()
        .allSatisfy(
            block ->
                assertThat(block)
                    .hasSize(2)
                    .allMatch(burst -> burst.operations() == operations && burst.errors() == 0));
    assertThat(turns).hasSize(3 * operations * blocks.size());
    Set<Keys> last = new HashSet<>();
    Set<Long> keys = new HashSet<>();
    for (int block = 0; block < blocks.size(); block++) {
      List<Keys> turn = turns.subList(3 * operations * block, 3 * operations * (block + 1));
      assertThat(turn.subList(0, operations))
          .containsOnly(turn.get(3 * operations - 1))
          .isEqualTo(turn.subList(2 * operations, 3 * operations))
          .doesNotContain(turn.get(operations));
      last.add(turn.get(0));
      List<Long> own = turn.get(0).next(operations);
      assertThat(turn.get(0).next(operations)).isEqualTo(own);
      assertThat(turn.get(operations).next(operations)).isEqualTo(own);
      keys.addAll(own);
    }
    assertThat(last).as("orders are drawn").hasSize(2);
    assertThat(keys).as("each block has others").hasSize(operations * blocks.size());
  }

  @Test
  void anErrorOfTheBurstBeforeABlockLeavesTheBlockOut() {
    AtomicInteger failing = new AtomicInteger(2);
    DB db =
        new BasicDB() {
          @Override
          public Status delete(String table, String key) {
            return failing.getAndDecrement() > 0 ? Status.ERROR : Status.OK;
          }
        };
    Lane lane = lane(db, client -> client.delete("usertable", "user1").isOk());
    List<List<Burst>> blocks = bursts(List.of(lane), new KeySeed(), () -> {}).run(TIME, 5);

    assertThat(blocks.get(0).get(0).errors()).isEqualTo(2);
    assertThat(blocks.get(1).get(0).errors()).isZero();
    assertThat(
            Objects.requireNonNull(Bursts.summary(blocks, List.of("plain"), 1).get("plain"))
                .blocks())
        .isEqualTo(blocks.size() - 1);
  }

  @Test
  void aLongOperationIsABurstByItself() {
    Keys first = new Keys(2);
    Keys second = new Keys(0);
    Bursts bursts = bursts(List.of(first.lane(), second.lane()), new KeySeed(), () -> {});
    List<List<Burst>> blocks = bursts.run(TIME, bursts.operationsOfABurst());

    assertThat(blocks).allSatisfy(block -> assertThat(block.get(0).operations()).isOne());
    assertThat(first.size() + second.size())
        .as("five were tried, and one is before each block")
        .isEqualTo(5 + 3 * blocks.size());
  }

  @Test
  void allThreadsRunTheSameVariantAtATime() throws InterruptedException {
    int threads = 4;
    Running running = new Running();
    List<List<Lane>> lanes =
        IntStream.range(0, threads)
            .mapToObj(thread -> List.of(running.lane(0), running.lane(1), running.lane(2)))
            .toList();
    List<List<Burst>> blocks = onThreads(lanes, () -> Double.NaN);

    assertThat(running.mixed).isFalse();
    assertThat(blocks).isNotEmpty();
    assertThat(blocks.stream().flatMap(List::stream))
        .allSatisfy(burst -> assertThat(burst.operations()).isEqualTo(5 * threads));
  }

  @Test
  void theServersTimeCountsOnceForAllThreads() throws InterruptedException {
    List<List<Lane>> lanes = Stream.generate(() -> List.of(new Keys(0).lane())).limit(3).toList();
    AtomicInteger readings = new AtomicInteger();
    List<List<Burst>> blocks =
        onThreads(lanes, () -> 100 * readings.get() * readings.getAndIncrement());

    // The squares of 0, 1, 2, 3 …: a burst has the difference of two that follow each other. Of two
    // bursts the second one counts.
    assertThat(blocks.get(0).get(0).serverNanos()).isEqualTo(500);
    assertThat(blocks.get(1).get(0).serverNanos()).isEqualTo(1_300);
    assertThat(readings).hasValue(4 * blocks.size());
  }

  @Test
  void theTimeOfADriversThreadIsTheClients() throws Exception {
    long nanos = TimeUnit.MICROSECONDS.toNanos(500);
    ExecutorService eventLoop = Executors.newSingleThreadExecutor();
    long id = eventLoop.submit(() -> Thread.currentThread().getId()).get();
    Lane lane = lane(client -> spins(eventLoop, nanos));
    try (Workers workers = new Workers(Settings.Clients.anywhere(1, 0))) {
      workers.helpedBy(Set.of(id));
      double before = workers.cpuMillis();
      List<List<Burst>> blocks =
          workers.bursts(
              List.of(List.of(lane)),
              TIME,
              5,
              new long[] {1},
              () -> Double.NaN,
              new Rhythm(1),
              () -> {});

      assertThat(blocks)
          .isNotEmpty()
          .allSatisfy(
              block -> assertThat(block.get(0).cpuNanos()).isGreaterThanOrEqualTo(5 * nanos));
      assertThat(workers.cpuMillis() - before)
          .as("one burst more for each block")
          .isGreaterThanOrEqualTo(2 * 5 * nanos / 1e6 * blocks.size());
    } finally {
      eventLoop.shutdown();
    }
  }

  /** Lets another thread use CPU time, and waits for it. */
  private static boolean spins(ExecutorService eventLoop, long nanos) {
    try {
      eventLoop
          .submit(
              () -> {
                ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                long end = threads.getCurrentThreadCpuTime() + nanos;
                while (threads.getCurrentThreadCpuTime() < end) {
                  Thread.onSpinWait();
                }
              })
          .get();
      return true;
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void oneThreadThatIsNotConfinedChangesItsCoreBetweenBlocks() throws Exception {
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1);
    List<String> cores = new ArrayList<>();
    List<List<Lane>> lanes = List.of(List.of(lane(client -> cores.add(allowed()))));
    int blocks = 0;
    try (Workers workers = new Workers(Settings.Clients.anywhere(1, 0))) {
      // However slow the machine: each call runs one block at least.
      for (int call = 0; call < 3; call++) {
        blocks +=
            workers
                .bursts(lanes, 1, 5, new long[] {1}, () -> Double.NaN, new Rhythm(1), () -> {})
                .size();
      }
    }

    assertThat(cores).as("two bursts of five operations").hasSize(10 * blocks);
    for (int i = 10; i < cores.size(); i++) {
      assertThat(cores.get(i).equals(cores.get(i - 10))).as("operation %d", i).isFalse();
      assertThat(cores.get(i)).as("operation %d", i).isEqualTo(cores.get(i / 10 * 10));
    }
  }

  /** Returns the cores that this thread may use. */
  private static String allowed() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/thread-self/status"))) {
      return lines.filter(line -> line.startsWith("Cpus_allowed_list:")).findFirst().orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aThreadThatFailsEndsTheOthers() {
    List<List<Lane>> lanes = List.of(List.of(new Keys(0).lane()), List.of(broken()));
    assertThatThrownBy(() -> onThreads(lanes, () -> Double.NaN))
        .as("that of the thread that failed, not of those that waited for it")
        .hasMessage("the workload failed: java.lang.IllegalArgumentException: broken")
        .hasCauseInstanceOf(IllegalArgumentException.class);
  }

  /** Runs bursts of five operations, with a thread for each of the lists. */
  private static List<List<Burst>> onThreads(List<List<Lane>> lanes, DoubleSupplier server)
      throws InterruptedException {
    long[] seeds = LongStream.rangeClosed(1, lanes.size()).toArray();
    try (Workers workers = new Workers(Settings.Clients.anywhere(lanes.size(), 0))) {
      return workers.bursts(lanes, TIME, 5, seeds, server, new Rhythm(lanes.size()), () -> {});
    }
  }

  private static Lane broken() {
    return lane(
        client -> {
          throw new IllegalArgumentException("broken");
        });
  }

  private static Lane lane(Predicate<DB> transaction) {
    return lane(new BasicDB(), transaction);
  }

  private static Lane lane(DB db, Predicate<DB> transaction) {
    Workload workload =
        new Workload() {
          @Override
          public boolean doInsert(DB client, Object state) {
            return true;
          }

          @Override
          public boolean doTransaction(DB client, Object state) {
            return transaction.test(client);
          }
        };
    return new Lane(new CountingDb(db, 0), workload, null, null);
  }

  /** Notices operations of two variants at the same time. */
  private static final class Running {
    private final AtomicInteger[] now = {
      new AtomicInteger(), new AtomicInteger(), new AtomicInteger()
    };
    private volatile boolean mixed;

    Lane lane(int variant) {
      return BurstsTest.lane(
          client -> {
            now[variant].incrementAndGet();
            LockSupport.parkNanos(1);
            mixed |= IntStream.range(0, now.length).anyMatch(i -> i != variant && now[i].get() > 0);
            now[variant].decrementAndGet();
            return true;
          });
    }
  }

  @Test
  void tellsThatItIsAliveAfterALongBurst() {
    List<Long> signs = new ArrayList<>();
    List<Lane> lanes = List.of(new Keys(110).lane());
    Bursts bursts = bursts(lanes, new KeySeed(), () -> signs.add(System.nanoTime()));
    List<List<Burst>> blocks = bursts.run(1, bursts.operationsOfABurst());

    assertThat(blocks).hasSize(1);
    assertThat(signs).as("of five bursts that were tried, and two of a block").hasSize(7);
  }

  @Test
  void aSlowFirstOperationDoesNotMakeBurstsOfOne() {
    AtomicInteger operations = new AtomicInteger();
    Lane lane =
        lane(
            client -> {
              if (operations.getAndIncrement() == 0) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
              }
              return true;
            });

    assertThat(bursts(List.of(lane), new KeySeed(), () -> {}).operationsOfABurst())
        .isGreaterThanOrEqualTo(8);
  }

  private static Bursts bursts(List<Lane> lanes, KeySeed seed, Runnable alive) {
    return new Bursts(
        lanes,
        seed::set,
        new Random(7),
        new Random(8),
        new Rhythm(1),
        () -> Double.NaN,
        () -> 0,
        Hops.NONE,
        alive);
  }

  @Test
  void aBurstHasTheOperationsThatItIsTold() {
    Bursts bursts = bursts(List.of(new Keys(0).lane()), new KeySeed(), () -> {});

    assertThat(bursts.run(TIME, 11))
        .allSatisfy(block -> assertThat(block.get(0).operations()).isEqualTo(11));
  }

  @Test
  void theTypicalRatioIsTheMedianOfTheBlocksWithoutErrors() {
    List<List<Burst>> blocks = new ArrayList<>();
    blocks.add(List.of(burst(0, 100, 10), burst(0, 120, 12)));
    blocks.add(List.of(burst(0, 100, 10), burst(0, 110, 14)));
    blocks.add(List.of(burst(0, 100, 10), burst(0, 900, 13)));
    blocks.add(List.of(burst(0, 100, 10), burst(1, 1, 1)));

    BurstData data = ofTls(blocks);

    assertThat(data.blocks()).isEqualTo(3);
    assertThat(data.operations()).isEqualTo(4 * 8);
    assertThat(data.errors()).isOne();
    assertThat(Math.exp(data.logTypical())).isCloseTo(1.2, within(1e-9));
    assertThat(data.cost().typicalMicros()).isCloseTo(0.120 / 8, within(1e-9));
    assertThat(data.cost().clientCpuMicros()).isCloseTo(0.013 / 8, within(1e-9));
    assertThat(data.cost().serverCpuMicros()).isCloseTo(0.026 / 8, within(1e-9));
    // The standard deviation of ln 1.2, ln 1.4 and ln 1.3, divided by the root of 3.
    assertThat(data.spread().cpuError()).isCloseTo(0.0445, within(1e-4));
  }

  @Test
  void theMeanHasEveryKindOfOperationAndNoStall() {
    List<List<Burst>> blocks = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      // Two blocks of a cheap operation, one of an operation that costs four times as much.
      for (int j = 0; j < 6; j++) {
        blocks.add(List.of(burst(0, 100, 10), burst(0, 110, 10)));
      }
      for (int j = 0; j < 3; j++) {
        blocks.add(List.of(burst(0, 100, 10), burst(0, 400, 10)));
      }
      blocks.add(List.of(burst(0, 9_000, 10), burst(0, 100, 10)));
    }

    BurstData data = ofTls(blocks);

    assertThat(Math.exp(data.logTypical())).isCloseTo(1.1, within(1e-9));
    assertThat(Math.exp(data.logMean())).isCloseTo((18 * 110 + 9 * 400) / 2_700.0, within(1e-9));
    assertThat(data.operationsOfABurst()).isEqualTo(8);
  }

  @Test
  void withoutABlockThereIsNoRatio() {
    BurstData data = ofTls(List.of(List.of(burst(1, 100, 10), burst(0, 100, 10))));

    assertThat(data.blocks()).isZero();
    assertThat(data.logTypical()).isNaN();
    assertThat(data.logMean()).isNaN();
    assertThat(data.cost().typicalMicros()).isNaN();
    assertThat(data.cost().clientCpuMicros()).isNull();
    assertThat(data.spread().cpuError()).isNaN();
  }

  private static BurstData ofTls(List<List<Burst>> blocks) {
    return Objects.requireNonNull(
        Bursts.summary(blocks, List.of("plain", "tls13"), 1).get("tls13"));
  }

  private static Burst burst(int errors, long nanos, long cpuNanos) {
    return new Burst(8, errors, nanos, cpuNanos, 2 * cpuNanos);
  }

  /** A workload that records its keys and uses no database. */
  private static final class Keys extends Workload {
    private final long millis;
    private final List<Keys> turns;
    private final List<Long> drawn = new ArrayList<>();
    private int read;

    /**
     * @param millis the least duration of an operation
     */
    Keys(long millis) {
      this(millis, new ArrayList<>());
    }

    /**
     * @param turns receives this workload with each operation
     */
    Keys(long millis, List<Keys> turns) {
      this.millis = millis;
      this.turns = turns;
    }

    /** Returns the next keys that were drawn. */
    List<Long> next(int count) {
      read += count;
      return drawn.subList(read - count, read);
    }

    Lane lane() {
      return new Lane(new CountingDb(new BasicDB(), 0), this, null, null);
    }

    int size() {
      return drawn.size();
    }

    @Override
    public boolean doInsert(DB db, Object state) {
      return doTransaction(db, state);
    }

    @Override
    public boolean doTransaction(DB db, Object state) {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      drawn.add(ThreadLocalRandom.current().nextLong());
      turns.add(this);
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      return true;
    }
  }
}
