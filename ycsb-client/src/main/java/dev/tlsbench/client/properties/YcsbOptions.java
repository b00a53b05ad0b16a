package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/**
 * The options of YCSB's core, with a rule for the value of each. YCSB itself replaces some invalid
 * values and fails at others in the middle of a run.
 */
public final class YcsbOptions {
  /**
   * The rules of options that YCSB reads for every workload. Classes are checked where they are
   * loaded. Buckets of histograms are milliseconds, and YCSB measures in an {@code int} of
   * microseconds. More threads than the maximum exceed the default limits of operating systems.
   */
  private static final String COMMON =
      """
      text: workload db exporter label latencytrackederrors
      bool: dotransactions status reportlatencyforeacherror hdrhistogram.fileoutput
      bool: measurement.trackjvm measurement.histogram.verbose measurement.raw.no_summary
      whole 0 2147483647: recordcount operationcount insertcount insertstart target
      whole 0 2147483647: maxexecutiontime
      whole 1 10000: threadcount
      whole 1 2147483647: status.interval timeseries.granularity
      whole 1 2147484: histogram.buckets
      percentiles: hdrhistogram.percentiles
      oneof histogram hdrhistogram hdrhistogram+histogram hdrhistogram+raw timeseries raw: \
      measurementtype
      oneof op intended both: measurement.interval
      written: exportfile
      blankorwritten: measurement.raw.output_file
      beginning: hdrhistogram.output.path
      """;

  /**
   * The rules of {@code CoreWorkload}. A MySQL server accepts fields up to 1 GiB. A key has 255
   * characters in a table of this client, four of them {@code user}. At 0 and at 100 percent the
   * mean of the exponential distribution is infinite or 0.
   */
  private static final String CORE =
      """
      name: table
      text: fieldnameprefix fieldlengthhistogram
      bool: readallfields writeallfields dataintegrity
      oneof constant uniform zipfian histogram: fieldlengthdistribution
      oneof uniform zipfian latest hotspot exponential sequential: requestdistribution
      oneof uniform zipfian: scanlengthdistribution
      oneof hashed ordered: insertorder
      whole 1 1000000: fieldcount
      whole 1 1073741824: fieldlength minfieldlength
      whole 0 251: zeropadding
      whole 1 2147483647: minscanlength maxscanlength
      whole 0 2147483647: core_workload_insertion_retry_limit
      whole 0 86400: core_workload_insertion_retry_interval
      decimal 0 1000000: readproportion updateproportion insertproportion scanproportion
      decimal 0 1000000: readmodifywriteproportion
      decimal 0 1: hotspotdatafraction hotspotopnfraction
      decimal 0.01 99.99: exponential.percentile
      decimal 0.000000001 1: exponential.frac
      """;

  /** A rule: returns the value in YCSB's form, or refuses it. */
  @FunctionalInterface
  private interface Rule {
    String apply(String name, String value);
  }

  private static final Map<String, Rule> OF_ALL = rules(COMMON);
  private static final Map<String, Rule> OF_CORE_WORKLOAD = rules(CORE);

  private YcsbOptions() {}

  /** Returns the names of all options. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>(OF_ALL.keySet());
    names.addAll(OF_CORE_WORKLOAD.keySet());
    return names;
  }

  /**
   * Verifies the options of a run.
   *
   * @param workload the workload, whose options are verified, too
   * @param properties the run's properties; blanks around a value that YCSB cannot parse are
   *     removed
   * @throws InvalidSettingException if a value is invalid
   */
  public static void check(Class<? extends Workload> workload, Properties properties) {
    if (KnownNames.isOfTheseProjects(workload)) {
      KnownNames.requireNoneOfOtherTools(properties.stringPropertyNames());
    }
    OF_ALL.forEach((name, rule) -> check(name, rule, properties));
    if (CoreWorkload.class.isAssignableFrom(workload)) {
      OF_CORE_WORKLOAD.forEach((name, rule) -> check(name, rule, properties));
    }
  }

  private static void check(String name, Rule rule, Properties properties) {
    String value = properties.getProperty(name);
    if (value != null) {
      String read = rule.apply(name, value);
      if (!read.equals(value)) {
        properties.setProperty(name, read);
      }
    }
  }

  /** Verifies that a file can be written, and leaves no new file behind. */
  private static String writable(String property, String value, String end) {
    try {
      Path file = BoundedFile.path(property, value.strip() + end);
      boolean isNew = Files.notExists(file);
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (isNew) {
        Files.delete(file);
      }
      return value.strip();
    } catch (IOException e) {
      throw new InvalidSettingException(
          property
              + ": '"
              + value
              + "' cannot be written ("
              + reason(e)
              + "); name "
              + (end.isEmpty() ? "a file" : "the beginning of files, such as logs/,")
              + " in an existing folder that you may write to",
          e);
    }
  }

  private static String reason(Exception e) {
    return e instanceof FileSystemException failure && failure.getReason() != null
        ? failure.getReason()
        : e.getClass().getSimpleName();
  }

  private static String name(String name, String value) {
    if (value.isBlank()) {
      throw new InvalidSettingException(
          name + ": '" + value + "' is blank; give a name, or omit the property");
    }
    return value.strip();
  }

  private static String bool(String name, String value) {
    return oneOf("true", "false").apply(name, value.toLowerCase(Locale.ROOT));
  }

  private static String percentiles(String name, String value) {
    for (String one : value.split(",", -1)) {
      RunProperties.decimal(name, one, 0, 100);
    }
    return value.strip();
  }

  private static Rule whole(long least, long most) {
    return (name, value) -> {
      RunProperties.whole(name, value, least, most);
      return value.strip();
    };
  }

  private static Rule decimal(double least, double most) {
    return (name, value) -> {
      RunProperties.decimal(name, value, least, most);
      return value.strip();
    };
  }

  private static Rule oneOf(String... values) {
    return (name, value) ->
        RunProperties.choice(
            values, one -> one, value.strip(), name + ": there is no '" + value + "'");
  }

  private static Map<String, Rule> rules(String table) {
    Map<String, Rule> rules = new TreeMap<>();
    for (String line : table.lines().toList()) {
      String[] kindAndNames = line.split(": ", 2);
      Rule rule = rule(kindAndNames[0].split(" "));
      Arrays.stream(kindAndNames[1].split(" ")).forEach(name -> rules.put(name, rule));
    }
    return rules;
  }

  private static Rule rule(String... kind) {
    String[] values = Arrays.copyOfRange(kind, 1, kind.length);
    return switch (kind[0]) {
      case "text" -> (name, value) -> value;
      case "name" -> YcsbOptions::name;
      case "bool" -> YcsbOptions::bool;
      case "oneof" -> oneOf(values);
      case "whole" -> whole(Long.parseLong(values[0]), Long.parseLong(values[1]));
      case "decimal" -> decimal(Double.parseDouble(values[0]), Double.parseDouble(values[1]));
      case "percentiles" -> YcsbOptions::percentiles;
      case "written" -> (name, value) -> writable(name, value, "");
      case "blankorwritten" -> (name, value) -> value.isEmpty() ? value : writable(name, value, "");
      case "beginning" -> (name, value) -> writable(name, value, ".tlsbench");
      default -> throw new IllegalArgumentException(kind[0]);
    };
  }
}
