/**
 * The content of a report, independent of its format. {@link dev.tlsbench.report.document.Document}
 * is the entry point. All texts are plain; all charts contain their own numbers.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.document;
