package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.StringReader;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSettingsTest {
  @Test
  void sharesTheOperationsOutAmongTheThreads() throws IOException {
    RunSettings settings = RunSettings.of(true, properties("operationcount=10,threadcount=4"));

    assertThat(IntStream.range(0, 4).map(settings::operationsOf)).containsExactly(3, 3, 2, 2);
  }

  @Test
  void usesNoMoreThreadsThanThereAreOperations() throws IOException {
    assertThat(RunSettings.of(true, properties("operationcount=2,threadcount=4")).threads())
        .isEqualTo(2);
  }

  @Test
  void runsWithoutEndIfThereIsATimeOnly() throws IOException {
    RunSettings settings = RunSettings.of(true, properties("maxexecutiontime=5,threadcount=4"));

    assertThat(settings.threads()).isEqualTo(4);
    assertThat(settings.operations()).isZero();
  }

  @Test
  void loadsAllRecordsOrThoseOfThisPart() throws IOException {
    assertThat(RunSettings.of(false, properties("recordcount=10")).operations()).isEqualTo(10);
    assertThat(RunSettings.of(false, properties("recordcount=10,insertcount=4")).operations())
        .isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "true | recordcount=5 | operationcount: there is nothing to run",
        "false | operationcount=5 | recordcount: there is nothing to load",
        "true | operationcount=many | operationcount: 'many'",
        "true | operationcount=-1 | operationcount: '-1'",
        "true | operationcount=1,threadcount=0 | threadcount",
        "true | operationcount=9,threadcount=3,target=1 | target: 1",
      })
  void refusesWhatCannotRun(boolean transactions, String properties, String reason)
      throws IOException {
    Properties given = properties(properties);
    assertThatThrownBy(() -> RunSettings.of(transactions, given))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=b | workload: not given",
        "workload=Missing | workload: there is no workload class 'Missing'",
        "workload=java.lang.String | workload: there is no workload class",
        "workload=site.ycsb.workloads.CoreWorkload,recordcount=5,insertstart=3,insertcount=3 |"
            + " recordcount: 5",
        "workload=site.ycsb.workloads.CoreWorkload,dataintegrity=true,"
            + "fieldlengthdistribution=uniform | dataintegrity",
        "workload=site.ycsb.workloads.CoreWorkload,requestdistribution=odd | workload",
        "workload=site.ycsb.workloads.CoreWorkload,fieldlength=odd | workload",
      })
  void refusesAWorkloadThatWouldEndTheJvmOrFail(String properties, String reason)
      throws IOException {
    Properties given = properties(properties);
    site.ycsb.measurements.Measurements.setProperties(given);
    assertThatThrownBy(() -> Workloads.open(given))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(reason);
  }

  private static Properties properties(String text) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(text.replace(',', '\n')));
    return properties;
  }
}
