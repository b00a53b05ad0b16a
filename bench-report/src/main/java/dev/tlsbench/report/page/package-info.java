/**
 * Documents as a page of HTML, as Markdown and as text for a terminal, and several side by side.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.page;
