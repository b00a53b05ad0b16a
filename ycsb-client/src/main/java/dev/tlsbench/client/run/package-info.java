/**
 * One load or run of a workload: threads, measurements, report and verdict.
 *
 * <p>{@link dev.tlsbench.client.run.WorkloadTask} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.run;
