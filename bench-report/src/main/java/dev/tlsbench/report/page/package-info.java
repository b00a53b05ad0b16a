/** Renders documents, alone or side by side, as HTML, Markdown and terminal text. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.page;
