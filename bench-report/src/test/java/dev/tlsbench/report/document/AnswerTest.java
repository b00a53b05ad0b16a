package dev.tlsbench.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Notice.Weight;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The part of a document that a page shows first. */
class AnswerTest {
  private static final Notice STOP =
      new Notice(Weight.STOP, "Do not use this", List.of("It broke."));
  private static final Notice NOTE = new Notice(Weight.NOTE, "Good to know", List.of("It is big."));

  private static Figure control(double value, double low, double high) {
    return new Figure(value, low, high, Unit.RATIO);
  }

  private static Answer answer(
      List<Notice> notices, List<Sentence> findings, List<Notice> asides, Figure... controls) {
    return Answer.of(
        new Document(
            "tlsbench compare",
            "A title",
            notices,
            findings,
            asides,
            List.of(),
            Origin.UNKNOWN.controlledBy(List.of(controls))));
  }

  @Test
  void trustsAControlWithoutADifference() {
    Answer answer =
        answer(
            List.of(),
            List.of(),
            List.of(NOTE),
            control(1.001, 0.995, 1.007),
            control(0.998, 0.99, 1.006));

    assertThat(answer.weight()).isEqualTo(Weight.NOTE);
    assertThat(answer.trust())
        .isEqualTo(
            "The control, the baseline against itself, shows no difference (less\u00a0than\u00a01.0\u00a0%).");
  }

  @Test
  void emphasizesNoFigureOfAResultThatMustNotBeUsed() {
    Sentence finding = Sentence.of("TLS adds ").strong("40 %");
    for (Notice notice : List.of(STOP, NOTE)) {
      Document document =
          new Document(
              "", "", List.of(notice), List.of(finding), List.of(), List.of(), Origin.UNKNOWN);
      assertThat(document.findings().get(0).plain()).isEqualTo("TLS adds 40 %");
      assertThat(document.findings().get(0).runs().stream().anyMatch(Sentence.Run::strong))
          .isEqualTo(notice.equals(NOTE));
    }
  }

  @Test
  void trustsNoControlThatIsUncertain() {
    Answer answer = answer(List.of(), List.of(), List.of(), control(1.05, 0.7, 1.4));

    assertThat(answer.weight()).isEqualTo(Weight.CARE);
    assertThat(answer.trust())
        .isEqualTo(
            "The run was unsteady: its control, the baseline against itself, lies somewhere between"
                + " −30\u00a0and\u00a0+40\u00a0%.");
  }

  /** A finding, such as a weak protocol of the server, can be a problem in itself. */
  @Test
  void saysNothingOfTrustWhereThereIsNoControl() {
    assertThat(answer(List.of(), List.of(Sentence.of("Its TLS is weak.")), List.of(NOTE)).trust())
        .isEmpty();
  }

  @Test
  void trustsNoControlWithoutAnInterval() {
    assertThat(answer(List.of(), List.of(), List.of(), Figure.of(1.01, Unit.RATIO)).trust())
        .isEqualTo("The figures have no intervals: repeat the run with more forks.");
  }

  @Test
  void trustsNothingMoreThanTheWorstNotice() {
    Notice care = new Notice(Weight.CARE, "Before you use this", List.of("It is a guess."));
    Answer answer = answer(List.of(), List.of(), List.of(NOTE, care), control(1, 0.99, 1.01));

    assertThat(answer.trust()).isEqualTo("Before you use this: It is a guess.");
    assertThat(answer.repeats(care)).isTrue();
    assertThat(answer.repeats(NOTE)).isFalse();
    assertThat(answer(List.of(STOP), List.of(), List.of(care)).weight()).isEqualTo(Weight.STOP);
  }

  @Test
  void leavesRoomForAChartBelowTheFirstFindings() {
    Sentence finding = Sentence.of("x".repeat(120));

    assertThat(answer(List.of(), List.of(finding, finding, finding), List.of()).lead()).hasSize(2);
    assertThat(answer(List.of(STOP), List.of(finding, finding), List.of()).more()).hasSize(1);
    assertThat(answer(List.of(), List.of(Sentence.of("x".repeat(999))), List.of()).lead())
        .hasSize(1);
  }
}
