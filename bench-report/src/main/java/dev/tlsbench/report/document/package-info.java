/**
 * The content of a report, before it is written as anything: {@link
 * dev.tlsbench.report.document.Document} is the door. All texts are plain; all charts hold their
 * own numbers.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.document;
