package dev.tlsbench.measure.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KeySeedTest {
  private static List<Integer> drawn(long seed) {
    new KeySeed().set(seed);
    return IntStream.range(0, 10).mapToObj(i -> ThreadLocalRandom.current().nextInt()).toList();
  }

  @Test
  void drawsTheSameAgainAndSomethingElseFromAnotherSeed() {
    assertThat(drawn(1)).isEqualTo(drawn(1)).isNotEqualTo(drawn(2));
  }

  @Test
  void isAnotherForEachThreadOfEachBlockOfEachEpoch() {
    Set<Long> seeds = new HashSet<>();
    for (int epoch = 0; epoch < 20; epoch++) {
      for (int block = -1; block < 5; block++) {
        for (int thread = -1; thread < 10; thread++) {
          seeds.add(KeySeed.of(7, epoch, block, thread));
        }
      }
    }
    assertThat(seeds).hasSize(20 * 6 * 11);
  }
}
