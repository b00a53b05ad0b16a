package dev.tlsbench.report.document;

import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.LimitCheck.Outcome;
import dev.tlsbench.report.RunRecord;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A warning or note above the numbers. */
public record Notice(Weight weight, String title, List<String> lines) {
  private static final int SHOWN = 3;

  /**
   * Returns the notices above the figures of a run.
   *
   * @param tlsRemark how the cost of the server's TLS differs; {@code null} if it does not
   */
  public static List<Notice> of(@Nullable String tlsRemark, RunRecord run) {
    List<Notice> notices = new ArrayList<>();
    if (tlsRemark != null) {
      notices.add(ofTls(tlsRemark));
    }
    if (!run.problems().isEmpty() || run.exitCode() == ExitCode.UNUSABLE) {
      notices.add(
          new Notice(
              Weight.STOP,
              "This result must not be used",
              run.problems().isEmpty()
                  ? List.of("The run ended with exit code " + run.exitCode() + ".")
                  : run.problems()));
    }
    notices.addAll(ofLimits(run));
    return notices;
  }

  public static List<Notice> ofLimits(RunRecord run) {
    List<LimitCheck> others =
        run.limits().stream().filter(check -> check.outcome() != Outcome.HOLDS).toList();
    return of(
        Weight.CARE,
        others.stream().anyMatch(check -> check.outcome() == Outcome.BROKEN)
            ? "A limit is exceeded"
            : "A limit could not be decided",
        others.stream().map(check -> check.limit() + ": " + check.found()).toList());
  }

  /** Returns a notice that the figures are not those of a real server, and why. */
  public static Notice ofTls(String remark) {
    return new Notice(
        Weight.UNREAL,
        "Not the figures of a real server",
        List.of(remark + " To measure yours, give its URL."));
  }

  public static List<Notice> ofWarnings(RunRecord run) {
    return of(Weight.NOTE, "Good to know", run.warnings());
  }

  /** Returns a notice of these lines; none if there are no lines. */
  public static List<Notice> of(Weight weight, String title, List<String> lines) {
    return lines.isEmpty() ? List.of() : List.of(new Notice(weight, title, lines));
  }

  /** Returns the lines that a page always shows: all of a warning, and three of a note. */
  public List<String> first() {
    return weight == Weight.NOTE ? lines.subList(0, Math.min(SHOWN, lines.size())) : lines;
  }

  /** Returns the lines that a page shows on request. */
  public List<String> rest() {
    return lines.subList(first().size(), lines.size());
  }

  /** Severities, in the order in which they are shown. */
  public enum Weight {
    /** The result holds only for a test server. */
    UNREAL,
    STOP,
    /** The result may mislead. */
    CARE,
    NOTE
  }
}
