/**
 * Runs JVMs on the executors of Apache Spark. {@link dev.tlsbench.cluster.SparkEngine} starts a
 * driver process, and exchanges lines with it; the driver starts a task on each executor, and each
 * task a JVM of its own. Only the few classes of this package share a JVM with Spark's libraries.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.cluster;
