package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.experiment.catalog.Plan;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("any-jdk")
class StepRunsTest {
  @Test
  void expectsStepsToTakeAsLongForEachMinuteAsThoseBefore() {
    List<Plan.Step> steps =
        List.of(
            new Plan.Step("one", List.of("compare", "--duration", "30s")),
            new Plan.Step("two", List.of("connect")),
            new Plan.Step("three", List.of("bulk", "--duration", "2m")));

    assertThat(StepRuns.left(steps, 0, Duration.ZERO)).isEmpty();
    assertThat(StepRuns.left(steps, 1, Duration.ofSeconds(40)))
        .isEqualTo("about 4 min 0 s left of all steps; ");
    assertThat(StepRuns.left(steps, 2, Duration.ofSeconds(90)))
        .isEqualTo("about 2 min 0 s left of all steps; ");
  }
}
