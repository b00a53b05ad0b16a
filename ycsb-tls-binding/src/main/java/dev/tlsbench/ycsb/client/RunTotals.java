package dev.tlsbench.ycsb.client;

import org.jspecify.annotations.Nullable;
import site.ycsb.StatusThread;

/**
 * What a run came to.
 *
 * @param operations how many were done, all threads together
 * @param millis how long it took from the first operation to the last, at least 1
 * @param status holds statistics of the JVM; {@code null} if no status was printed
 */
record RunTotals(long operations, long millis, @Nullable StatusThread status) {}
