package dev.tlsbench.report.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairedSampleTest {
  @Test
  void countsWhatIsThereWhateverTheOrderAndTheGaps() {
    PairedSample sample =
        PairedSample.builder()
            .add(4, 7, 0, 0.5)
            .add(0, 2, 1, 0.3)
            .add(0, 2, 0, 0.1)
            .add(0, 5, 0, 0.4)
            .build();

    assertThat(sample.forks()).isEqualTo(2);
    assertThat(sample.epochs()).isEqualTo(3);
    assertThat(sample.blocks()).isEqualTo(4);
    assertThat(sample.epochMeans()).containsExactly(new double[] {0.2, 0.4, 0.5}, within(1e-15));
    assertThat(sample.isRepeated()).isTrue();
  }

  @Test
  void keepsWhatItWasBuiltFrom() {
    PairedSample.Builder builder = PairedSample.builder().add(0, 0, 0, 0.1);
    PairedSample before = builder.build();

    builder.add(0, 1, 0, 0.2);

    assertThat(before.blocks()).isEqualTo(1);
    assertThat(builder.build().blocks()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void refusesWhatIsNoNumber(double logRatio) {
    assertThatThrownBy(() -> PairedSample.builder().add(1, 2, 3, logRatio))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "fork 1, epoch 2, block 3: log ratio " + logRatio + "; expected a finite number");
  }

  @Test
  void anEpochOfWindowsHasTheRatioOfTheirMeans() {
    PairedSample sample =
        PairedSample.builder()
            .addEpoch(0, 0, new double[] {90, 0, 90}, new double[] {100, 100, 100})
            .build();

    assertThat(sample.epochMeans()).hasSize(1);
    assertThat(Math.exp(sample.epochMeans()[0])).isEqualTo(0.6, within(1e-12));
    double[] deviations =
        Arrays.stream(sample.values()[0][0]).map(v -> v - Math.log(0.6)).toArray();
    assertThat(deviations).containsExactly(new double[] {0.5, -1, 0.5}, within(1e-12));
  }

  @Test
  void whatMovesBothSidesOfABlockIsNotSeen() {
    PairedSample sample =
        PairedSample.builder()
            .addEpoch(0, 0, new double[] {95, 190, 19}, new double[] {100, 200, 20})
            .build();

    assertThat(sample.values()[0][0])
        .containsExactly(
            new double[] {Math.log(0.95), Math.log(0.95), Math.log(0.95)}, within(1e-12));
  }

  @Test
  void refusesAnEpochWithoutRatio() {
    double[] nothing = {0, 0};
    double[] some = {1, 2};

    assertThatThrownBy(() -> PairedSample.builder().addEpoch(0, 0, nothing, some))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PairedSample.builder().addEpoch(0, 0, some, nothing))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
