package dev.tlsbench.client.run;

import org.jspecify.annotations.Nullable;
import site.ycsb.StatusThread;

/**
 * Totals of a run.
 *
 * @param operations the number of operations of all threads together
 * @param rows the number of rows written or returned, as the workload counts them; 0 if it does not
 * @param millis the time from the first operation to the last, at least 1
 * @param status statistics of the JVM; {@code null} if no status was printed
 */
record RunTotals(long operations, long rows, long millis, @Nullable StatusThread status) {}
