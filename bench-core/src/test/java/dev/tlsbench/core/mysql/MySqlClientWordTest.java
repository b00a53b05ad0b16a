package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options of the mysql client that are not TLS's: translated, or a warning. */
class MySqlClientWordTest {
  @ParameterizedTest
  @CsvSource({
    "connect-timeout=3, connectTimeout=3000",
    "connect_timeout=0, connectTimeout=0",
    "CONNECT-TIMEOUT=2147483, connectTimeout=2147483000",
    "default-character-set=utf8mb4, characterEncoding=UTF-8",
    "default-character-set=UTF8, characterEncoding=UTF-8",
    "default_character_set=utf8mb3, characterEncoding=UTF-8",
    "default-character-set=latin1, characterEncoding=windows-1252",
    "default-character-set=latin2, characterEncoding=ISO-8859-2",
    "default-character-set=ascii, characterEncoding=US-ASCII",
    "default-character-set=gbk, characterEncoding=GBK",
    "compress, useCompression=true",
    "compress=1, useCompression=true",
    "Compress=on, useCompression=true",
    "compress=FALSE, useCompression=false",
    "compress=0, useCompression=false",
    "local-infile, allowLoadLocalInfile=true",
    "local_infile=0, allowLoadLocalInfile=false",
    "get-server-public-key, allowPublicKeyRetrieval=true"
  })
  void translates(String given, String translated) {
    MySqlUrl url = url(given + "&useServerPrepStmts=true");
    assertThat(url.driverUrl())
        .isEqualTo("jdbc:mysql://h:3306/d?" + translated + "&useServerPrepStmts=true");
    assertThat(url.warnings()).isEmpty();
    String[] option = translated.split("=", -1);
    assertThat(DriverView.of(url).value(option[0])).contains(option[1]);
  }

  @Test
  void limitsTheHandshakeByTheTimeOutOfTheClient() {
    MySqlUrl url = url("ssl-mode=REQUIRED&connect-timeout=3");
    assertThat(url.loginTimeout().toMillis()).isEqualTo(3000);
    assertThat(url.settings(Map.of()).handshakeTimeout().toMillis()).isEqualTo(3000);
    assertThat(url.driverProperties()).doesNotContainKey("connectTimeout");
    assertThat(url.withDefault("connectTimeout", "5").driverProperties())
        .doesNotContainKey("connectTimeout");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect-timeout=3&connectTimeout=3000",
        "compress&useCompression=yes",
        "default-character-set=utf8&characterEncoding=utf-8",
        "compress=1&compress=on"
      })
  void takesTheSameTwice(String query) {
    assertThat(url(query).warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect-timeout=3&connectTimeout=3",
        "connectTimeout=3&connect_timeout=3",
        "connect-timeout=3&connect_timeout=4",
        "connectTimeout=3&CONNECTTIMEOUT=4",
        "compress=0&useCompression=true",
        "default-character-set=latin1&characterEncoding=UTF-8"
      })
  void refusesTwoNamesWithDifferentValues(String query) {
    assertThatThrownBy(() -> url(query))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("both say the same thing, with different values");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "connect-timeout=soon",
        "connect-timeout=3.5",
        "connect-timeout=-1",
        "connect-timeout=2147484",
        "connect-timeout=",
        "connect-timeout",
        "compress=maybe",
        "compress=",
        "default-character-set=utf9",
        "default-character-set=auto",
        "default-character-set=binary",
        "default-character-set=utf16",
        "default-character-set=dec8",
        "default-character-set"
      })
  void refusesValuesThatMeanNothing(String query) {
    assertThatThrownBy(() -> url(query))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(query.split("=", -1)[0] + ": '")
        .hasMessageContaining(";");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "max-allowed-packet",
        "init-command",
        "default-auth",
        "use-server-prep-stmts",
        "conectTimeout",
        "address",
        "priority",
        "zstd-compression-level",
        "noSuchOption"
      })
  void warnsOfWhatHasNoEffect(String name) {
    assertThat(url(name + "=Quetzal77").warnings())
        .singleElement()
        .asString()
        .startsWith(name + ": ignored")
        .contains(";")
        .doesNotContain("Quetzal77", "\n");
    assertThat(
            MySqlUrl.parse("jdbc:mysql://(host=h," + name + "=Quetzal77)/d?sslMode=DISABLED")
                .warnings())
        .singleElement()
        .asString()
        .contains("an option of a single host is ignored")
        .doesNotContain("Quetzal77", "\n");
  }

  private static MySqlUrl url(String query) {
    return MySqlUrl.parse("mysql://h:3306/d?" + query);
  }
}
