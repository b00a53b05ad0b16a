package dev.tlsbench.ycsb.store;

import java.util.Optional;

/**
 * A mark on a table or collection that records the progress of its load, so that an incomplete one
 * is not used.
 */
public interface LoadMark {
  /**
   * Marks the load as complete.
   *
   * @param content a description of the content, without quotes
   */
  void loaded(String content) throws Exception;

  /**
   * Tests whether the table exists with this content, and with the storage that the run requires.
   */
  boolean isLoaded(String content) throws Exception;

  /** Tests whether the load of the table is incomplete. */
  boolean isLoading() throws Exception;

  /**
   * Returns the content of the table.
   *
   * @return the argument of {@link #loaded}, followed by the required storage; empty if the table
   *     does not exist, is being loaded, or was not created by tlsbench
   */
  Optional<String> content() throws Exception;
}
