package dev.tlsbench.experiment.report;

import java.util.List;

/**
 * What a report says, whatever it is written as.
 *
 * @param kicker one line over the title: which experiment, when
 * @param title what was measured
 * @param notices what to know before the numbers, the worst first
 * @param findings what was found, a sentence for each variant
 * @param asides what to know after them
 * @param sections the numbers, and how to get them again
 * @param data what {@code report.js} draws from
 */
record Document(
    String kicker,
    String title,
    List<Notice> notices,
    List<Sentence> findings,
    List<Notice> asides,
    List<Section> sections,
    Object data) {}
