package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;

/** A workload with tables of its own, which its inserts create and fill. */
public interface SelfLoading {
  /**
   * Returns the number of inserts that create and fill all tables.
   *
   * @return 0 or more; 0 if there is nothing to load
   */
  int loads();

  /**
   * Tests if the load is complete.
   *
   * @param client a client that is connected
   * @return true if all tables exist and were filled completely, with the options of this workload
   */
  boolean isLoaded(DirectClient client);

  /**
   * Looks for a table with an incomplete load, by any client.
   *
   * @param client a client that is connected
   * @return true if there is one; measurements on it would be meaningless
   */
  boolean isHalfLoaded(DirectClient client);

  /**
   * Describes the workload.
   *
   * @return the model and the most important options, in one line
   */
  String description();
}
