package dev.tlsbench.client.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

/** Division of a workload; refusals are in the tests of the command. */
class SharesTest {
  private static Properties properties(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return properties;
  }

  private static List<Properties> shares(boolean transactions, Properties of, int parts) {
    Measurements.setProperties(of);
    return Shares.of(transactions, new CoreWorkload(), of, parts);
  }

  private static int number(Properties properties, String name) {
    return Integer.parseInt(properties.getProperty(name));
  }

  @ParameterizedTest
  @CsvSource({"1000, 0, 1", "1000, 0, 3", "1001, 0, 8", "50, 17, 4", "8, 0, 8"})
  void loadsEachRecordOnce(int records, int start, int parts) {
    Properties whole =
        properties("recordcount", Integer.toString(records), "insertstart", "" + start);
    TreeSet<Integer> loaded = new TreeSet<>();
    int sum = 0;
    for (Properties share : shares(false, whole, parts)) {
      int first = number(share, "insertstart");
      int count = number(share, "insertcount");
      IntStream.range(first, first + count).forEach(loaded::add);
      sum += count;
    }

    assertThat(sum).isEqualTo(records - start);
    assertThat(loaded).hasSize(records - start);
    assertThat(loaded.first()).isEqualTo(start);
    assertThat(loaded.last()).isEqualTo(records - 1);
  }

  @Test
  void dividesOperationsAndTargetAndNotThreads() {
    Properties whole =
        properties(
            "recordcount", "100", "operationcount", "1001", "target", "90", "threadcount", "16");

    List<Properties> shares = shares(true, whole, 4);

    assertThat(shares)
        .extracting(share -> number(share, "operationcount"))
        .containsExactly(251, 250, 250, 250);
    assertThat(shares).extracting(share -> number(share, "target")).containsExactly(23, 23, 22, 22);
    assertThat(shares).extracting(share -> number(share, "threadcount")).containsOnly(16);
  }

  /** CoreWorkload inserts from recordcount on, and chooses keys below insertstart + insertcount. */
  @Test
  void insertsOfARunHaveKeysOfTheirOwn() {
    Properties whole =
        properties(
            "recordcount",
            "1000",
            "operationcount",
            "300",
            "insertproportion",
            "0.05",
            "requestdistribution",
            "uniform");

    List<Properties> shares = shares(true, whole, 3);

    assertThat(shares).extracting(share -> number(share, "insertcount")).containsOnly(1000);
    assertThat(shares).extracting(share -> number(share, "recordcount")).doesNotHaveDuplicates();
    assertThat(number(shares.get(1), "recordcount") - number(shares.get(0), "recordcount"))
        .isGreaterThan(500_000_000);
  }
}
