/**
 * The client behind {@code bin/ycsb}: YCSB's own threads, workloads and measurements, with a clock
 * that starts when everything is connected, and an exit code that shows whether the result counts.
 *
 * <p>{@link dev.tlsbench.client.YcsbClient} is the entry point.
 */
@org.jspecify.annotations.NullMarked
package dev.tlsbench.client;
