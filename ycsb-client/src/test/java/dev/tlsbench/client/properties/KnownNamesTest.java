package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import dev.tlsbench.ycsb.workload.RepeatWorkload;
import dev.tlsbench.ycsb.workload.geo.TerrainLoadWorkload;
import dev.tlsbench.ycsb.workload.geo.TerrainReadWorkload;
import dev.tlsbench.ycsb.workload.oltp.OltpWorkload;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class KnownNamesTest {
  private static final Map<String, String> URLS =
      Map.of(
          "mongodb.url", "mongodb://h/db",
          "mysql.url", "mysql://h/db?ssl-mode=REQUIRED",
          "postgresql.url", "postgresql://h/db?sslmode=require",
          "cassandra.url", "cassandra://h/db?tls=true",
          "redis.url", "rediss://h/0",
          "dynamodb.url", "https://h/?region=eu-west-1");

  /** Properties that remember what they were asked for. */
  private static final class AskedProperties extends Properties {
    private final transient Set<String> asked = new HashSet<>();

    @Override
    public String getProperty(String name) {
      asked.add(name);
      return super.getProperty(name);
    }
  }

  @Test
  void containWhatTheWorkloadsRead() throws Exception {
    List<Supplier<Workload>> workloads =
        List.of(
            OltpWorkload::new,
            RepeatWorkload::new,
            DumpWorkload::new,
            TerrainReadWorkload::new,
            TerrainLoadWorkload::new);
    AskedProperties properties = new AskedProperties();
    Measurements.setProperties(new Properties());
    for (Supplier<Workload> workload : workloads) {
      workload.get().init(properties);
    }
    assertThat(properties.asked).contains("oltp.model", "geo.batch", "table-size");
    properties.asked.forEach(name -> KnownNames.check("", name));
  }

  @ParameterizedTest
  @MethodSource("dev.tlsbench.ycsb.session.Binding#all")
  void containWhatTheBindingsRead(Binding binding) {
    AskedProperties properties = new AskedProperties();
    properties.putAll(URLS);
    binding.warnings(properties);
    binding.tls(properties);
    assertThat(properties.asked).contains(binding.urlProperty());
    properties.asked.forEach(name -> KnownNames.check("", name));
  }

  @Test
  void containTheOptionsOfSysbenchsDriver() {
    AskedProperties properties = new AskedProperties();
    properties.putAll(URLS);
    Binding.of("mysql-tls").warnings(properties);
    assertThat(properties.asked).contains("mysql-storage-engine", "mysql_ignore_errors");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recordcount",
        "tables",
        "db-ps-mode",
        "basicdb.verbose",
        "mine",
        "tlsa",
        "statuses"
      })
  void leaveOtherNamesToTheWorkloads(String name) {
    KnownNames.check("", name);
  }

  @ParameterizedTest
  @CsvSource({
    "threads, threadcount",
    "num-threads, threadcount",
    "time, maxexecutiontime",
    "max_requests, operationcount",
    "report-interval, status.interval",
    "warehouses, tpcc.warehouses",
    "runMins, maxexecutiontime"
  })
  void nameWhatAnOptionOfAnotherToolIsHere(String name, String here) {
    Properties properties = RunProperties.of(Map.of(name, "8"));

    assertThatThrownBy(() -> YcsbOptions.check(CoreWorkload.class, properties))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(name + ": an option of another tool")
        .hasMessageContaining(here);
    assertThatThrownBy(() -> YcsbOptions.check(OltpWorkload.class, properties))
        .isInstanceOf(InvalidSettingException.class);
    assertThat(KnownNames.isOfTheseProjects(String.class)).as("a user's own").isFalse();
  }

  @Test
  void tellWhatNothingReads() {
    Set<String> names = Set.of("recordcount", "table-size");
    KnownNames.requireRead(OltpWorkload.class, names);
    assertThatThrownBy(() -> KnownNames.requireRead(CoreWorkload.class, names))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("table-size: there is no such property");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"-p mysql.urll=s3cret", "-p TLS.protocols=TLSv1.2", "-p plain.urll=s3cret"})
  void refuseAMisspeltNameWhereverItStands(String typed) {
    String assignment = typed.substring(3);
    String name = assignment.substring(0, assignment.indexOf('='));
    String problem = name + ": there is no such property; did you mean ";

    assertThatThrownBy(() -> GivenProperties.of(Map.of(), List.of(), List.of(assignment)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("-p " + problem)
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void refuseAMisspeltNameInTheEnvironment() {
    assertThatThrownBy(
            () -> GivenProperties.of(Map.of("TLSBENCH_P_TLS_CAFIEL", "a"), List.of(), List.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "TLSBENCH_P_TLS_CAFIEL: tls.cafiel: there is no such property; did you mean"
                + " tls.caFile?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql.url =s3cret", " mysql.url=s3cret", "\uFEFFmysql.url=s3cret"})
  void refuseANameWithOtherCharacters(String assignment) {
    assertThatThrownBy(() -> GivenProperties.of(Map.of(), List.of(), List.of(assignment)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("-p the text before the value is not a name")
        .hasMessageNotContaining("s3cret");
  }
}
