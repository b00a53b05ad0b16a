/**
 * Prepares the environment of a workload: the embedded server, the records, the workload itself.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client.database;
