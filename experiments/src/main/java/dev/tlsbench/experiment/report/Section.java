package dev.tlsbench.experiment.report;

import java.util.List;

/**
 * A part of a report.
 *
 * @param id by which it is linked to
 * @param title its heading
 * @param blocks what is under it
 */
record Section(String id, String title, List<Block> blocks) {}
