package dev.tlsbench.report.document;

import java.util.List;

/**
 * The content of a report, independent of its format.
 *
 * @param notices warnings that a reader needs before the numbers, the worst first
 */
public record Document(
    String kicker,
    String title,
    List<Notice> notices,
    List<Sentence> findings,
    List<Notice> asides,
    List<Section> sections,
    Origin origin) {

  /** Takes the emphasis from the findings of a result that must not be used. */
  public Document {
    if (isForbidden(notices)) {
      findings = findings.stream().map(finding -> Sentence.of(finding.plain())).toList();
    }
  }

  public Document withoutNotices() {
    return new Document(kicker, title, List.of(), findings, asides, sections, origin);
  }

  /** Returns false if a notice forbids to use the result. */
  public boolean canBeUsed() {
    return !isForbidden(notices);
  }

  private static boolean isForbidden(List<Notice> notices) {
    return notices.stream().anyMatch(notice -> notice.weight() == Notice.Weight.STOP);
  }

  /**
   * Returns the line above the title.
   *
   * @param command such as {@code compare}
   * @param started in UTC, as ISO 8601
   */
  public static String kicker(String command, String started) {
    return "tlsbench %s, %s"
        .formatted(command, started.replaceFirst("^(\\S+)T(\\d\\d:\\d\\d).*Z$", "$1 $2 UTC"));
  }
}
