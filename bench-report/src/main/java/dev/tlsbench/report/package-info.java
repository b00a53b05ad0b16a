/**
 * From measurements to reports: {@link dev.tlsbench.report.stats} estimates ratios and their
 * intervals, {@link dev.tlsbench.report.document} holds the content of a report, {@link
 * dev.tlsbench.report.page} renders it as HTML, Markdown and terminal text, and {@link
 * dev.tlsbench.report.folder} stores it. Nothing here depends on TLS or a database.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report;
