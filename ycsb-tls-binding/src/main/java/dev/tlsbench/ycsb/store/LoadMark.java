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
   * @throws Exception if the server refuses
   */
  void loaded(String content) throws Exception;

  /**
   * Tests whether the table exists with this content, and with the storage that the run requires.
   *
   * @param content the argument of {@link #loaded}
   * @return {@code false} also if tlsbench did not create the table
   * @throws Exception if the server refuses
   */
  boolean isLoaded(String content) throws Exception;

  /**
   * Tests whether the load of the table is incomplete.
   *
   * @return {@code false} also if the table does not exist
   * @throws Exception if the server refuses
   */
  boolean isLoading() throws Exception;

  /**
   * Returns the content of the table.
   *
   * @return the argument of {@link #loaded}, followed by the required storage; empty if the table
   *     does not exist, is being loaded, or was not created by tlsbench
   * @throws Exception if the server refuses
   */
  Optional<String> content() throws Exception;
}
