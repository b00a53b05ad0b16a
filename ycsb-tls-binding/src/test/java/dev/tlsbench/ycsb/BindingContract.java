package dev.tlsbench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.Session;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.BasicDB;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.RandomByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** The contract of every binding. */
abstract class BindingContract {
  private static final String TABLE = "usertable";

  private final Binding binding;
  private final String batchProperty;
  private final Class<?> connectionType;
  private final List<DB> opened = new ArrayList<>();

  final Properties properties = new Properties();

  BindingContract(Binding binding, String batchProperty, Class<?> connectionType) {
    this.binding = binding;
    this.batchProperty = batchProperty;
    this.connectionType = connectionType;
  }

  /** Behaviour that YCSB expects of a database, and that one may lack. */
  enum Ability {
    ORDERED_SCANS,
    DUPLICATE_KEY_ERRORS,
    MISSING_RECORD_STATUS
  }

  Set<Ability> lacks() {
    return Set.of();
  }

  /** A server with TLS that all tests of a class share. */
  abstract EmbeddedServer server();

  @BeforeEach
  void emptyTable() throws Exception {
    properties.setProperty(binding.urlProperty(), server().url());
    binding.createTableProperty().ifPresent(name -> properties.setProperty(name, "true"));
    properties.setProperty("fieldcount", "3");
    Measurements.setProperties(properties);
    Properties own = new Properties();
    own.putAll(properties);
    Session session = binding.share(own, ConnectionListener.NONE);
    session.clear(TABLE);
    binding.release(own);
  }

  @AfterEach
  void closeAll() throws DBException {
    for (DB db : opened) {
      db.cleanup();
    }
  }

  final DB open() throws DBException {
    DB db = binding.newClient();
    db.setProperties(properties);
    db.init();
    opened.add(db);
    return db;
  }

  @Test
  void readsBackWhatItInserted() throws DBException {
    DB db = open();
    assertThat(db.insert(TABLE, "user1", text("a", "b", "c"))).isSameAs(Status.OK);

    Map<String, ByteIterator> result = new HashMap<>();
    assertThat(db.read(TABLE, "user1", null, result)).isSameAs(Status.OK);
    assertThat(texts(result)).isEqualTo(Map.of("field0", "a", "field1", "b", "field2", "c"));
  }

  @Test
  void readsOnlyTheFieldsThatAreWanted() throws DBException {
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));

    Map<String, ByteIterator> result = new HashMap<>();
    assertThat(db.read(TABLE, "user1", Set.of("field2", "field0"), result)).isSameAs(Status.OK);
    assertThat(texts(result)).isEqualTo(Map.of("field0", "a", "field2", "c"));
  }

  @Test
  void keepsEveryByteOfAValue() throws DBException {
    byte[] bytes = new byte[512];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    DB db = open();
    Map<String, ByteIterator> values = text("a", "b", "");
    values.put("field1", new ByteArrayByteIterator(bytes));
    assertThat(db.insert(TABLE, "user1", values)).isSameAs(Status.OK);

    Map<String, ByteIterator> result = new HashMap<>();
    db.read(TABLE, "user1", null, result);
    assertThat(result)
        .hasEntrySatisfying("field1", value -> assertThat(value.toArray()).isEqualTo(bytes))
        .hasEntrySatisfying("field2", value -> assertThat(value.toArray()).isEmpty());
  }

  @Test
  void saysNotFoundWhereThereIsNoRecord() throws DBException {
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));

    assertThat(db.read(TABLE, "user2", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
    Status missing = lacks().contains(Ability.MISSING_RECORD_STATUS) ? Status.OK : Status.NOT_FOUND;
    assertThat(db.delete(TABLE, "user2")).isSameAs(missing);
    assertThat(db.update(TABLE, "user2", Map.of("field0", new StringByteIterator("x"))))
        .isSameAs(missing);
  }

  @Test
  void updatesTheGivenFieldsAndNoOther() throws DBException {
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));

    assertThat(db.update(TABLE, "user1", Map.of("field1", new StringByteIterator("new"))))
        .isSameAs(Status.OK);
    assertThat(read(db, "user1")).isEqualTo(Map.of("field0", "a", "field1", "new", "field2", "c"));
  }

  @Test
  void saysOkWhenAnUpdateChangesNothing() throws DBException {
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));

    assertThat(db.update(TABLE, "user1", Map.of("field1", new StringByteIterator("b"))))
        .isSameAs(Status.OK);
  }

  @Test
  void deletesARecord() throws DBException {
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));

    assertThat(db.delete(TABLE, "user1")).isSameAs(Status.OK);
    assertThat(db.read(TABLE, "user1", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's signature.
  void scansInTheOrderOfTheKeys() throws DBException {
    assumeThat(lacks()).doesNotContain(Ability.ORDERED_SCANS);
    DB db = open();
    for (String key : List.of("user3", "user10", "user2", "User4", "user1")) {
      db.insert(TABLE, key, text(key, "b", "c"));
    }

    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    assertThat(db.scan(TABLE, "user10", 3, null, result)).isSameAs(Status.OK);
    assertThat(result)
        .extracting(BindingContract::texts)
        .containsExactly(
            Map.of("field0", "user10", "field1", "b", "field2", "c"),
            Map.of("field0", "user2", "field1", "b", "field2", "c"),
            Map.of("field0", "user3", "field1", "b", "field2", "c"));
  }

  @Test
  @SuppressWarnings("JdkObsolete") // YCSB's signature.
  void scansSomeFieldsToTheEndOfTheTable() throws DBException {
    assumeThat(lacks()).doesNotContain(Ability.ORDERED_SCANS);
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));
    db.insert(TABLE, "user2", text("d", "e", "f"));

    Vector<HashMap<String, ByteIterator>> result = new Vector<>();
    assertThat(db.scan(TABLE, "user1", 100, Set.of("field1"), result)).isSameAs(Status.OK);
    assertThat(result)
        .extracting(BindingContract::texts)
        .containsExactly(Map.of("field1", "b"), Map.of("field1", "e"));
    assertThat(db.scan(TABLE, "user3", 100, null, new Vector<>())).isSameAs(Status.OK);
  }

  @Test
  void refusesASecondRecordWithTheSameKey() throws DBException {
    assumeThat(lacks()).doesNotContain(Ability.DUPLICATE_KEY_ERRORS);
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));

    assertThat(db.insert(TABLE, "user1", text("x", "y", "z"))).isSameAs(Status.ERROR);
    assertThat(read(db, "user1")).containsEntry("field0", "a");
  }

  @Test
  void writesTheSameRecordWhenAFailedInsertIsTriedAgain() throws DBException {
    assumeThat(lacks()).doesNotContain(Ability.DUPLICATE_KEY_ERRORS);
    DB db = open();
    db.insert(TABLE, "user1", text("in", "the", "way"));
    Map<String, ByteIterator> values = text("a", "b", "c");
    values.put("field2", new RandomByteIterator(100));
    assertThat(db.insert(TABLE, "user1", values)).isSameAs(Status.ERROR);
    db.delete(TABLE, "user1");

    assertThat(db.insert(TABLE, "user1", values)).isSameAs(Status.OK);
    Map<String, String> record = read(db, "user1");
    assertThat(record).containsEntry("field0", "a").containsEntry("field1", "b");
    assertThat(record.get("field2")).hasSize(100);
  }

  @Test
  void insertsInBatchesAndTheRestOnCleanup() throws DBException {
    properties.setProperty(batchProperty, "3");
    DB reader = open();
    DB db = open();
    List<Status> statuses = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      statuses.add(db.insert(TABLE, "user" + i, text("a" + i, "b", "c")));
    }
    assertThat(statuses)
        .containsExactly(
            Status.BATCHED_OK, Status.BATCHED_OK, Status.OK, Status.BATCHED_OK, Status.BATCHED_OK);
    assertThat(read(reader, "user3")).containsEntry("field0", "a3");
    assertThat(reader.read(TABLE, "user5", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);

    db.cleanup();
    assertThat(read(reader, "user5")).containsEntry("field0", "a5");
  }

  @Test
  void saysErrorForABatchWithARecordThatIsThereAlready() throws DBException {
    assumeThat(lacks()).doesNotContain(Ability.DUPLICATE_KEY_ERRORS);
    properties.setProperty(batchProperty, "2");
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));
    assertThat(db.insert(TABLE, "user2", text("a", "b", "c"))).isSameAs(Status.OK);
    db.insert(TABLE, "user2", text("x", "y", "z"));

    assertThat(db.insert(TABLE, "user3", text("a", "b", "c"))).isSameAs(Status.ERROR);
    db.insert(TABLE, "user4", text("a", "b", "c"));
    assertThat(db.insert(TABLE, "user5", text("a", "b", "c"))).isSameAs(Status.OK);
  }

  @Test
  void lendsItsConnectionAndNoOther() throws DBException {
    DirectClient client = DirectClient.of(open());

    assertThat(client.direct("OWN", connectionType, to -> Status.NOT_FOUND))
        .isSameAs(Status.NOT_FOUND);
    assertThatThrownBy(() -> client.direct("OWN", String.class, to -> Status.OK))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("workload: ");
    assertThatThrownBy(() -> DirectClient.of(new BasicDB()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("bin/ycsb");
  }

  @Test
  void dumpsATableAndSaysSoIfItIsAnotherByThen() throws Exception {
    DB db = open();
    db.insert(TABLE, "user1", text("a", "b", "c"));
    db.insert(TABLE, "user2", text("a", "b", ""));
    DumpWorkload dump = new DumpWorkload();
    dump.init(properties);

    assertThat(dump.doTransaction(db, dump)).isTrue();
    assertThat(dump.tally().counts().bytes()).isGreaterThanOrEqualTo(3 + 2 + 2 * "user1".length());
    assertThat(dump.doTransaction(db, dump)).isTrue();
    db.insert(TABLE, "user3", text("a", "b", "c"));
    assertThat(dump.doTransaction(db, dump)).isFalse();
  }

  @Test
  void saysErrorForATableThatCannotBe() throws DBException {
    assertThat(open().insert("", "user1", text("a", "b", "c"))).isSameAs(Status.ERROR);
  }

  @Test
  void sharesOneSessionAndClosesItWithTheLastClient() throws DBException {
    DB first = open();
    DB second = open();
    first.insert(TABLE, "user1", text("a", "b", "c"));
    first.cleanup();
    assertThat(read(second, "user1")).containsEntry("field0", "a");

    second.cleanup();
    assertThat(properties.values()).allMatch(value -> value instanceof String);
  }

  @Test
  void refusesToStartWithAnUnknownTlsProperty() {
    properties.setProperty("tls.protocol", "TLSv1.3");
    assertThatThrownBy(this::open)
        .isInstanceOf(DBException.class)
        .hasCauseInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("tls.protocol")
        .hasMessageContaining("tls.protocols");
  }

  /** Stock YCSB reads files as Latin-1 and lets unknown properties pass. */
  @ParameterizedTest
  @ValueSource(strings = {"PREFIXbatchsiz", "\u00EF\u00BB\u00BFPREFIXbatchsize"})
  void refusesToStartWithAMisspeltPropertyOfItsOwn(String name) {
    String property = name.replace("PREFIX", binding.urlProperty().replaceFirst("url$", ""));
    properties.setProperty(property, "2");
    assertThatThrownBy(this::open)
        .isInstanceOf(DBException.class)
        .hasCauseInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(batchProperty);
  }

  @Test
  void failsToStartWhereTheServerIsNotTrusted() {
    properties.setProperty(binding.urlProperty(), server().url().replaceAll("[?].*", ""));
    properties.setProperty("tls.enabled", "true");
    assertThatThrownBy(this::open)
        .isInstanceOf(DBException.class)
        .hasCauseInstanceOf(ConnectFailedException.class);
  }

  static Map<String, ByteIterator> text(String... values) {
    Map<String, ByteIterator> fields = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      fields.put("field" + i, new StringByteIterator(values[i]));
    }
    return fields;
  }

  static Map<String, String> texts(Map<String, ByteIterator> fields) {
    Map<String, String> texts = new HashMap<>();
    fields.forEach((name, value) -> texts.put(name, value.toString()));
    return texts;
  }

  static Map<String, String> read(DB db, String key) {
    Map<String, ByteIterator> result = new HashMap<>();
    assertThat(db.read(TABLE, key, null, result)).isSameAs(Status.OK);
    return texts(result);
  }
}
