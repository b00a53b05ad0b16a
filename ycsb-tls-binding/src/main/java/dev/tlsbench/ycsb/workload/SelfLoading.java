package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;

/** A workload whose tables are no records of YCSB's: its inserts make and fill them. */
public interface SelfLoading {
  /**
   * How many inserts it takes to make and fill all.
   *
   * @return 0 or more; 0 if there is nothing to load
   */
  int loads();

  /**
   * Looks whether there is anything left to load.
   *
   * @param client a client that is connected
   * @return whether all tables are there and were filled to the end, with the options of this
   *     workload
   */
  boolean isLoaded(DirectClient client);

  /**
   * Looks for a table whose load did not come to its end, whoever began it.
   *
   * @param client a client that is connected
   * @return whether there is one; what is measured on it would mean nothing
   */
  boolean isHalfLoaded(DirectClient client);

  /**
   * What will be done.
   *
   * @return the model and the options that matter most, in one line
   */
  String description();
}
