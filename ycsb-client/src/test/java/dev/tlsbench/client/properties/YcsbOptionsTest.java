package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/** The options of YCSB's core, listed by its own constants, so that none is left out. */
class YcsbOptionsTest {
  /** Any text, or verified elsewhere: the names of classes, and a file that may not count. */
  private static final Set<String> TEXTS =
      Set.of(
          "db",
          "exporter",
          "fieldlengthhistogram",
          "fieldnameprefix",
          "label",
          "latencytrackederrors",
          "workload");

  /** Whole numbers whose default no constant has. */
  private static final Set<String> WHOLE =
      Set.of(
          "insertcount",
          "maxexecutiontime",
          "operationcount",
          "recordcount",
          "target",
          "threadcount",
          "updaterecordcount");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void haveARuleForEachPropertyOfYcsb() throws Exception {
    assertThat(YcsbConstants.defaults()).hasSizeGreaterThan(50);
    assertThat(YcsbOptions.names()).containsExactlyElementsOf(YcsbConstants.defaults().keySet());
  }

  static Stream<Arguments> wrongValues() throws Exception {
    return YcsbConstants.defaults().entrySet().stream()
        .filter(option -> !TEXTS.contains(option.getKey()))
        .flatMap(
            option ->
                wrong(option.getKey(), option.getValue()).stream()
                    .map(value -> Arguments.of(option.getKey(), value)));
  }

  private static List<String> wrong(String name, String otherwise) {
    if (name.equals("table")) {
      return List.of("", " \t");
    }
    if (WHOLE.contains(name) || otherwise.matches("[0-9]+")) {
      return name.equals("exponential.percentile")
          ? List.of("abc", "-1", "0", "100", "NaN", "")
          : List.of("abc", "-1", "1.5", "1e3", "99999999999999999999", "0x10", "NaN", "", " ");
    }
    if (otherwise.matches("[0-9]+[.][0-9]+")) {
      return List.of("abc", "-0.1", "1e9", "Infinity", "NaN", "0,5", "", " ");
    }
    // A NUL is wrong in a path, too.
    return List.of("no\0value");
  }

  @ParameterizedTest
  @MethodSource("wrongValues")
  void refuseAWrongValueByNameAndValue(String name, String value) {
    assertThatThrownBy(() -> YcsbOptions.check(CoreWorkload.class, with(name, value)))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .startsWith(name + ": ")
        .contains("'" + value.strip().replace("\0", "\\u0000"))
        .hasLineCount(1);
  }

  @Test
  void takeTheDefaultsOfYcsb() throws Exception {
    Properties properties = new Properties();
    YcsbConstants.defaults()
        .forEach(
            (name, value) -> {
              if (!value.isEmpty()) {
                properties.setProperty(name, value);
              }
            });
    YcsbOptions.check(CoreWorkload.class, properties);
  }

  @ParameterizedTest
  @CsvSource({
    "threadcount, ' 2\t', 2",
    "readproportion, ' 0.5 ', 0.5",
    "insertorder, ordered , ordered",
    "readallfields, TRUE, true",
    "table, ' t ', t",
    "label, ' l ', ' l '",
  })
  void removeBlanksThatYcsbDoesNotExpect(String name, String value, String read) {
    Properties properties = with(name, value);
    YcsbOptions.check(CoreWorkload.class, properties);
    assertThat(properties).containsEntry(name, read);
  }

  @ParameterizedTest
  @CsvSource({
    "exportfile, ",
    "measurement.raw.output_file, ",
    "hdrhistogram.output.path, /",
    "exportfile, /none/out",
    "measurement.raw.output_file, /none/out",
    "hdrhistogram.output.path, /none/run-",
  })
  void refuseAPlaceThatCannotBeWritten(String name, String end) {
    Path folder = end == null ? directory : directory.resolve("file");
    String value = folder + (end == null ? "" : end);
    assertThatCode(() -> Files.createFile(directory.resolve("file"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> YcsbOptions.check(CoreWorkload.class, with(name, value)))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .startsWith(name + ": '" + value + "' cannot be written (");
  }

  @Test
  void leaveNoFileBehind() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("exportfile", directory.resolve("out").toString());
    properties.setProperty("hdrhistogram.output.path", directory + "/run-");
    YcsbOptions.check(CoreWorkload.class, properties);
    assertThat(directory).isEmptyDirectory();
  }

  /** A workload of the user's own may mean something else by the options of YCSB's workloads. */
  @Test
  void countForTheirWorkloadsOnly() {
    Properties properties = RunProperties.of(Map.of("table", "", "fieldcount", "many"));
    assertThatCode(() -> YcsbOptions.check(Workload.class, properties)).doesNotThrowAnyException();
    assertThatThrownBy(() -> YcsbOptions.check(Workload.class, with("threadcount", "many")))
        .isInstanceOf(InvalidSettingException.class);
  }

  private static Properties with(String name, String value) {
    return RunProperties.of(Map.of(name, value));
  }
}
