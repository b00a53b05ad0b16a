package dev.tlsbench.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DrawnRandomTest {
  private static final Mutations MUTATIONS =
      Mutations.ofTexts(List.of("one valid text", "and another"), List.of("word"));

  private static String input(Random random) {
    return MUTATIONS.nextText(random) + UrlWords.password(random) + UrlWords.hosts(random);
  }

  @Test
  void drawsWhatWasRecorded() {
    for (long seed = 0; seed < 500; seed++) {
      RecordedRandom recorded = new RecordedRandom(seed);
      String input = input(recorded) + recorded.nextLong() + recorded.nextDouble();

      DrawnRandom drawn = new DrawnRandom(recorded.bytes());
      assertThat(input(drawn) + drawn.nextLong() + drawn.nextDouble()).isEqualTo(input);
    }
  }

  @Test
  void drawsTheSimplestOutOfNothing() {
    assertThat(MUTATIONS.nextText(new DrawnRandom(new byte[0]))).isEqualTo("one valid text");
  }

  @Test
  void takesOneByteForAChoiceBetweenFew() {
    DrawnRandom random = new DrawnRandom(new byte[] {7, 1, 2, 3, 9});

    assertThat(random.nextInt(256)).isEqualTo(7);
    assertThat(random.nextInt(1)).isZero();
    assertThat(random.nextBoolean()).isTrue();
    assertThat(random.nextInt(1000)).isEqualTo(0x203);
    assertThat(random.nextInt(5)).isEqualTo(4);
  }
}
