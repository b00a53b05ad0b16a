package dev.tlsbench.core.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.url.HostAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CassandraUrlTest {
  @Test
  void readsHostsUserKeyspaceAndOptions() {
    CassandraUrl url =
        CassandraUrl.parse(
            " Cassandra://us%3Aer:p+%40%2F@db.example.org:9142,[::1],other:3/shop"
                + "?localDatacenter=dc%201&CONNECTTIMEOUTMS=300&requestTimeoutMS=4000"
                + "&protocolVersion=4 ");

    assertThat(url.hosts())
        .containsExactly(
            new HostAddress("db.example.org", 9142),
            new HostAddress("::1", 9042),
            new HostAddress("other", 3));
    assertThat(url.database()).contains("shop");
    assertThat(url.user()).contains("us:er");
    assertThat(url.password()).contains("p+@/");
    assertThat(url.localDatacenter()).contains("dc 1");
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofMillis(300));
    assertThat(url.requestTimeout()).contains(Duration.ofSeconds(4));
    assertThat(url.protocolVersion()).contains("4");
    assertThat(url.warnings()).isEmpty();
    assertThat(url.settings(Map.of()).enabled()).isFalse();
    assertThat(url.tls().enabled(true).build().handshakeTimeout())
        .isEqualTo(Duration.ofMillis(300));
  }

  @Test
  void hasDefaultsAndIsFoundByItsScheme() {
    CassandraUrl url = (CassandraUrl) Database.ofUrl("cassandra://h").parse("cassandra://h");

    assertThat(url.hosts()).containsExactly(new HostAddress("h", 9042));
    assertThat(url.database()).isEmpty();
    assertThat(url.user()).isEmpty();
    assertThat(url.connectTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(url.kind().id()).isEqualTo("cassandra");
    assertThat(CassandraUrl.parse("cassandra://h/%22Shop%22").database()).contains("\"Shop\"");
    assertThat(CassandraUrl.parse("cassandra://bücher.example").hosts().get(0).host())
        .isEqualTo("xn--bcher-kva.example");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql://h | write cassandra://",
        "cassandra:h | write cassandra://",
        "cassandra://:p@h/ | percent-encoded, or no user name",
        "cassandra://h/ks#part | names a keyspace with other characters",
        "cassandra://h/a-b | names a keyspace with other characters",
        "cassandra://h/a/b | names a keyspace with other characters",
        "cassandra://h/?localDataCentre=a | of a Cassandra URL; did you mean localDatacenter?",
        "cassandra://h/?protocolVersion=2 | protocolVersion: '2' is none of 3, 4, 5"
      })
  void refusesUrlsThatCannotBeRead(String url, String message) {
    assertThatThrownBy(() -> CassandraUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void changesPartsOfTheUrl() {
    CassandraUrl url =
        CassandraUrl.parse("cassandra://u:p%40@h/ks?tls=true&tlsCAFile=a&connectTimeoutMS=3");

    assertThat(url.plain()).isEqualTo("cassandra://u:p%40@h/ks?connectTimeoutMS=3");
    assertThat(url.through(new HostAddress("::1", 7)))
        .isEqualTo("cassandra://u:p%40@[::1]:7/ks?tls=true&tlsCAFile=a&connectTimeoutMS=3");
    assertThat(url.toString())
        .isEqualTo("cassandra://<hidden>@h/ks?tls=true&tlsCAFile=a&connectTimeoutMS=3");
    assertThatThrownBy(() -> CassandraUrl.parse("cassandra://a,b").through(new HostAddress("c", 1)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("has several servers; name one");
  }

  @Test
  void takesDefaultsWhereItLacksThem() {
    CassandraUrl bare = CassandraUrl.parse("cassandra://h");
    CassandraUrl full =
        bare.withUser("us:er", "p @")
            .withKeyspace("ks")
            .withDefault("connectTimeoutMS", "5")
            .withDefault("localDatacenter", "dc 1");

    assertThat(full.user()).contains("us:er");
    assertThat(full.password()).contains("p @");
    assertThat(full.database()).contains("ks");
    assertThat(full.connectTimeout()).isEqualTo(Duration.ofMillis(5));
    assertThat(full.localDatacenter()).contains("dc 1");
    assertThat(full.withUser("other", "other").user()).contains("us:er");
    assertThat(full.withUser("other", "other").password()).contains("p @");
    assertThat(full.withKeyspace("other").database()).contains("ks");
    assertThat(full.withDefault("CONNECTTIMEOUTMS", "6").connectTimeout())
        .isEqualTo(Duration.ofMillis(5));
  }
}
