/** The JSON of result files, and a check of what is read back. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.json;
