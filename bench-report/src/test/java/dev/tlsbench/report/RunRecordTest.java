package dev.tlsbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.LimitCheck.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunRecordTest {
  private static int exitCode(List<String> problems, Outcome... outcomes) {
    return RunRecord.of("tlsbench compare", Instant.EPOCH, Duration.ZERO, true, problems, List.of())
        .limitedBy(
            Stream.of(outcomes)
                .map(outcome -> new LimitCheck("tls13.typical > 1.1", outcome, "found."))
                .toList())
        .exitCode();
  }

  @Test
  void endsWithFiveBeforeSix() {
    assertThat(exitCode(List.of())).isZero();
    assertThat(exitCode(List.of(), Outcome.HOLDS)).isZero();
    assertThat(exitCode(List.of(), Outcome.UNDECIDED, Outcome.HOLDS)).isEqualTo(6);
    assertThat(exitCode(List.of(), Outcome.UNDECIDED, Outcome.BROKEN)).isEqualTo(5);
  }

  @Test
  void endsWithFourIfTheResultMustNotBeUsedWhateverItsLimitsSay() {
    List<String> problems = List.of("The control excludes 1.");
    assertThat(exitCode(problems, Outcome.HOLDS)).isEqualTo(4);
    assertThat(exitCode(problems, Outcome.UNDECIDED)).isEqualTo(4);
    assertThat(exitCode(problems, Outcome.BROKEN)).isEqualTo(4);
  }

  @Test
  void endsWithFourIfAProblemIsFoundAfterTheLimits() {
    RunRecord run =
        RunRecord.of("tlsbench run", Instant.EPOCH, Duration.ZERO, true, List.of(), List.of())
            .limitedBy(List.of(new LimitCheck("tls13.typical > 1.1", Outcome.BROKEN, "found.")))
            .and(List.of("A step failed."), List.of());
    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.limits()).hasSize(1);
  }

  @Test
  void endsWithThreeIfTheServerWasNeverReachedWhateverItsLimitsSay() {
    for (Outcome outcome : Outcome.values()) {
      RunRecord run =
          RunRecord.of("tlsbench tap", Instant.EPOCH, Duration.ZERO, true, List.of(), List.of())
              .limitedBy(List.of(new LimitCheck("plain=0", outcome, "found.")))
              .unconnected(List.of("Connection refused."));
      assertThat(run.exitCode()).isEqualTo(3);
      assertThat(run.problems()).containsExactly("Connection refused.");
      assertThat(ExitCode.isUsable(run.exitCode())).isFalse();
    }
  }
}
