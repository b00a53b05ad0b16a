package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.report.document.Figure;
import dev.tlsbench.report.document.Unit;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForkValuesTest {
  private static final long SEED = 42;
  private static final ForkValues FIVE = of(10.2, 9.9, 10.6, 10.0, 11.7);

  private static ForkValues of(double... forks) {
    return ForkValues.of(forks, SEED);
  }

  private static Figure ratio(ForkValues dividend, ForkValues divisor) {
    return dividend.over(divisor, 1, Unit.NUMBER, SEED);
  }

  private static double width(ForkValues values) {
    return width(values.in(Unit.MICROS));
  }

  private static double width(Figure figure) {
    return figure.high() - figure.low();
  }

  @Test
  void takesTheMedianOverForksSoThatOneSlowForkDoesNotCount() {
    assertThat(FIVE.value()).isEqualTo(10.2);
    assertThat(of(4, 1, 2, 3).value()).isEqualTo(2.5);
  }

  @Test
  void hasAnIntervalThatHoldsTheMedianAndStaysWithinTheExtremes() {
    assertThat(FIVE.low95()).isBetween(9.9, 10.0);
    assertThat(FIVE.high95()).isBetween(10.6, 11.7);
  }

  @Test
  void givesTheSameIntervalForTheSameSeedInAnyOrder() {
    Figure first = ratio(FIVE, of(1, 2, 3));

    assertThat(of(10.2, 9.9, 10.6, 10.0, 11.7)).isEqualTo(FIVE);
    assertThat(ratio(FIVE, of(1, 2, 3))).isEqualTo(first);
  }

  @Test
  void drawsOtherResamplesForAnotherSeed() {
    double[] values = new Random(1).doubles(40).toArray();

    assertThat(ForkValues.of(values, 43)).isNotEqualTo(ForkValues.of(values, SEED));
  }

  @Test
  void narrowsWithMoreForks() {
    Random random = new Random(1);
    ForkValues few = of(random.doubles(5).toArray());

    assertThat(width(of(random.doubles(80).toArray()))).isLessThan(width(few) / 2);
  }

  @Test
  void hasNoIntervalOfOneFork() {
    ForkValues one = of(10);

    assertThat(one.low95()).isNull();
    assertThat(one.high95()).isNull();
    assertThat(ratio(FIVE, one).low95()).isNull();
    assertThat(ratio(one, FIVE)).isEqualTo(Figure.of(10 / 10.2, Unit.NUMBER));
  }

  @Test
  void findsTheRatioOfAFigureToItselfToBeOneWithinAnInterval() {
    Figure ratio = ratio(FIVE, FIVE);

    assertThat(ratio.value()).isEqualTo(1);
    assertThat(ratio.low()).isLessThan(1);
    assertThat(ratio.high()).isGreaterThan(1);
  }

  @Test
  void resamplesBothFiguresOfARatio() {
    double one = width(ratio(FIVE, of(2, 2, 2, 2, 2)));

    assertThat(one).isCloseTo(width(FIVE) / 2, within(1e-9));
    assertThat(width(ratio(FIVE, FIVE))).isGreaterThan(2 * one / 10.2);
  }

  @Test
  void coversTheTrueMedianOfFiveForksAboutAsOftenAsItSays() {
    Random random = new Random(9);
    int held = 0;
    for (int i = 0; i < 200; i++) {
      Figure figure = of(random.doubles(5).toArray()).in(Unit.MICROS);
      held += figure.low() <= 0.5 && 0.5 <= figure.high() ? 1 : 0;
    }
    assertThat(held).isBetween(170, 200);
  }
}
