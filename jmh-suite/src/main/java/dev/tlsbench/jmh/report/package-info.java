/**
 * From JMH's results to figures that hold up: medians over forks with bootstrap intervals, tables
 * and charts. {@link dev.tlsbench.jmh.report.SuiteReport} is the door.
 */
@NullMarked
package dev.tlsbench.jmh.report;

import org.jspecify.annotations.NullMarked;
