package dev.tlsbench.ycsb.mongodb;

import com.mongodb.MongoCommandException;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.store.GeoPolygon;
import dev.tlsbench.ycsb.store.LoadMark;
import dev.tlsbench.ycsb.store.PointStore;
import dev.tlsbench.ycsb.store.TerrainPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.Document;
import org.bson.RawBsonDocument;

/** A collection with a 2dsphere index, in MongoDB or a compatible server. */
final class PointCollection implements PointStore {
  private static final String LOCATION = "location";
  private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);

  /**
   * MongoDB's error codes for an index that a server does not have: BadValue, CommandNotFound,
   * CannotCreateIndex, CommandNotSupported and 238; -1 is an error without a code.
   */
  private static final Set<Integer> UNSUPPORTED = Set.of(2, 59, 67, 115, 238, -1);

  /** Far more points than a polygon contains: all come with the first reply. */
  private static final int BATCH = 10 * GeoPolygon.CANDIDATES;

  private final MongoCollection<Document> points;
  private final CollectionMark mark;

  PointCollection(MongoDatabase database, String collection) {
    this.points = database.getCollection(collection);
    this.mark = new CollectionMark(database, collection);
  }

  /**
   * Creates the index before the mark. PostgreSQL, on which DocumentDB is based, records the number
   * of documents when it creates an index; with only the mark's document it would scan instead.
   */
  @Override
  public void create() {
    mark.drop();
    try {
      points.createIndex(Indexes.geo2dsphere(LOCATION));
      mark.loading();
      runQuery();
    } catch (MongoCommandException e) {
      if (!UNSUPPORTED.contains(e.getErrorCode())) {
        throw e;
      }
      points.drop();
      throw new InvalidSettingException(
          "workload: this server has no 2dsphere index ("
              + e.getErrorMessage()
              + "); use another server, or another workload",
          e);
    }
  }

  /** Runs a query, since some servers accept the index, but not the queries that need it. */
  private void runQuery() {
    append(1);
    read(GeoPolygon.random(1_000, ThreadLocalRandom.current()));
    points.deleteMany(Filters.exists(LOCATION));
  }

  @Override
  public LoadMark mark() {
    return mark;
  }

  @Override
  public void append(int count) {
    List<Document> documents = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      TerrainPoint point = TerrainPoint.random(ThreadLocalRandom.current());
      documents.add(
          new Document(LOCATION, geometry("Point", List.of(point.longitude(), point.latitude())))
              .append("elevation", point.elevation())
              .append("ent_id", point.entId())
              .append("time_sec", point.timeSec()));
    }
    points.insertMany(documents, UNORDERED);
  }

  @Override
  public boolean isEmpty() {
    return points.find(Filters.exists(LOCATION)).first() == null;
  }

  @Override
  public long count() {
    return points.countDocuments(Filters.exists(LOCATION));
  }

  @Override
  public long read(GeoPolygon polygon) {
    long rows = 0;
    try (MongoCursor<RawBsonDocument> found =
        query(points.withDocumentClass(RawBsonDocument.class), polygon).cursor()) {
      while (found.hasNext()) {
        found.next();
        rows++;
      }
    }
    return rows;
  }

  /** Returns the query without naming the index: DocumentDB accepts no hint here. */
  static <T> FindIterable<T> query(MongoCollection<T> points, GeoPolygon polygon) {
    return points
        .find(Filters.geoWithin(LOCATION, geometry("Polygon", List.of(polygon.ring()))))
        .batchSize(BATCH);
  }

  private static Document geometry(String type, List<?> coordinates) {
    return new Document("type", type).append("coordinates", coordinates);
  }
}
