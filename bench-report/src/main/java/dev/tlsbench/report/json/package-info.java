/** Records as JSON: how files have them, and what is missing from those that were read. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.json;
