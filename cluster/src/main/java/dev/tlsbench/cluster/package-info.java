/**
 * Runs JVMs on the executors of Apache Spark. {@link dev.tlsbench.cluster.SparkEngine} starts a
 * driver process, and speaks with it in lines; the driver starts a task on each executor, and each
 * task a JVM of its own. So no class of this project meets those that Spark brings, but for the few
 * in this package.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.cluster;
