package dev.tlsbench.ycsb.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.ycsb.SharedServers;
import dev.tlsbench.ycsb.session.RunProperties;
import java.sql.Connection;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties that override the URL, so that variants can differ in them. */
class PostgresBindingTest {
  private static Properties properties(String... more) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("postgresql.url", SharedServers.postgres().url());
    for (int i = 0; i < more.length; i += 2) {
      properties.setProperty(more[i], more[i + 1]);
    }
    return properties;
  }

  /** Connects, and returns how the log-in was made. */
  private static String logIn(String... more) throws Exception {
    Properties properties = properties(more);
    PostgresUrl url = new PostgresBinding().url(properties);
    Map<String, String> strings = RunProperties.strings(properties);
    try (PostgresConnections connections =
            url.open(url.settings(strings), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect()) {
      assertThat(connection.isValid(1)).isTrue();
      return connections.ledger().logins().keySet().toString();
    }
  }

  @Test
  void bindsTheLogInToTheCertificateOrNotAsAVariantAsks() throws Exception {
    assertThat(logIn()).contains("SCRAM-SHA-256-PLUS");
    assertThat(logIn("postgresql.channel_binding", "require")).contains("SCRAM-SHA-256-PLUS");
    assertThat(logIn("postgresql.channel_binding", "disable"))
        .contains("SCRAM-SHA-256")
        .doesNotContain("PLUS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"channel_binding=require", "channelBinding=require", "ApplicationName=x#fragment"})
  void aVariantOverridesTheUrl(String option) {
    Properties properties = new Properties();
    properties.setProperty(
        "postgresql.url", "postgresql://joe@db/ycsb?user=joe&sslmode=require&" + option);
    properties.setProperty("postgresql.channel_binding", "disable");
    properties.setProperty("postgresql.user", "no body+%");

    String url = new PostgresBinding().url(properties).toString();

    assertThat(url).contains("channel_binding=disable").doesNotContain("=joe", "inding=require");
  }

  @ParameterizedTest
  @CsvSource({"direct, direct TLS", "postgres, TLS by request"})
  void beginsAsAVariantAsks(String how, String login) throws Exception {
    assertThat(logIn("postgresql.sslnegotiation", how)).contains(login);
    assertThatThrownBy(() -> logIn("postgresql.sslnegotiation", "x"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("sslnegotiation: 'x' is none of postgres, direct");
  }

  @Test
  void refusesAChannelBindingOfAnotherName() throws Exception {
    Properties wrong = properties("postgresql.channel_binding", "yes&sslmode=disable");

    assertThatThrownBy(() -> new PostgresBinding().url(wrong))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("channel_binding");
  }

  @Test
  void aPlainVariantHasNoChannelBinding() throws Exception {
    Properties plain = properties("postgresql.channel_binding", "require", "tls.enabled", "false");
    plain.setProperty("postgresql.url", "postgresql://db/ycsb?sslmode=disable");

    assertThat(new PostgresBinding().url(plain).plain()).doesNotContain("channel_binding");
  }

  @Test
  void theUserOfAVariantReplacesThatOfTheUrl() throws Exception {
    assertThatThrownBy(() -> logIn("postgresql.user", "no body+%"))
        .hasMessageContaining("no body+%");
  }
}
