package dev.tlsbench.ycsb.mongodb;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.ycsb.store.GeoPolygon;

/** The server's plans for queries of points. */
public final class PointQueries {
  private PointQueries() {}

  /** Returns the plan to read a polygon. */
  public static String plan(MongoDatabase database, String collection, GeoPolygon polygon) {
    return PointCollection.query(database.getCollection(collection), polygon).explain().toJson();
  }
}
