package dev.tlsbench.client.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterOptionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "local | local[1] | 1",
        "local[3] | local[3] | 3",
        "local[3,4] | local[3] | 3",
        "yarn | yarn | 1",
        "spark://h1:7077,h2:7077 | spark://h1:7077,h2:7077 | 1",
        "spark://[::1]:7077 | spark://[::1]:7077 | 1",
        "k8s://https://head:6443 | k8s://https://head:6443 | 1",
      })
  void takeTheMastersOfSpark(String typed, String master, int executors) {
    assertThat(ClusterOptions.of(typed, null, true))
        .isEqualTo(new ClusterOptions(master, executors, true));
  }

  @Test
  void haveAnExecutorForEachProcessorOfAnAsterisk() {
    int processors = Runtime.getRuntime().availableProcessors();
    assertThat(ClusterOptions.of("local[*]", null, false))
        .isEqualTo(new ClusterOptions("local[" + processors + "]", processors, false));
    assertThat(ClusterOptions.of("local[*,2]", 1, false).executors()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "local[0]",
        "local[-1]",
        "local[2",
        "mesos://head:5050",
        "spark://",
        "spark://head",
        "spark://a:7077,b",
        "k8s://",
        "head:7077",
      })
  void refuseOthersByName(String master) {
    assertThatThrownBy(() -> ClusterOptions.of(master, null, false))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("--cluster: unknown master '" + master + "'; write spark://");
  }
}
