package dev.tlsbench.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.experiment.run.Bursts.Burst;
import dev.tlsbench.experiment.run.ForkReply.BurstData;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import site.ycsb.BasicDB;
import site.ycsb.DB;
import site.ycsb.Workload;

class BurstsTest {
  private static final long TIME = TimeUnit.MILLISECONDS.toNanos(50);

  @Test
  void aBlockHasABurstOfEachVariantOnTheSameKeys() {
    Keys first = new Keys(0);
    Keys second = new Keys(0);
    List<List<Burst>> blocks = run(first, second);

    assertThat(blocks).isNotEmpty().allMatch(block -> block.size() == 2);
    assertThat(blocks)
        .allSatisfy(
            block -> {
              assertThat(block.get(0).operations()).isEqualTo(block.get(1).operations());
              assertThat(block.get(0).errors() + block.get(1).errors()).isZero();
            });
    // The first is also tried once, to find the length of a burst.
    List<Long> paired = first.drawn.subList(first.drawn.size() - second.drawn.size(), first.size());
    assertThat(paired).isEqualTo(second.drawn).doesNotHaveDuplicates();
  }

  @Test
  void aLongOperationIsABurstByItself() {
    Keys first = new Keys(2);
    Keys second = new Keys(0);
    List<List<Burst>> blocks = run(first, second);

    assertThat(blocks).allSatisfy(block -> assertThat(block.get(0).operations()).isOne());
    assertThat(first.size()).as("one was tried").isEqualTo(second.size() + 1);
  }

  @Test
  void tellsThatItIsAliveAfterALongBurst() {
    List<Long> signs = new ArrayList<>();
    KeySeed seed = new KeySeed();
    List<Lane> lanes = List.of(new Keys(110).lane());
    Bursts bursts = new Bursts(lanes, seed::set, new Random(7), () -> signs.add(System.nanoTime()));
    List<List<Burst>> blocks = bursts.run(1, bursts.operationsOfABurst());

    assertThat(blocks).hasSize(1);
    assertThat(signs).as("of the burst that was tried, and the other").hasSize(2);
  }

  private static List<List<Burst>> run(Keys first, Keys second) {
    KeySeed seed = new KeySeed();
    Bursts bursts =
        new Bursts(List.of(first.lane(), second.lane()), seed::set, new Random(7), () -> {});
    return bursts.run(TIME, bursts.operationsOfABurst());
  }

  @Test
  void aBurstHasTheOperationsThatItIsTold() {
    Bursts bursts =
        new Bursts(List.of(new Keys(0).lane()), new KeySeed()::set, new Random(7), () -> {});

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

    BurstData data = BurstData.of(blocks, 1);

    assertThat(data.blocks()).isEqualTo(3);
    assertThat(data.operations()).isEqualTo(4 * 8);
    assertThat(data.errors()).isOne();
    assertThat(Math.exp(data.logTypical())).isCloseTo(1.2, within(1e-9));
    assertThat(Math.exp(data.logCpu())).isCloseTo(1.3, within(1e-9));
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

    BurstData data = BurstData.of(blocks, 1);

    assertThat(Math.exp(data.logTypical())).isCloseTo(1.1, within(1e-9));
    assertThat(Math.exp(data.logMean())).isCloseTo((18 * 110 + 9 * 400) / 2_700.0, within(1e-9));
    assertThat(data.operationsOfABurst()).isEqualTo(8);
  }

  @Test
  void withoutABlockThereIsNoRatio() {
    BurstData data = BurstData.of(List.of(List.of(burst(1, 100, 10), burst(0, 100, 10))), 1);

    assertThat(data.blocks()).isZero();
    assertThat(data.logTypical()).isNaN();
    assertThat(data.logMean()).isNaN();
    assertThat(data.logCpu()).isNaN();
  }

  private static Burst burst(int errors, long nanos, long cpuNanos) {
    return new Burst(8, errors, nanos, cpuNanos);
  }

  /** A workload that remembers its keys and asks no database. */
  private static final class Keys extends Workload {
    private final long millis;
    private final List<Long> drawn = new ArrayList<>();

    /**
     * @param millis the least duration of an operation
     */
    Keys(long millis) {
      this.millis = millis;
    }

    Lane lane() {
      return new Lane(new CountingDb(new BasicDB()), this, null, 0);
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
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
      return true;
    }
  }
}
