package dev.tlsbench.ycsb.workload.geo;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.DirectClient;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import site.ycsb.Status;

/**
 * Where a server keeps the points: a table or a collection, seen over one connection.
 *
 * <p>What a server refuses is thrown: {@link SQLException}, or what MongoDB's driver throws.
 */
interface PointStore {
  /**
   * Makes it without points, with its spatial index, and marks it as being loaded. One that
   * tlsbench made before is dropped.
   *
   * @throws InvalidSettingException if the server has no such index
   */
  void create() throws SQLException;

  /** Adds random points, all with one command. */
  void append(int count) throws SQLException;

  /** Marks it as filled with just that. */
  void complete(String what) throws SQLException;

  /** Whether its load did not come to its end. */
  boolean isLoading() throws SQLException;

  /** What it was marked with; empty too if it is not there, or not of tlsbench's making. */
  Optional<String> content() throws SQLException;

  boolean isEmpty() throws SQLException;

  /** Counts all points. */
  long count() throws SQLException;

  /** Reads all that is known of the points inside, and returns how many they were. */
  long read(GeoPolygon polygon) throws SQLException;

  /** What is done with it. */
  interface Use {
    Status with(PointStore store) throws SQLException;
  }

  /** Does an operation on what the options name, whichever server the client is connected to. */
  static Status use(DirectClient client, String operation, GeoOptions options, Use use) {
    return client.connectionType() == Connection.class
        ? client.direct(
            operation, Connection.class, lent -> use.with(new PointTable(options, lent)))
        : client.direct(
            operation, MongoDatabase.class, lent -> use.with(new PointCollection(options, lent)));
  }
}
