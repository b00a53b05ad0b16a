package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.mongodb.MongoUrl;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MongoPropertiesTest {
  @ParameterizedTest
  @CsvSource({
    "mongodb://h, mongodb.writeConcern, journaled, mongodb://h/?journal=true",
    "mongodb://h/, mongodb.writeConcern, ACKNOWLEDGED, mongodb://h/?w=1",
    "mongodb://h/db?w=2, mongodb.writeConcern, majority, mongodb://h/db?w=2",
    "mongodb://h/db?tls=true, mongodb.writeConcern, majority, mongodb://h/db?tls=true&w=majority",
    "mongodb://h/db, mongodb.readPreference, secondary_preferred,"
        + " mongodb://h/db?readPreference=secondaryPreferred",
    "mongodb://h/db?readpreference=nearest, mongodb.readPreference, primary,"
        + " mongodb://h/db?readpreference=nearest",
    "mongodb://h/db, mongodb.maxconnections, 7, mongodb://h/db?maxPoolSize=7",
    "mongodb://h/db, mongodb.other, 7, mongodb://h/db",
  })
  void putsOlderPropertiesIntoTheUrl(String url, String name, String value, String expected) {
    assertThat(OlderOptions.addTo(MongoUrl.parse(url), properties(name, value)))
        .hasToString(MongoUrl.parse(expected).toString());
  }

  @Test
  void refusesAnOlderPropertyWithAnUnknownValue() {
    assertThatThrownBy(
            () ->
                OlderOptions.addTo(
                    MongoUrl.parse("mongodb://h"), properties("mongodb.writeConcern", "sure")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("mongodb.writeConcern", "'sure'", "majority");
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb://h/mine, other, mine",
    "mongodb://h/, other, other",
    "mongodb://h/admin, other, other",
    "mongodb://h, , ycsb",
  })
  void findsTheDatabaseAsTheStockBindingDoes(String url, String property, String expected) {
    Properties properties = properties("mongodb.url", url);
    if (property != null) {
      properties.setProperty("mongodb.database", property);
    }
    assertThat(MongoProperties.of(properties).database()).isEqualTo(expected);
  }

  @Test
  void readsBothNamesOfTheBatchSize() {
    Properties properties = properties("mongodb.url", "mongodb://h");
    assertThat(MongoProperties.of(properties).batchSize()).isEqualTo(1);
    properties.setProperty("batchsize", "10");
    assertThat(MongoProperties.of(properties).batchSize()).isEqualTo(10);
    properties.setProperty("mongodb.batchsize", "20");
    assertThat(MongoProperties.of(properties).batchSize()).isEqualTo(20);
    properties.setProperty("mongodb.batchsize", "0");
    assertThatThrownBy(() -> MongoProperties.of(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("mongodb.batchsize: '0'");
  }

  @Test
  void needsAUrl() {
    assertThatThrownBy(() -> MongoProperties.of(new Properties()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("mongodb.url: not given");
  }

  private static Properties properties(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    return properties;
  }
}
