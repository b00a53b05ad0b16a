package dev.tlsbench.ycsb.workload.geo;

import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.store.PointStore;

/** Runs operations on the table or collection that the options name. */
final class PointStores {
  private PointStores() {}

  /** A change or read of the store. */
  interface Task {
    void run(PointStore store) throws Exception;
  }

  /** Checks the store; returns false also on failure. */
  static boolean check(
      DirectClient client,
      String operation,
      GeoOptions options,
      DirectClient.Check<PointStore> check) {
    return client.succeeds(
        operation, Records.class, records -> check.holds(records.points(options.table())));
  }

  /** Runs a task; returns false on failure. */
  static boolean run(DirectClient client, String operation, GeoOptions options, Task task) {
    return check(
        client,
        operation,
        options,
        store -> {
          task.run(store);
          return true;
        });
  }
}
