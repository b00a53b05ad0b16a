/** Limits that users set for figures, and their outcomes for CI systems. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.gate;
