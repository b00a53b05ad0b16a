package dev.tlsbench.ycsb.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.ycsb.session.Binding;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The properties of the stock {@code cassandra-cql} binding, and a URL. */
class CassandraBindingTest {
  private static Properties properties(String... given) {
    Properties properties = new Properties();
    for (int i = 0; i < given.length; i += 2) {
      properties.setProperty(given[i], given[i + 1]);
    }
    return properties;
  }

  private static CassandraUrl url(String... given) {
    return new CassandraBinding().url(properties(given));
  }

  @Test
  void readsTheServersOfAStockWorkloadFile() {
    Properties properties =
        properties(
            "hosts", "a, b ,::1",
            "port", "9142",
            "cassandra.keyspace", "shop",
            "cassandra.username", "us:er",
            "cassandra.password", "p@ss",
            "cassandra.useSSL", "true",
            "cassandra.connecttimeoutmillis", "700",
            "cassandra.readtimeoutmillis", "900");
    CassandraUrl url = new CassandraBinding().url(properties);

    assertThat(HostAddress.list(url.hosts())).isEqualTo("a:9142,b:9142,[::1]:9142");
    assertThat(url.database()).contains("shop");
    assertThat(url)
        .hasToString(
            "cassandra://<hidden>@a:9142,b:9142,[::1]:9142/shop?tls=true&connectTimeoutMS=700"
                + "&requestTimeoutMS=900");
    assertThat(url.settings(Map.of()).enabled()).isTrue();
    assertThat(properties).containsKey("hosts");
  }

  @Test
  void hasTheDefaultsOfTheStockBinding() {
    assertThat(url("hosts", "db")).hasToString("cassandra://db:9042/ycsb?requestTimeoutMS=12000");

    CassandraOptions options = CassandraOptions.of(new Properties());
    assertThat(options.reads().name()).isEqualTo("ONE");
    assertThat(options.writes().name()).isEqualTo("ONE");
    assertThat(options.connections()).isEqualTo(1);
    assertThat(options.tracing()).isFalse();
  }

  @Test
  void theUrlTakesPrecedenceOverPropertiesOfTheConnection() {
    CassandraUrl url =
        url(
            "cassandra.url", "cassandra://me:secret@db/own?requestTimeoutMS=5",
            "cassandra.keyspace", "shop",
            "cassandra.username", "other",
            "cassandra.readtimeoutmillis", "900");

    assertThat(url).hasToString("cassandra://<hidden>@db/own?requestTimeoutMS=5");
    assertThat(url.plain()).contains("me:secret@");
  }

  @Test
  void readsConsistencyConnectionsAndTracing() {
    CassandraOptions options =
        CassandraOptions.of(
            properties(
                "cassandra.readconsistencylevel", "one",
                "cassandra.writeconsistencylevel", "LOCAL_QUORUM",
                "cassandra.maxconnections", "3",
                "cassandra.coreconnections", "2",
                "cassandra.tracing", "true"));

    assertThat(options.reads().name()).isEqualTo("ONE");
    assertThat(options.writes().name()).isEqualTo("LOCAL_QUORUM");
    assertThat(options.connections()).isEqualTo(3);
    assertThat(options.tracing()).isTrue();
  }

  /** Before a run starts a server for itself. */
  @Test
  void preparingReplacesTheServersByAUrl() {
    Properties properties = properties("hosts", "a,b", "port", "7", "recordcount", "9");
    new CassandraBinding().prepare(properties);

    assertThat(properties)
        .isEqualTo(properties("cassandra.url", "cassandra://a:7,b:7/", "recordcount", "9"));
    Properties without = properties("cassandra.keyspace", "shop");
    new CassandraBinding().prepare(without);
    assertThat(without).isEqualTo(properties("cassandra.keyspace", "shop"));
  }

  @Test
  void refusesScansBeforeAnythingStarts() {
    for (String property : new String[] {"hosts", "recordcount"}) {
      Properties scans = properties("scanproportion", "0.95", property, "1");

      assertThatThrownBy(() -> new CassandraBinding().prepare(scans))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageStartingWith("scanproportion: 0.95, but Cassandra")
          .hasMessageNotContaining("\n");
    }
    new CassandraBinding().prepare(properties("scanproportion", "0"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recordcount=1 | cassandra.url: not given; name a server",
        "hosts=a,cassandra.url=cassandra://b | hosts: cassandra.url names servers, too",
        "hosts= | a host is empty",
        "hosts=a,port=x | port: 'x' is not a whole number from 1 to 65535",
        "hosts=a,port=0 | port: '0' is not a whole number",
        "cassandra.useSSL=true | cassandra.useSSL: goes with hosts",
        "hosts=a,cassandra.useSSL=yes | cassandra.useSSL: 'yes' is neither true nor false",
        "hosts=a,cassandra.keyspce=x | did you mean cassandra.keyspace?",
        "hosts=a,cassandra.keyspace=a-b | names a keyspace with other characters",
        "hosts=a,cassandra.password=x | cassandra.password: given without cassandra.username",
        "hosts=a,cassandra.readconsistencylevel=x | there is no consistency level 'x'; choose one of",
        "hosts=a,cassandra.writeconsistencylevel=x | cassandra.writeconsistencylevel: there is no",
        "hosts=a,cassandra.maxconnections=0 | cassandra.maxconnections: '0' is not",
        "hosts=a,cassandra.coreconnections=x | cassandra.coreconnections: 'x' is not",
        "hosts=a,cassandra.connecttimeoutmillis=0 | cassandra.connecttimeoutmillis: '0' is not",
        "hosts=a,cassandra.readtimeoutmillis=x | cassandra.readtimeoutmillis: 'x' is not",
        "hosts=a,cassandra.tracing=1 | cassandra.tracing: '1' is neither"
      })
  void refusesWrongValues(String given, String message) {
    String[] pairs = given.split("[=,]", -1);
    assertThatThrownBy(() -> url(pairs))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void isFoundByItsNameAndItsUrls() {
    assertThat(Binding.of("cassandra-tls")).isInstanceOf(CassandraBinding.class);
    assertThat(Binding.ofUrl("cassandra://h")).isInstanceOf(CassandraBinding.class);
    assertThat(new CassandraBinding().createTableProperty()).contains("cassandra.createtable");
    assertThat(new CassandraBinding().directTls()).isEmpty();
  }
}
