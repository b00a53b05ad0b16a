/** Prepares what a workload runs on: the embedded server, the records, the workload itself. */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.database;
