package dev.tlsbench.ycsb.workload.geo;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import site.ycsb.Status;

/**
 * The server's table or collection of points, over one connection.
 *
 * <p>Methods throw if the server refuses: {@link SQLException}, or the exceptions of MongoDB's
 * driver.
 */
interface PointStore {
  /**
   * Creates the store without points, with its spatial index, and marks it as being loaded. Drops
   * an existing one that tlsbench created.
   *
   * @throws InvalidSettingException if the server does not support the index
   */
  void create() throws SQLException;

  /** Adds random points by one command. */
  void append(int count) throws SQLException;

  /** Marks the store as complete with this content. */
  void complete(String what) throws SQLException;

  /** Returns whether the load is incomplete. */
  boolean isLoading() throws SQLException;

  /**
   * Returns the content in the mark; empty also if the store does not exist, or is not tlsbench's.
   */
  Optional<String> content() throws SQLException;

  boolean isEmpty() throws SQLException;

  long count() throws SQLException;

  /** Reads all fields of the points inside a polygon, and returns the number of points. */
  long read(GeoPolygon polygon) throws SQLException;

  /** An operation on the store. */
  interface Use {
    Status with(PointStore store) throws SQLException;
  }

  /** A check of the store. */
  interface Check {
    boolean holds(PointStore store) throws SQLException;
  }

  /** A change or read of the store. */
  interface Task {
    void on(PointStore store) throws SQLException;
  }

  /** Checks the store that the options name; returns false also on failure. */
  static boolean check(DirectClient client, String operation, GeoOptions options, Check check) {
    return use(
            client, operation, options, store -> check.holds(store) ? Status.OK : Status.NOT_FOUND)
        .isOk();
  }

  /** Runs a task on the store that the options name; returns false on failure. */
  static boolean run(DirectClient client, String operation, GeoOptions options, Task task) {
    return use(
            client,
            operation,
            options,
            store -> {
              task.on(store);
              return Status.OK;
            })
        .isOk();
  }

  /** Runs an operation on the store that the options name, on any server. */
  static Status use(DirectClient client, String operation, GeoOptions options, Use use) {
    return client.connectionType() == Connection.class
        ? client.direct(
            operation, Connection.class, lent -> use.with(new PointTable(options, lent)))
        : client.direct(
            operation, MongoDatabase.class, lent -> use.with(new PointCollection(options, lent)));
  }
}
