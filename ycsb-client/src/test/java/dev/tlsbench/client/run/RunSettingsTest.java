package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.database.Workloads;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
        "true | operationcount=1,status=true,status.interval=0 | status.interval: '0'",
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
        "workload=site.ycsb.workloads.CoreWorkload,requestdistribution=odd |"
            + " requestdistribution: there is no 'odd'; choose one of uniform",
        "workload=site.ycsb.workloads.CoreWorkload,fieldlength=odd |"
            + " fieldlength: 'odd' is not a whole number",
      })
  void refusesAWorkloadThatWouldEndTheJvmOrFail(String properties, String reason)
      throws IOException {
    Properties given = properties(properties);
    site.ycsb.measurements.Measurements.setProperties(given);
    assertThatThrownBy(() -> Workloads.open(given))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(reason);
  }

  /** Values that are right each for itself, with which YCSB fails later or chooses others. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readproportion=0,updateproportion=0 | readproportion, updateproportion, insertproportion,"
            + " scanproportion, readmodifywriteproportion: all are 0",
        "minscanlength=5,maxscanlength=4 | minscanlength: '5' is more than maxscanlength, 4",
        "minscanlength=1001 | minscanlength: '1001' is more than maxscanlength, 1000",
        "fieldlengthdistribution=uniform,fieldlength=4,minfieldlength=5 | minfieldlength: '5'",
        "requestdistribution=hotspot,recordcount=4 | hotspotdatafraction: '0.2' of 4 records",
        "requestdistribution=hotspot,hotspotdatafraction=1,recordcount=9 | hotspotdatafraction: '1.0'",
        "insertcount=0 | insertcount: '0'",
        "recordcount=5,insertstart=5 | recordcount: 5 is less than",
        "insertstart=2000000000,insertcount=2000000000 | recordcount: 2147483647 is less than",
      })
  void refusesValuesThatContradictEachOther(String properties, String reason) throws IOException {
    Properties given = properties("workload=site.ycsb.workloads.CoreWorkload," + properties);
    assertThatThrownBy(() -> Workloads.open(given))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .startsWith(reason)
        .hasLineCount(1);
  }

  @Test
  void leavesHistogramsOfFieldLengthsToYcsb(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("histogram"), "BlockSize\t10\n0\t1\n1\t3\n");
    assertThat(Workloads.open(withHistogram(file))).isNotNull();

    Properties none = withHistogram(directory.resolve("none"));
    assertThatThrownBy(() -> Workloads.open(none))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .contains("histogram")
        .hasLineCount(1);
  }

  private static Properties withHistogram(Path file) throws IOException {
    Properties given =
        properties("workload=site.ycsb.workloads.CoreWorkload,fieldlengthdistribution=histogram");
    given.setProperty("fieldlengthhistogram", file.toString());
    site.ycsb.measurements.Measurements.setProperties(given);
    return given;
  }

  @Test
  void remarksThatSharesOfOperationsAreNoFractions() throws IOException {
    assertThat(note("readproportion=1"))
        .contains(
            "readproportion 1.0 + updateproportion 0.05 = 1.05: these do not add up to 1, so each"
                + " counts as its part of the sum");
    assertThat(note("readproportion=0.33,updateproportion=0.33,scanproportion=0.33")).isEmpty();
    assertThat(note("a=b")).isEmpty();
  }

  /** YCSB draws keys until one exists, from a range that the inserts of all operations widen. */
  @Test
  void remarksThatMostKeysOfARunByTimeDoNotExist() throws IOException {
    String scans =
        "readproportion=0,updateproportion=0,scanproportion=0.95,insertproportion=0.05,"
            + "recordcount=1000,requestdistribution=zipfian,";
    assertThat(note(scans + "operationcount=2000000000"))
        .hasValueSatisfying(
            note ->
                assertThat(note)
                    .contains("keys from 200,001,000, of which 1,000 exist", "operationcount=0"));
    assertThat(note(scans + "operationcount=100000")).isEmpty();
    assertThat(note(scans + "operationcount=0")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          site.ycsb.workloads.CoreWorkload,updateproportion=0                             | true
          site.ycsb.workloads.CoreWorkload                                                | false
          site.ycsb.workloads.CoreWorkload,updateproportion=0,insertproportion=0.05       | false
          dev.tlsbench.ycsb.workload.DumpWorkload                                         | true
          dev.tlsbench.ycsb.workload.RepeatWorkload                                       | true
          dev.tlsbench.ycsb.workload.geo.TerrainReadWorkload                              | true
          dev.tlsbench.ycsb.workload.oltp.OltpWorkload,oltp.model=oltp_point_select       | true
          dev.tlsbench.ycsb.workload.oltp.OltpWorkload,oltp.model=oltp_update_index       | true
          dev.tlsbench.ycsb.workload.oltp.OltpWorkload                                    | false
          dev.tlsbench.ycsb.workload.oltp.OltpWorkload,oltp.model=oltp_write_only         | false
          dev.tlsbench.ycsb.workload.tpcc.TpccWorkload                                    | false
          dev.tlsbench.client.faults.JournalledWorkload                                   | false
          """)
  void knowsWhichWorkloadsHaveOperationsOfOneKind(String workload, boolean uniform)
      throws IOException {
    Properties given = properties("workload=" + workload);

    assertThat(Workloads.isUniform(given)).isEqualTo(uniform);
    assertThat(given).isEqualTo(properties("workload=" + workload));
  }

  private static Optional<String> note(String properties) throws IOException {
    Properties given = properties("workload=site.ycsb.workloads.CoreWorkload," + properties);
    site.ycsb.measurements.Measurements.setProperties(given);
    return Workloads.note(Workloads.open(given), given);
  }

  private static Properties properties(String text) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(text.replace(',', '\n')));
    return properties;
  }
}
