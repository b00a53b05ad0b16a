package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;

/**
 * A quantity of a cell.
 *
 * @param name {@code time} for JMH's score, else that of the counter or profiler
 */
record CellMetric(BenchmarkCell cell, String name, ForkMean mean) {}
