package dev.tlsbench.ycsb.workload.geo;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.mongodb.PointQueries;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.store.GeoPolygon;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import site.ycsb.Status;

/** FerretDB 2.7 over DocumentDB. */
@Tag("real-servers")
class FerretDbTerrainTest extends TerrainSuite {
  private static final Document FOREIGN = new Document("_id", 1);
  private static String url = "";

  FerretDbTerrainTest() {
    super(Binding.of("mongodb-tls"));
  }

  @BeforeAll
  static void find() {
    url = RealServers.running().url("MONGODB_URL");
  }

  @Override
  String url() {
    return url;
  }

  @Override
  void drop(DirectClient client, String table) {
    asked(
        client,
        database -> {
          database.getCollection(table).drop();
          return true;
        });
  }

  @Override
  void createForeign(DirectClient client, String table) {
    asked(client, database -> database.getCollection(table).insertOne(FOREIGN));
  }

  @Override
  boolean isForeign(DirectClient client, String table) {
    return FOREIGN.equals(
        asked(
            client,
            database -> Objects.requireNonNull(database.getCollection(table).find().first())));
  }

  @Override
  long inBox(DirectClient client, String table, GeoPolygon polygon) {
    return asked(
        client,
        database ->
            database
                .getCollection(table)
                .countDocuments(
                    Filters.and(
                        between("location.coordinates.0", polygon.longitudes()),
                        between("location.coordinates.1", polygon.latitudes()))));
  }

  private static Bson between(String field, List<Double> values) {
    return Filters.and(
        Filters.gte(field, Collections.min(values)), Filters.lte(field, Collections.max(values)));
  }

  @Override
  String plan(DirectClient client, GeoOptions options, GeoPolygon polygon) {
    return asked(client, database -> PointQueries.plan(database, options.table(), polygon));
  }

  @Override
  String indexInPlan() {
    return "\"Index Name\": \"location_2dsphere\"";
  }

  private static <T> T asked(DirectClient client, Function<MongoDatabase, T> question) {
    AtomicReference<@Nullable T> answer = new AtomicReference<>();
    client.direct(
        "LOOK",
        MongoDatabase.class,
        database -> {
          answer.set(question.apply(database));
          return Status.OK;
        });
    return Objects.requireNonNull(answer.get());
  }
}
