package dev.tlsbench.client.run;

import org.jspecify.annotations.Nullable;
import site.ycsb.StatusThread;

/**
 * Totals of a run.
 *
 * @param operations how many were done, all threads together
 * @param rows how many they wrote or got back, as the workload counts them; 0 if it does not
 * @param millis how long it took from the first operation to the last, at least 1
 * @param status holds statistics of the JVM; {@code null} if no status was printed
 */
record RunTotals(long operations, long rows, long millis, @Nullable StatusThread status) {}
