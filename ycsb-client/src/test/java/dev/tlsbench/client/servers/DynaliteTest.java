package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.ycsb.RealServers;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.Session;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.ByteIterator;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** dynalite behind HAProxy, of {@code servers/up}. */
@Tag("real-servers")
@Timeout(60)
class DynaliteTest {
  private static final RealServers SERVERS = RealServers.running();
  private static final Binding BINDING = Binding.of("dynamodb-tls");
  private static final String TABLE = "dynalitetest";

  private final Properties properties = new Properties();

  @BeforeEach
  void nameTheServer() {
    properties.setProperty("dynamodb.url", SERVERS.url("DYNAMODB_URL"));
    properties.setProperty("dynamodb.awsCredentialsFile", SERVERS.url("DYNAMODB_CREDENTIALS_FILE"));
    properties.setProperty("dynamodb.createtable", "true");
    properties.setProperty("tls.caFile", SERVERS.url("CA_FILE"));
    properties.setProperty("table", TABLE);
    Measurements.setProperties(properties);
  }

  private Session open() throws ConnectFailedException {
    return BINDING.open(properties, ConnectionListener.NONE);
  }

  private static FieldValues fields(String value) {
    return FieldValues.of(Map.of("field0", new StringByteIterator(value)));
  }

  private static String read(Records records, String key) throws Exception {
    Map<String, ByteIterator> result = new HashMap<>();
    return records.read(TABLE, key, null, result).isOk()
        ? String.valueOf(result.get("field0"))
        : "nothing";
  }

  @ParameterizedTest
  @CsvSource({
    "jdk, TLSv1.2",
    "jdk, TLSv1.3",
    "bouncycastle, TLSv1.2",
    "bouncycastle, TLSv1.3",
    "conscrypt, TLSv1.2",
    "conscrypt, TLSv1.3",
    "openssl, TLSv1.2",
    "openssl, TLSv1.3"
  })
  void readsWhatItWrites(String provider, String protocol) throws Exception {
    properties.setProperty("tls.provider", provider);
    properties.setProperty("tls.protocols", protocol);
    try (Session session = open()) {
      for (int i = 0; i < 3; i++) {
        try (Records records = session.records()) {
          records.insert(TABLE, "user1", fields(provider + i));
          assertThat(read(records, "user1")).isEqualTo(provider + i);
          records.update(TABLE, "user1", fields("other"));
          assertThat(read(records, "user1")).isEqualTo("other");
          records.delete(TABLE, "user1");
          assertThat(read(records, "user1")).isEqualTo("nothing");
        }
      }
      assertThat(session.ledger().handshakes().keySet())
          .extracting(NegotiatedTls::protocol)
          .containsOnly(protocol);
      assertThat(session.ledger().differences(session.settings())).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({"jdk", "driver"})
  void resumesSessions(String provider) throws Exception {
    properties.setProperty("tls.provider", provider);
    try (Session session = open()) {
      for (int i = 0; i < 4; i++) {
        try (Records records = session.records()) {
          read(records, "user1");
        }
      }
      assertThat(session.ledger().handshakes().keySet()).anyMatch(NegotiatedTls::resumed);
    }
  }

  @Test
  void countsDumpsAndClearsATable() throws Exception {
    try (Session session = open();
        Records records = session.records()) {
      session.clear(TABLE);
      assertThat(session.isEmpty(TABLE)).isTrue();
      for (int i = 0; i < 30; i++) {
        records.insert(TABLE, "user" + i, fields("value"));
      }

      assertThat(session.exists(TABLE)).isTrue();
      assertThat(session.count(TABLE)).isEqualTo(30);
      assertThat(records.dump(TABLE)).isGreaterThan(30L * "value".length());
      session.clear(TABLE);
      assertThat(session.count(TABLE)).isZero();
    }
  }

  @Test
  void knowsThatATableIsMissing() throws Exception {
    properties.setProperty("dynamodb.createtable", "false");
    try (Session session = open();
        Records records = session.records()) {
      assertThat(session.exists("missing")).isFalse();
      assertThatThrownBy(() -> session.count("missing"))
          .hasMessageContaining("the table is missing");
      assertThatThrownBy(() -> records.insert("missing", "user1", fields("a")))
          .satisfies(
              thrown -> {
                session.failureLog().log("insert", (Exception) thrown);
                assertThat(session.failureLog().first().orElseThrow().message())
                    .contains("bin/ycsb load");
              });
    }
  }

  @Test
  void saysThatTheTableHasAnotherKey() throws Exception {
    open().close();
    properties.setProperty("dynamodb.primaryKey", "another");
    try (Session session = open();
        Records records = session.records()) {
      assertThatThrownBy(() -> records.insert(TABLE, "user1", fields("a")))
          .satisfies(
              thrown -> {
                session.failureLog().log("insert", (Exception) thrown);
                assertThat(session.failureLog().first().orElseThrow().message())
                    .contains("dynamodb.primaryKey");
              });
    }
  }

  @Test
  void leavesATableWithTwoKeysToTheUser() {
    properties.setProperty("dynamodb.primaryKeyType", "HASH_AND_RANGE");
    properties.setProperty("dynamodb.hashKeyName", "part");
    properties.setProperty("table", "twokeys");

    assertThatThrownBy(this::open).isInstanceOf(InvalidSettingException.class);
  }

  @Test
  void itsPlainPortIsInTheUrl() throws Exception {
    properties.setProperty("dynamodb.url", DynamoUrl.parse(SERVERS.url("DYNAMODB_URL")).plain());
    properties.remove("tls.caFile");
    try (Session session = open();
        Records records = session.records()) {
      assertThat(session.settings().enabled()).isFalse();
      assertThat(read(records, "user1")).isEqualTo("nothing");
    }
  }
}
