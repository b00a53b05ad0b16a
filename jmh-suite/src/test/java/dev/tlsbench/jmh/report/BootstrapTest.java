package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BootstrapTest {
  private static final Figure FIVE = new Figure(10.2, 9.9, 10.6, 10.0, 11.7);

  private final Bootstrap bootstrap = new Bootstrap(42);

  private static double width(Estimate estimate) {
    Interval interval = estimate.interval().orElseThrow();
    return interval.high() - interval.low();
  }

  @Test
  void takesTheMedianOverForksSoThatOneSlowForkDoesNotCount() {
    assertThat(bootstrap.median(FIVE).value()).isEqualTo(10.2);
    assertThat(bootstrap.median(new Figure(4, 1, 2, 3)).value()).isEqualTo(2.5);
  }

  @Test
  void hasAnIntervalThatHoldsTheMedianAndStaysWithinTheExtremes() {
    Interval interval = bootstrap.median(FIVE).interval().orElseThrow();

    assertThat(interval.contains(10.2)).isTrue();
    assertThat(interval.low()).isBetween(9.9, 10.0);
    assertThat(interval.high()).isBetween(10.6, 11.7);
  }

  @Test
  void givesTheSameIntervalForTheSameSeedWhateverWasAskedBefore() {
    Bootstrap other = new Bootstrap(42);
    other.ratio(FIVE, new Figure(1, 2, 3));

    assertThat(other.median(FIVE).interval()).isEqualTo(bootstrap.median(FIVE).interval());
  }

  @Test
  void drawsOtherResamplesForAnotherSeed() {
    double[] values = new Random(1).doubles(40).toArray();

    assertThat(new Bootstrap(43).median(new Figure(values)).interval())
        .isNotEqualTo(bootstrap.median(new Figure(values)).interval());
  }

  @Test
  void narrowsWithMoreForks() {
    Random random = new Random(1);
    Figure few = new Figure(random.doubles(5).toArray());
    Figure many = new Figure(random.doubles(80).toArray());

    assertThat(width(bootstrap.median(many))).isLessThan(width(bootstrap.median(few)) / 2);
  }

  @Test
  void hasNoIntervalOfOneFork() {
    Figure one = new Figure(10);

    assertThat(bootstrap.median(one).interval()).isEmpty();
    assertThat(bootstrap.ratio(FIVE, one).interval()).isEmpty();
    assertThat(bootstrap.ratio(one, FIVE).interval()).isEmpty();
    assertThat(bootstrap.ratio(one, FIVE).value()).isEqualTo(10 / 10.2);
  }

  @Test
  void findsTheRatioOfAFigureToItselfToBeOneWithinAnInterval() {
    Estimate ratio = bootstrap.ratio(FIVE, FIVE);

    assertThat(ratio.value()).isEqualTo(1);
    assertThat(ratio.interval().orElseThrow().contains(1)).isTrue();
    assertThat(width(ratio)).isPositive();
  }

  @Test
  void resamplesBothFiguresOfARatio() {
    Figure constant = new Figure(2, 2, 2, 2, 2);

    double one = width(bootstrap.ratio(FIVE, constant));
    assertThat(one).isCloseTo(width(bootstrap.median(FIVE)) / 2, within(1e-9));
    assertThat(width(bootstrap.ratio(FIVE, FIVE))).isGreaterThan(2 * one / 10.2);
  }

  @Test
  void coversTheTrueMedianOfFiveForksAboutAsOftenAsItSays() {
    Random random = new Random(9);
    int held = 0;
    for (int i = 0; i < 200; i++) {
      Figure figure = new Figure(random.doubles(5).toArray());
      held += bootstrap.median(figure).interval().orElseThrow().contains(0.5) ? 1 : 0;
    }
    assertThat(held).isBetween(170, 200);
  }
}
