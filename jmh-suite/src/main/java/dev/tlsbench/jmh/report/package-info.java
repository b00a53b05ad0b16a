/**
 * Converts JMH's results to medians over forks with bootstrap intervals, tables and charts. {@link
 * dev.tlsbench.jmh.report.SuiteReport} is the entry point.
 */
@NullMarked
package dev.tlsbench.jmh.report;

import org.jspecify.annotations.NullMarked;
