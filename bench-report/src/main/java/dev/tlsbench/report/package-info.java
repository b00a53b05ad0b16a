/**
 * Everything that becomes of a measurement, whatever was measured: {@link
 * dev.tlsbench.report.stats} estimates ratios and their intervals, {@link
 * dev.tlsbench.report.document} says what was found, {@link dev.tlsbench.report.page} writes that
 * as HTML, as Markdown and for a terminal, and {@link dev.tlsbench.report.folder} keeps it. Nothing
 * here knows TLS or a database.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report;
