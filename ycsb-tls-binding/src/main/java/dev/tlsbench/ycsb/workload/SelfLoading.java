package dev.tlsbench.ycsb.workload;

import dev.tlsbench.ycsb.session.DirectClient;
import java.util.List;

/** A workload with tables of its own, which its inserts create and fill. */
public interface SelfLoading {
  /** {@return the number of inserts that create and fill all tables; 0 if there are none} */
  int loads();

  /** {@return whether all tables exist and were filled completely, with these options} */
  boolean isLoaded(DirectClient client);

  /**
   * Tests whether any client left a table with an incomplete load.
   *
   * @return true if there is one, on which measurements would be meaningless; false by default, for
   *     workloads whose every insert leaves a complete table
   */
  default boolean isPartlyLoaded(DirectClient client) {
    return false;
  }

  /** {@return the tables of the operations; empty if this workload has no list of them} */
  default List<String> tables() {
    return List.of();
  }

  /** {@return the model and its most important options, in one line} */
  String description();
}
