package dev.tlsbench.ycsb.store;

/**
 * A table or collection of points, over one connection.
 *
 * <p>Methods throw {@code SQLException}, or the exceptions of another driver.
 */
public interface PointStore {
  LoadMark mark();

  /**
   * Creates the store without points, with its spatial index, and marks it as being loaded. Drops
   * an existing one that tlsbench created.
   *
   * @throws dev.tlsbench.core.InvalidSettingException if the server does not support the index
   * @throws Exception if the server refuses, or tlsbench did not create the existing one
   */
  void create() throws Exception;

  /** Adds random points by one command. */
  void append(int count) throws Exception;

  /**
   * Tests whether there are points.
   *
   * @return true if there are none
   */
  boolean isEmpty() throws Exception;

  /**
   * Counts the points; the server reads all of them.
   *
   * @return 0 or more
   */
  long count() throws Exception;

  /** Reads all fields of the points inside a polygon. */
  long read(GeoPolygon polygon) throws Exception;
}
