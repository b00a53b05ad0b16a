package dev.tlsbench.ycsb.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OltpOptionsTest {
  @Test
  void hasTheDefaultsOfSysbench() {
    OltpOptions options = OltpOptions.of(new Properties());

    assertThat(options.tables().count()).isOne();
    assertThat(options.tables().size()).isEqualTo(10_000);
    assertThat(options.transactions().rangeSize()).isEqualTo(100);
    assertThat(options.transactions().counts())
        .isEqualTo(new OltpOptions.Counts(10, 1, 1, 1, 1, 1, 1, 1));
    assertThat(options.transactions().rangeSelects()).isTrue();
    assertThat(options.tables().autoInc()).isTrue();
    assertThat(options.transactions().skipTrx()).isFalse();
    assertThat(options.tables().secondary()).isFalse();
    assertThat(options.tables().createSecondary()).isTrue();
    assertThat(options.serverPrepared()).isTrue();
    assertThat(RandType.of(new Properties())).isSameAs(RandType.SPECIAL);
  }

  @ParameterizedTest
  @CsvSource({"table_size", "table-size"})
  void takesBothSpellingsOfAName(String name) {
    assertThat(OltpOptions.of(properties(name, "5")).tables().size()).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({"on,true", "off,false", "true,true", "false,false"})
  void takesSwitchesAsSysbenchDoes(String value, boolean isOn) {
    assertThat(OltpOptions.of(properties("skip-trx", value)).transactions().skipTrx())
        .isEqualTo(isOn);
  }

  @Test
  void refusesTwoSpellingsThatSayDifferentThings() {
    Properties properties = properties("table_size", "5");
    properties.setProperty("table-size", "6");

    assertThatThrownBy(() -> OltpOptions.of(properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("table_size: it is 5")
        .hasMessageContaining("table-size");
  }

  @ParameterizedTest
  @CsvSource({
    "tables, 0",
    "table_size, many",
    "range_size, -1",
    "point_selects, 1.5",
    "skip_trx, perhaps",
    "db-ps-mode, always",
  })
  void refusesWhatSysbenchWouldNotKnowWhatToDoWith(String name, String value) {
    assertThatThrownBy(() -> OltpOptions.of(properties(name, value)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"rand-type, normal", "rand-spec-res, 100", "rand-pareto-h, 0"})
  void refusesDistributionsThatThereAreNot(String name, String value) {
    Properties properties = properties(name, value);
    properties.putIfAbsent("rand-type", name.contains("pareto") ? "pareto" : "special");

    assertThatThrownBy(() -> RandType.of(properties).distribution(new SysbenchOptions(properties)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": '" + value + "'");
  }

  @Test
  void refusesAModelThatThereIsNot() {
    assertThatThrownBy(() -> new OltpWorkload().init(properties("oltp.model", "oltp_all")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("oltp.model: 'oltp_all'")
        .hasMessageContaining("oltp_read_write");
  }

  private static Properties properties(String name, String value) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    return properties;
  }
}
