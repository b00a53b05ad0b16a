package dev.tlsbench.experiment.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import org.junit.jupiter.api.Test;

/** Sizes and times at several scales. */
class QuantityTest {
  @Test
  void isTheOriginalAtScaleOneAndTheUsualAtTheUsualScale() {
    Quantity rows = new Quantity("1000000", "20000", "100");
    assertThat(rows.at(1, 0.01)).isEqualTo("1000000");
    assertThat(rows.at(0.01, 0.01)).isEqualTo("20000");
  }

  @Test
  void followsOnePowerOfTheScaleBetweenTheTwo() {
    // A hundredth is an eighth, so a tenth is the root of it.
    assertThat(new Quantity("64s", "8s", null).at(0.1, 0.01)).isEqualTo("23s");
    assertThat(new Quantity("10000", "10000", null).at(0.1, 0.01)).isEqualTo("10000");
  }

  @Test
  void shrinksInProportionBelowTheUsualScale() {
    assertThat(new Quantity("64s", "8s", null).at(0.001, 0.01)).isEqualTo("800ms");
    assertThat(new Quantity("10000", "10000", null).at(0.001, 0.01)).isEqualTo("1000");
  }

  @Test
  void shrinksWithTheScaleIfNothingElseIsSaid() {
    assertThat(new Quantity("5000", null, null).at(0.1, 0.01)).isEqualTo("500");
  }

  @Test
  void neverGetsSmallerThanTheLeast() {
    assertThat(new Quantity("5000", null, "40").at(0.000001, 0.01)).isEqualTo("40");
    assertThat(new Quantity("600s", "60s", "2s").at(1e-9, 0.01)).isEqualTo("2000ms");
    assertThat(new Quantity("5", null, null).at(1e-9, 0.01)).isEqualTo("1");
  }

  @Test
  void refusesTextsThatAreNeitherNumberNorTime() {
    assertThatThrownBy(() -> new Quantity("many", null, null).at(1, 0.01))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("'many'");
  }
}
