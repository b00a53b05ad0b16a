package dev.tlsbench.ycsb.workload.geo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.store.GeoPolygon;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

/** The contract on every server with a spatial index. */
abstract class TerrainSuite {
  private static final String TABLE = "suite_points";
  private static final int ROWS = 20_000;
  private static final int POLYGONS = 200;

  private final Binding binding;
  private final List<DB> clients = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private Properties properties;

  TerrainSuite(Binding binding) {
    this.binding = binding;
  }

  /** Returns the server's URL, with user and password. */
  abstract String url();

  /** Removes a table or collection of any origin. */
  abstract void drop(DirectClient client, String table);

  /** Creates a table or collection that tlsbench would not. */
  abstract void createForeign(DirectClient client, String table);

  /** Returns true if a table that is not tlsbench's is unchanged. */
  abstract boolean isForeign(DirectClient client, String table);

  /** Returns the number of points in a polygon's bounding box. */
  abstract long inBox(DirectClient client, String table, GeoPolygon polygon);

  /** Returns the server's plan to read a polygon. */
  abstract String plan(DirectClient client, GeoOptions options, GeoPolygon polygon);

  /** Returns the part of a plan that shows the use of the spatial index. */
  abstract String indexInPlan();

  @BeforeEach
  void begin() throws DBException {
    properties = properties("geo.rows", Integer.toString(ROWS));
    drop(direct(), TABLE);
    drop(direct(), TABLE + "_load");
  }

  @AfterEach
  void end() throws DBException {
    drop(direct(), TABLE);
    drop(direct(), TABLE + "_load");
    for (DB client : clients) {
      client.cleanup();
    }
  }

  @Test
  void findsEightyPointsByTheIndexAndReturnsFortyToFiftyOfThem() throws Exception {
    GeoOptions options = GeoOptions.of(properties);
    load(reader(properties));
    DirectClient client = direct();
    Random random = new Random(7);
    AtomicLong read = new AtomicLong();
    double inBoxes = 0;
    for (int i = 0; i < POLYGONS; i++) {
      GeoPolygon polygon = GeoPolygon.random(ROWS, random);
      inBoxes += inBox(client, TABLE, polygon);
      PointStores.run(client, "READ", options, store -> read.addAndGet(store.read(polygon)));
      assertThat(plan(client, options, polygon)).contains(indexInPlan());
    }

    assertThat(inBoxes / POLYGONS).isCloseTo(80, within(4.0));
    assertThat((double) read.get() / POLYGONS).isBetween(40.0, 50.0);
  }

  @Test
  void countsTheRowsThatPolygonsReturn() throws Exception {
    load(reader(properties));
    TerrainReadWorkload workload = reader(properties);
    DB client = client();
    for (int i = 0; i < POLYGONS; i++) {
      assertThat(workload.doTransaction(client, this)).isTrue();
    }

    assertThat(workload.tally().counts().rows()).isBetween(40L * POLYGONS, 50L * POLYGONS);
  }

  @Test
  void loadsWithEightThreadsWhatOneWouldLoad() throws Exception {
    Properties small = properties("geo.rows", "4100", "geo.batch", "500");
    TerrainReadWorkload workload = reader(small);
    Set<Boolean> done = new HashSet<>();
    ExecutorService writers = Executors.newFixedThreadPool(8);
    try {
      List<Future<Boolean>> inserts = new ArrayList<>();
      for (int i = 0; i < workload.loads(); i++) {
        DB client = client();
        inserts.add(writers.submit(() -> workload.doInsert(client, this)));
      }
      for (Future<Boolean> insert : inserts) {
        done.add(insert.get(1, TimeUnit.MINUTES));
      }
    } finally {
      writers.shutdownNow();
    }

    assertThat(done).containsExactly(true);
    assertThat(points(TABLE)).isEqualTo(4100);
    assertThat(workload.tally().counts().rows()).isEqualTo(4100);
    assertThat(workload.isLoaded(direct())).isTrue();
    assertThatThrownBy(() -> workload.doInsert(client(), this))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("insertcount");
  }

  @Test
  void noticesAHalfLoadedTableAndLoadsItAgain() throws Exception {
    Properties small = properties("geo.rows", "2000", "geo.batch", "1000");
    TerrainReadWorkload broken = reader(small);
    assertThat(broken.doInsert(client(), this)).isTrue();

    TerrainReadWorkload workload = reader(small);
    assertThat(workload.isLoaded(direct())).isFalse();
    assertThat(workload.isPartlyLoaded(direct())).isTrue();
    load(workload);
    assertThat(workload.isLoaded(direct())).isTrue();
    assertThat(workload.isPartlyLoaded(direct())).isFalse();
    assertThat(points(TABLE)).isEqualTo(2000);
  }

  @Test
  void doesNotTakeALoadForCompleteThatSomebodyElseAddedTo() throws Exception {
    Properties small = properties("geo.rows", "2000", "geo.batch", "1000");
    TerrainReadWorkload workload = reader(small);
    assertThat(workload.doInsert(client(), this)).isTrue();
    PointStores.run(direct(), "OTHER", GeoOptions.of(small), store -> store.append(1));

    assertThat(workload.doInsert(client(), this)).isFalse();
    assertThat(workload.isPartlyLoaded(direct())).isTrue();
  }

  @Test
  void refusesPointsOfAnotherNumberThanThePolygonsAreFor() throws Exception {
    TerrainReadWorkload workload = reader(properties("geo.rows", "1000"));
    assertThatThrownBy(() -> workload.isPartlyLoaded(direct()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("geo.rows: suite_points was not loaded");
    load(workload);

    TerrainReadWorkload more = reader(properties("geo.rows", "10000"));
    assertThat(more.isLoaded(direct())).isFalse();
    assertThatThrownBy(() -> more.isPartlyLoaded(direct()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("suite_points was loaded with 1000 points, but 10000");
  }

  @Test
  void leavesATableAloneThatSomebodyElseMade() throws Exception {
    createForeign(direct(), TABLE);
    createForeign(direct(), TABLE + "_load");

    assertThat(reader(properties).isLoaded(direct())).isFalse();
    assertThat(reader(properties).doInsert(client(), this)).isFalse();
    assertThat(writer(properties).isLoaded(direct())).isFalse();
    assertThat(writer(properties).doInsert(client(), this)).isFalse();
    assertThatThrownBy(() -> writer(properties).isPartlyLoaded(direct()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("no table suite_points_load that points can be added to");
    assertThat(isForeign(direct(), TABLE)).isTrue();
    assertThat(isForeign(direct(), TABLE + "_load")).isTrue();
  }

  @Test
  void appendsBatchesToATableOfItsOwnThatBeginsEmpty() throws Exception {
    Properties small = properties("geo.batch", "300");
    TerrainLoadWorkload workload = writer(small);
    load(workload);
    assertThat(workload.isLoaded(direct())).isTrue();
    assertThat(points(TABLE + "_load")).isZero();

    assertThat(workload.doTransaction(client(), this)).isTrue();
    assertThat(workload.doTransaction(client(), this)).isTrue();
    assertThat(workload.tally().counts().rows()).isEqualTo(600);
    assertThat(points(TABLE + "_load")).isEqualTo(600);
    // A client may still append, but a load begins anew.
    assertThat(workload.isPartlyLoaded(direct())).isFalse();
    assertThat(workload.isLoaded(direct())).isFalse();
    load(writer(small));
    assertThat(points(TABLE + "_load")).isZero();
  }

  @Test
  void makesTheTableAnewWhenABatchWouldExceedTheLimit() throws Exception {
    Properties small = properties("geo.batch", "300", "geo.load.limit", "700");
    load(writer(small));
    TerrainLoadWorkload workload = writer(small);

    List<Long> sizes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      assertThat(workload.doTransaction(client(), this)).isTrue();
      sizes.add(points(TABLE + "_load"));
    }
    assertThat(sizes).containsExactly(300L, 600L, 300L, 600L, 300L);
    assertThat(workload.tally().counts().rows()).isEqualTo(1500);
    // What an earlier run left does not count.
    assertThat(writer(small).doTransaction(client(), this)).isTrue();
    assertThat(points(TABLE + "_load")).isEqualTo(300);
    assertThat(workload.isPartlyLoaded(direct())).isFalse();
  }

  /** After a failure the table is still to be made, and the next batch makes it. */
  @Test
  void makesTheTableWithTheNextBatchIfItCouldNotBeMade() throws Exception {
    createForeign(direct(), TABLE + "_load");
    TerrainLoadWorkload workload = writer(properties("geo.batch", "300", "geo.load.limit", "700"));
    assertThat(workload.doTransaction(client(), this)).isFalse();
    drop(direct(), TABLE + "_load");

    assertThat(workload.doTransaction(client(), this)).isTrue();
    assertThat(points(TABLE + "_load")).isEqualTo(300);
  }

  /** Uses batches of ten thousand, as the original does. */
  @Test
  void sendsTenThousandRowsAtOnce() throws Exception {
    TerrainLoadWorkload workload = writer(properties());
    load(workload);

    assertThat(workload.doTransaction(client(), this)).isTrue();
    assertThat(points(TABLE + "_load")).isEqualTo(10_000);
  }

  final Properties properties(String... namesAndValues) {
    Properties some = new Properties();
    some.setProperty(binding.urlProperty(), url());
    some.setProperty("geo.table", TABLE);
    for (int i = 0; i < namesAndValues.length; i += 2) {
      some.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    Measurements.setProperties(some);
    return some;
  }

  private static TerrainReadWorkload reader(Properties properties) {
    TerrainReadWorkload workload = new TerrainReadWorkload();
    workload.init(properties);
    return workload;
  }

  private static TerrainLoadWorkload writer(Properties properties) {
    TerrainLoadWorkload workload = new TerrainLoadWorkload();
    workload.init(properties);
    return workload;
  }

  private <W extends Workload & SelfLoading> void load(W workload)
      throws DBException, WorkloadException {
    DB client = client();
    for (int i = 0; i < workload.loads(); i++) {
      assertThat(workload.doInsert(client, this)).isTrue();
    }
  }

  private long points(String table) throws DBException {
    AtomicLong count = new AtomicLong();
    PointStores.run(
        direct(),
        "COUNT",
        GeoOptions.of(properties("geo.table", table)),
        store -> count.set(store.count()));
    return count.get();
  }

  private DB client() throws DBException {
    DB client = binding.newClient();
    client.setProperties(properties);
    client.init();
    clients.add(client);
    return client;
  }

  private DirectClient direct() throws DBException {
    return DirectClient.of(client());
  }
}
