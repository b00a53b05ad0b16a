package dev.tlsbench.report.document;

import java.util.List;

/**
 * All that a report says, whatever it is written as.
 *
 * @param kicker one line over the title: which command, when
 * @param title what was measured
 * @param notices what to know before the numbers, the worst first
 * @param findings what was found, in sentences
 * @param asides what to know after them
 * @param sections the numbers, and how to get them again
 * @param beside what can be put beside other documents
 */
public record Document(
    String kicker,
    String title,
    List<Notice> notices,
    List<Sentence> findings,
    List<Notice> asides,
    List<Section> sections,
    Beside beside) {}
