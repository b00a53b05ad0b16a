package dev.tlsbench.ycsb.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.ConnectionListener;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlDialectTest {
  @Test
  void hasTheDefaultsOfSysbench() {
    MySqlDialect dialect = MySqlDialect.of(new Properties());

    assertThat(dialect.engine()).isEqualTo("innodb");
    assertThat(dialect.repeatable()).accepts(error(1213), error(1020), error(1205));
    assertThat(dialect.repeatable()).rejects(error(1062));
    assertThat(dialect.storage()).isEqualTo(new TableEncryption(null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql-ignore-errors", "mysql_ignore_errors"})
  void ignoresAllErrorsIfTheOptionSaysSo(String name) {
    assertThat(MySqlDialect.of(properties(name, "all")).repeatable()).accepts(error(1062));
    assertThat(MySqlDialect.of(properties(name, "1062, ")).repeatable()).rejects(error(1213));
  }

  @ParameterizedTest
  @CsvSource({
    "mysql_storage_engine, innodb; DROP TABLE x",
    "mysql-ignore-errors, deadlock",
    "mysql.table.encryption, perhaps",
  })
  void refusesWhatItWouldNotKnowWhatToDoWith(String name, String value) {
    Properties properties = properties(name, value);
    properties.setProperty("mysql.url", "mysql://localhost/ycsb?ssl-mode=DISABLED");

    assertThatThrownBy(() -> new MySqlBinding().open(properties, ConnectionListener.NONE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": '" + value + "'");
    assertThatThrownBy(() -> new MySqlBinding().warnings(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": '" + value + "'");
  }

  private static SQLException error(int number) {
    return new SQLException("refused", "40001", number);
  }

  private static Properties properties(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    return properties;
  }
}
