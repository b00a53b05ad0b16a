/**
 * From JMH's results to figures that hold up: medians over forks with bootstrap intervals, tables,
 * the ceilings beside them, and the environment they were measured in. {@link
 * dev.tlsbench.jmh.report.Report} is the door.
 */
@NullMarked
package dev.tlsbench.jmh.report;

import org.jspecify.annotations.NullMarked;
