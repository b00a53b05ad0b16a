/** The JSON of result files, and a check of deserialized records. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.report.json;
