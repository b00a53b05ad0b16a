package dev.tlsbench.client.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.client.properties.YcsbOptions;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;

/** Damaged options of YCSB's core. */
@Tag("any-jdk")
class WorkloadsFuzzTest {
  private static final int OPERATIONS = 5;

  /** Files have tests of their own; these names would be those of files here. */
  private static final Set<String> FILES =
      Set.of("exportfile", "hdrhistogram.output.path", "measurement.raw.output_file", "workload");

  private static final List<String> NAMES =
      YcsbOptions.names().stream().filter(name -> !FILES.contains(name)).toList();

  private static final Mutations VALUES =
      Mutations.ofTexts(
          List.of("0", "1", "20", "0.5", "50,95,99.9", "true", "uniform", "zipfian", "hotspot"),
          List.of(
              "-",
              "+",
              ".",
              ",",
              "e",
              "E",
              " ",
              "0",
              "9",
              "NaN",
              "Infinity",
              "latest",
              "histogram",
              "exponential",
              "sequential",
              "constant",
              "hashed",
              "ordered",
              "raw",
              "op",
              "\0",
              "é"));

  /** A database that has every record. */
  private static final class Agreeing extends DB {
    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> to) {
      return Status.OK;
    }

    @Override
    @SuppressWarnings({"NonApiType", "JdkObsolete"}) // YCSB's signature.
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> to) {
      to.add(new HashMap<>());
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      return Status.OK;
    }
  }

  @Test
  void opensAWorkloadThatWorksOrNamesThePropertyThatIsWrong() throws Exception {
    Fuzz.of("options of YCSB's core", WorkloadsFuzzTest::options).check(this::works);
  }

  private static Map<String, String> options(Random random) {
    Map<String, String> options = new HashMap<>();
    for (int left = random.nextInt(4); left >= 0; left--) {
      options.put(NAMES.get(random.nextInt(NAMES.size())), VALUES.nextText(random));
    }
    return options;
  }

  private boolean works(Map<String, String> options) throws Exception {
    if (options.values().stream().anyMatch(value -> value.strip().matches("[+]?[0-9]{5,}"))) {
      // Right, but YCSB computes for minutes or needs much memory.
      return false;
    }
    Properties properties = new Properties();
    properties.setProperty("workload", "site.ycsb.workloads.CoreWorkload");
    properties.setProperty("recordcount", "100");
    properties.setProperty("operationcount", "100");
    properties.putAll(options);
    LocalClient.forgetMeasurements();
    Measurements.setProperties(properties);
    Workload workload;
    try {
      workload = Workloads.open(properties);
    } catch (InvalidSettingException e) {
      String message = String.valueOf(e.getMessage());
      assertThat(message).hasLineCount(1).doesNotStartWith("workload");
      assertThat(message.split("[:,]", 2)[0]).isIn(YcsbOptions.names());
      return false;
    } finally {
      LocalClient.forgetMeasurements();
    }
    DB database = new Agreeing();
    Object state = workload.initThread(properties, 0, 1);
    for (int i = 0; i < OPERATIONS; i++) {
      assertThat(workload.doInsert(database, state)).isTrue();
      assertThat(workload.doTransaction(database, state)).isTrue();
    }
    return true;
  }
}
