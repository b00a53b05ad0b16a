package dev.tlsbench.report.document;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.document.Notice.Weight;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The part of a document that a page shows first, and that can be quoted alone.
 *
 * @param lead the first findings, short enough to stand above a chart
 * @param trust whether the result can be relied on, in one sentence; empty if there is no control
 * @param weight the severity of {@code trust}; {@link Weight#NOTE} if nothing was found
 */
public record Answer(List<Sentence> lead, List<Sentence> more, String trust, Weight weight) {
  /** Characters above the chart, about ten lines on a phone. */
  private static final int LEAD = 300;

  /** Half of the interval of a control from which on it proves nothing. */
  private static final double UNSTEADY = 0.25;

  public static Answer of(Document document) {
    List<Sentence> findings = document.findings();
    Optional<Notice> worst =
        Stream.concat(document.notices().stream(), document.asides().stream())
            .filter(notice -> notice.weight() != Weight.NOTE)
            .min(
                Comparator.comparing((Notice notice) -> notice.weight() != Weight.STOP)
                    .thenComparing(Notice::weight));
    Notice trust = worst.orElseGet(() -> control(document));
    int room = trust.weight() == Weight.STOP ? 1 : LEAD;
    int lead = 0;
    for (int length = 0; lead < findings.size(); lead++) {
      length += findings.get(lead).plain().length();
      if (lead > 0 && length > room) {
        break;
      }
    }
    return new Answer(
        findings.subList(0, lead),
        findings.subList(lead, findings.size()),
        brief(trust),
        trust.weight());
  }

  /** Returns true if {@link #trust} has all that this notice has. */
  public boolean repeats(Notice notice) {
    return notice.lines().size() == 1 && trust.equals(brief(notice));
  }

  private static String brief(Notice notice) {
    return notice.lines().isEmpty()
        ? notice.title().isEmpty() ? "" : notice.title() + "."
        : notice.title() + ": " + notice.lines().get(0);
  }

  /** Describes the control that was measured with the largest deviation. */
  private static Notice control(Document document) {
    return document.origin().controls().stream()
        .max(Comparator.comparingDouble(figure -> Math.abs(figure.value() - 1)))
        .map(Answer::control)
        .orElse(new Notice(Weight.NOTE, "", List.of()));
  }

  private static Notice control(Figure figure) {
    if (figure.low95() == null) {
      return new Notice(
          Weight.CARE, "The figures have no intervals", List.of("repeat the run with more forks."));
    }
    if (figure.high() - figure.low() > 2 * UNSTEADY) {
      return new Notice(
          Weight.CARE,
          "The run was unsteady",
          List.of(
              "its control, the baseline against itself, lies somewhere between %s."
                  .formatted(figure.range().replace("to", "and"))));
    }
    String control = "The control, the baseline against itself, shows ";
    return figure.holdsNone()
        ? new Notice(
            Weight.NOTE,
            control + figure.text().replaceFirst("not.resolved", "no difference"),
            List.of())
        : new Notice(Weight.NOTE, control + "a difference", List.of(figure.text() + "."));
  }
}
