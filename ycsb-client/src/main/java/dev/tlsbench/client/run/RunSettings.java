package dev.tlsbench.client.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;
import site.ycsb.Client;

/**
 * The number of operations, the threads, and the target throughput of a run.
 *
 * @param transactions {@code true} to run operations, {@code false} to insert records
 * @param operations the number of operations of all threads together; 0 to go on until the time is
 *     up
 * @param threads the number of threads, at least 1
 * @param target operations per second, all threads together; 0 for as fast as possible
 * @param maxSeconds the time limit; 0 for none
 * @param patienceSeconds the time for operations to end after the time limit, at least 0; 60 by
 *     default
 */
record RunSettings(
    boolean transactions,
    int operations,
    int threads,
    int target,
    int maxSeconds,
    int patienceSeconds,
    StatusLines status) {
  /** The property with the time that a run waits, after its time limit, for operations to end. */
  private static final String PATIENCE = "maxexecutiontime.patience";

  /**
   * Reads the properties of YCSB's client.
   *
   * @throws InvalidSettingException if one is not a number, or if there is nothing to do
   */
  static RunSettings of(boolean transactions, Properties properties) {
    int maxSeconds = RunProperties.number(properties, Client.MAX_EXECUTION_TIME, 0, 0);
    int operations = transactions ? operations(properties, maxSeconds) : inserts(properties);
    int threads = RunProperties.number(properties, Client.THREAD_COUNT_PROPERTY, 1, 1);
    int working = operations == 0 ? threads : Math.min(threads, operations);
    return new RunSettings(
        transactions,
        operations,
        working,
        target(properties, working),
        maxSeconds,
        RunProperties.number(properties, PATIENCE, 60, 0),
        new StatusLines(
            Boolean.parseBoolean(properties.getProperty(Client.STATUS_PROPERTY)),
            RunProperties.number(properties, "status.interval", 10, 1),
            properties.getProperty(Client.LABEL_PROPERTY, "")));
  }

  /** The status lines of a run: their interval, and the text before them. */
  record StatusLines(boolean printed, int seconds, String label) {}

  /**
   * Returns the operations a millisecond for one thread, for YCSB's threads; negative for no limit.
   */
  double targetPerThreadAndMilli() {
    return target == 0 ? -1 : target / 1000.0 / threads;
  }

  /** Returns the share of one thread. */
  int operationsOf(int thread) {
    return operations / threads + (thread < operations % threads ? 1 : 0);
  }

  private static int operations(Properties properties, int maxSeconds) {
    int operations = RunProperties.number(properties, Client.OPERATION_COUNT_PROPERTY, 0, 0);
    if (operations == 0 && maxSeconds == 0) {
      throw new InvalidSettingException(
          "operationcount: there is nothing to run; give a number of operations, or"
              + " maxexecutiontime in seconds");
    }
    return operations;
  }

  private static int inserts(Properties properties) {
    int records = RunProperties.number(properties, Client.RECORD_COUNT_PROPERTY, 0, 0);
    int inserts = RunProperties.number(properties, Client.INSERT_COUNT_PROPERTY, records, 0);
    if (inserts == 0) {
      throw new InvalidSettingException(
          "recordcount: there is nothing to load; give a number of records");
    }
    return inserts;
  }

  private static int target(Properties properties, int threads) {
    int target = RunProperties.number(properties, Client.TARGET_PROPERTY, 0, 0);
    // YCSB's threads store the time between two operations in an int of nanoseconds.
    if (target > 0 && 1e9 * threads / target > Integer.MAX_VALUE) {
      throw new InvalidSettingException(
          "target: "
              + target
              + " operations per second are too few for "
              + threads
              + " threads, each needs one every two seconds; use fewer threads");
    }
    return target;
  }
}
