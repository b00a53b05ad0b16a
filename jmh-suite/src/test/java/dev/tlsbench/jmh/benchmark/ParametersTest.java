package dev.tlsbench.jmh.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.jmh.run.SuiteMethod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParametersTest {
  private static void startsWithTheFirstOfEach(String method, Object state) {
    Map<String, List<String>> all =
        SuiteMethod.find(List.of(method), List.of()).get(0).parameters();
    assertThat(Parameters.of(state).keySet()).isEqualTo(all.keySet());
    Parameters.of(state)
        .forEach((name, value) -> assertThat(value).as(name).isEqualTo(all.get(name).get(0)));
  }

  @Test
  void aNewStateHasTheUsualValues() {
    startsWithTheFirstOfEach("HandshakeBenchmark.handshake", new HandshakeBenchmark());
    startsWithTheFirstOfEach("RecordBenchmark.wrap", new RecordChannel());
  }
}
