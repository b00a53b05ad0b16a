package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.jmh.run.SuiteMethod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ParametersTest {
  private static Map<String, String> firstOfEach(String method) {
    Map<String, String> first = new TreeMap<>();
    SuiteMethod.find(List.of(method), List.of())
        .get(0)
        .parameters()
        .forEach((name, values) -> first.put(name, values.get(0)));
    return first;
  }

  @Test
  void aNewStateHasTheUsualValues() {
    assertThat(Parameters.of(new HandshakeBenchmark()))
        .isEqualTo(firstOfEach("HandshakeBenchmark.handshake"));
    assertThat(Parameters.of(new RecordChannel())).isEqualTo(firstOfEach("RecordBenchmark.wrap"));
  }
}
