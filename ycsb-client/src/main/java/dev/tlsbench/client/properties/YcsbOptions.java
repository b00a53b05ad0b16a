package dev.tlsbench.client.properties;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.generator.ExponentialGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.OneMeasurementHdrHistogram;
import site.ycsb.measurements.OneMeasurementHistogram;
import site.ycsb.measurements.OneMeasurementRaw;
import site.ycsb.measurements.OneMeasurementTimeSeries;
import site.ycsb.workloads.ConstantOccupancyWorkload;
import site.ycsb.workloads.CoreWorkload;
import site.ycsb.workloads.RestWorkload;
import site.ycsb.workloads.TimeSeriesWorkload;

/**
 * The options of YCSB's core, with a rule for the value of each. YCSB itself replaces some wrong
 * values by others and fails at others in the middle of a run.
 */
public final class YcsbOptions {
  /** The largest latency of YCSB's measurements, an {@code int} of microseconds. */
  private static final int LONGEST_MILLIS = Integer.MAX_VALUE / 1000 + 1;

  /** More than a JVM gets from an operating system by default, each with a connection. */
  private static final int MOST_THREADS = 10_000;

  private static final int MOST_FIELDS = 1_000_000;

  /** The most that a MySQL server takes in one packet, and far more than a MongoDB document. */
  private static final int LONGEST_FIELD = 1 << 30;

  /** What a key in a table of this client, 255 characters, leaves beside {@code user}. */
  private static final int LONGEST_KEY = 251;

  private static final int SECONDS_OF_A_DAY = 86_400;

  /** Where {@link OneMeasurementHdrHistogram} writes its logs: the beginning of their names. */
  private static final String LOGS = "hdrhistogram.output.path";

  private static final String LOGGED = "hdrhistogram.fileoutput";

  /** Private constants of YCSB's DBWrapper. */
  private static final String REPORTED_ERRORS = "reportlatencyforeacherror";

  private static final String TRACKED_ERRORS = "latencytrackederrors";

  /** A rule: returns the value as YCSB reads it, or refuses it. */
  @FunctionalInterface
  private interface Rule {
    String apply(String name, String value);
  }

  private static final Rule TEXT = (name, value) -> value;
  private static final Rule COUNT = whole(0, Integer.MAX_VALUE);
  private static final Rule POSITIVE = whole(1, Integer.MAX_VALUE);
  private static final Rule LARGE = whole(1, Long.MAX_VALUE);
  private static final Rule FRACTION = decimal(0, 1);
  private static final Rule WEIGHT = decimal(0, 1_000_000);

  /** The constant of Zipf's law, for which YCSB computes 1 / (1 - constant). */
  private static final Rule ZIPF = decimal(0.01, 0.9999);

  /** By the class that reads them; those of a workload count for it and its subclasses only. */
  private static final Map<Class<?>, Map<String, Rule>> RULES = rules();

  private YcsbOptions() {}

  /** Returns the names of all options. */
  public static Set<String> names() {
    Set<String> names = new TreeSet<>();
    RULES.values().forEach(rules -> names.addAll(rules.keySet()));
    return names;
  }

  /**
   * Verifies the options of a run.
   *
   * @param workload its workload, whose options are verified, too
   * @param properties those of the run; blanks around a value that YCSB cannot read are removed
   * @throws InvalidSettingException if a value is wrong
   */
  public static void check(Class<? extends Workload> workload, Properties properties) {
    RULES.forEach(
        (reader, rules) -> {
          if (isReadBy(workload, reader)) {
            rules.forEach((name, rule) -> check(name, rule, properties));
          }
        });
    if (Boolean.parseBoolean(properties.getProperty(LOGGED)) && !properties.containsKey(LOGS)) {
      beginning(LOGS, "");
    }
  }

  private static boolean isReadBy(Class<? extends Workload> workload, Class<?> reader) {
    return !Workload.class.isAssignableFrom(reader)
        || reader.isAssignableFrom(workload)
        // It is no subclass, but has the same options.
        || (reader == CoreWorkload.class && TimeSeriesWorkload.class.isAssignableFrom(workload));
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

  /**
   * Verifies that a file can be written, and leaves none behind.
   *
   * @param property its name
   * @param value its value
   * @return the file
   * @throws InvalidSettingException if it cannot be written
   */
  public static Path writable(String property, String value) {
    return writable(property, value, "");
  }

  private static Path writable(String property, String value, String end) {
    try {
      Path file = Path.of(value.strip() + end);
      boolean isNew = Files.notExists(file);
      Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND).close();
      if (isNew) {
        Files.delete(file);
      }
      return file;
    } catch (IOException | InvalidPathException e) {
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

  private static String written(String name, String value) {
    writable(name, value);
    return value.strip();
  }

  private static String beginning(String name, String value) {
    writable(name, value, ".tlsbench");
    return value.strip();
  }

  private static String readable(String name, String value) {
    try (InputStream file = Files.newInputStream(Path.of(value.strip()))) {
      file.readNBytes(1);
      return value.strip();
    } catch (IOException | InvalidPathException e) {
      throw new InvalidSettingException(
          name + ": '" + value + "' cannot be read (" + reason(e) + "); name a file", e);
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
    return inAnyCase("true", "false").apply(name, value);
  }

  private static Rule inAnyCase(String... values) {
    return (name, value) ->
        Arrays.stream(values)
            .filter(one -> one.equalsIgnoreCase(value.strip()))
            .findFirst()
            .orElseGet(() -> oneOf(values).apply(name, value));
  }

  private static String percentiles(String name, String value) {
    for (String one : value.split(",", -1)) {
      RunProperties.decimal(name, one, 0, 100);
    }
    return value.strip();
  }

  private static String cardinalities(String name, String value) {
    for (String one : value.split(",", -1)) {
      RunProperties.whole(name, one, 1, Integer.MAX_VALUE);
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

  private static Map<Class<?>, Map<String, Rule>> rules() {
    Map<Class<?>, Map<String, Rule>> rules = new LinkedHashMap<>();
    rules.put(Client.class, ofClient());
    rules.put(Measurements.class, ofMeasurements());
    rules.put(CoreWorkload.class, ofCoreWorkload());
    rules.put(
        ConstantOccupancyWorkload.class,
        Map.of(
            ConstantOccupancyWorkload.DISK_SIZE_PROPERTY, LARGE,
            ConstantOccupancyWorkload.STORAGE_AGE_PROPERTY, LARGE,
            ConstantOccupancyWorkload.OCCUPANCY_PROPERTY, FRACTION));
    rules.put(RestWorkload.class, ofRestWorkload());
    rules.put(TimeSeriesWorkload.class, ofTimeSeriesWorkload());
    return rules;
  }

  private static Map<String, Rule> ofClient() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    // Classes are looked for where they are loaded.
    put(
        rules,
        TEXT,
        Client.WORKLOAD_PROPERTY,
        Client.DB_PROPERTY,
        Client.EXPORTER_PROPERTY,
        Client.LABEL_PROPERTY);
    put(rules, YcsbOptions::bool, Client.DO_TRANSACTIONS_PROPERTY, Client.STATUS_PROPERTY);
    put(
        rules,
        COUNT,
        Client.RECORD_COUNT_PROPERTY,
        Client.OPERATION_COUNT_PROPERTY,
        Client.INSERT_COUNT_PROPERTY,
        Workload.INSERT_START_PROPERTY,
        Client.TARGET_PROPERTY,
        Client.MAX_EXECUTION_TIME);
    put(rules, whole(1, MOST_THREADS), Client.THREAD_COUNT_PROPERTY);
    put(rules, POSITIVE, "status.interval");
    put(rules, (name, value) -> written(name, value), Client.EXPORT_FILE_PROPERTY);
    return rules;
  }

  private static Map<String, Rule> ofMeasurements() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    put(
        rules,
        oneOf(
            "histogram",
            "hdrhistogram",
            "hdrhistogram+histogram",
            "hdrhistogram+raw",
            "timeseries",
            "raw"),
        Measurements.MEASUREMENT_TYPE_PROPERTY);
    put(rules, oneOf("op", "intended", "both"), Measurements.MEASUREMENT_INTERVAL);
    put(
        rules,
        YcsbOptions::bool,
        Measurements.MEASUREMENT_TRACK_JVM_PROPERTY,
        OneMeasurementHistogram.VERBOSE_PROPERTY,
        OneMeasurementRaw.NO_SUMMARY_STATS,
        LOGGED,
        REPORTED_ERRORS);
    put(rules, TEXT, TRACKED_ERRORS);
    put(rules, whole(1, LONGEST_MILLIS), OneMeasurementHistogram.BUCKETS);
    put(rules, POSITIVE, OneMeasurementTimeSeries.GRANULARITY);
    put(rules, YcsbOptions::percentiles, OneMeasurementHdrHistogram.PERCENTILES_PROPERTY);
    put(rules, YcsbOptions::beginning, LOGS);
    put(
        rules,
        (name, value) -> value.isEmpty() ? value : written(name, value),
        OneMeasurementRaw.OUTPUT_FILE_PATH);
    return rules;
  }

  private static Map<String, Rule> ofCoreWorkload() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    put(rules, YcsbOptions::name, CoreWorkload.TABLENAME_PROPERTY);
    put(rules, TEXT, CoreWorkload.FIELD_NAME_PREFIX);
    // A file that counts if fieldlengthdistribution is histogram; it is verified then.
    put(rules, TEXT, CoreWorkload.FIELD_LENGTH_HISTOGRAM_FILE_PROPERTY);
    put(
        rules,
        oneOf("constant", "uniform", "zipfian", "histogram"),
        CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY);
    put(
        rules,
        oneOf("uniform", "zipfian", "latest", "hotspot", "exponential", "sequential"),
        CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY);
    put(rules, oneOf("uniform", "zipfian"), CoreWorkload.SCAN_LENGTH_DISTRIBUTION_PROPERTY);
    put(rules, oneOf("hashed", "ordered"), CoreWorkload.INSERT_ORDER_PROPERTY);
    put(
        rules,
        YcsbOptions::bool,
        CoreWorkload.READ_ALL_FIELDS_PROPERTY,
        CoreWorkload.WRITE_ALL_FIELDS_PROPERTY,
        CoreWorkload.DATA_INTEGRITY_PROPERTY);
    put(rules, whole(1, MOST_FIELDS), CoreWorkload.FIELD_COUNT_PROPERTY);
    put(
        rules,
        whole(1, LONGEST_FIELD),
        CoreWorkload.FIELD_LENGTH_PROPERTY,
        CoreWorkload.MIN_FIELD_LENGTH_PROPERTY);
    put(rules, whole(0, LONGEST_KEY), CoreWorkload.ZERO_PADDING_PROPERTY);
    put(
        rules,
        POSITIVE,
        CoreWorkload.MIN_SCAN_LENGTH_PROPERTY,
        CoreWorkload.MAX_SCAN_LENGTH_PROPERTY);
    put(rules, COUNT, CoreWorkload.INSERTION_RETRY_LIMIT);
    put(rules, whole(0, SECONDS_OF_A_DAY), CoreWorkload.INSERTION_RETRY_INTERVAL);
    put(
        rules,
        WEIGHT,
        CoreWorkload.READ_PROPORTION_PROPERTY,
        CoreWorkload.UPDATE_PROPORTION_PROPERTY,
        CoreWorkload.INSERT_PROPORTION_PROPERTY,
        CoreWorkload.SCAN_PROPORTION_PROPERTY,
        CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY);
    put(rules, FRACTION, CoreWorkload.HOTSPOT_DATA_FRACTION, CoreWorkload.HOTSPOT_OPN_FRACTION);
    // At 0 and at 100 percent the generator's mean is infinite or 0.
    put(rules, decimal(0.01, 99.99), ExponentialGenerator.EXPONENTIAL_PERCENTILE_PROPERTY);
    put(rules, decimal(1e-9, 1), ExponentialGenerator.EXPONENTIAL_FRAC_PROPERTY);
    return rules;
  }

  private static Map<String, Rule> ofRestWorkload() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    put(rules, WEIGHT, RestWorkload.DELETE_PROPORTION_PROPERTY);
    put(rules, TEXT, RestWorkload.FIELD_LENGTH_DISTRIBUTION_FILE_PROPERTY);
    put(rules, ZIPF, "insertsizezipfconstant");
    for (String operation : List.of("read", "insert", "update", "delete")) {
      put(rules, YcsbOptions::readable, "url.trace." + operation);
      put(rules, ZIPF, operation + "zipfconstant");
      put(rules, POSITIVE, operation + "recordcount");
    }
    return rules;
  }

  private static Map<String, Rule> ofTimeSeriesWorkload() {
    Map<String, Rule> rules = new LinkedHashMap<>();
    put(
        rules,
        POSITIVE,
        TimeSeriesWorkload.TIMESTAMP_INTERVAL_PROPERTY,
        TimeSeriesWorkload.TAG_COUNT_PROPERTY,
        TimeSeriesWorkload.TAG_KEY_LENGTH_PROPERTY,
        TimeSeriesWorkload.TAG_VALUE_LENGTH_PROPERTY);
    put(
        rules,
        COUNT,
        TimeSeriesWorkload.DELAYED_INTERVALS_PROPERTY,
        TimeSeriesWorkload.QUERY_TIMESPAN_PROPERTY,
        TimeSeriesWorkload.DOWNSAMPLING_INTERVAL_PROPERTY);
    put(
        rules,
        FRACTION,
        TimeSeriesWorkload.SPARSITY_PROPERTY,
        TimeSeriesWorkload.DELAYED_SERIES_PROPERTY);
    put(rules, oneOf("floats", "integers", "mixed"), TimeSeriesWorkload.VALUE_TYPE_PROPERTY);
    put(
        rules,
        inAnyCase("MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"),
        TimeSeriesWorkload.TIMESTAMP_UNITS_PROPERTY);
    put(rules, YcsbOptions::cardinalities, TimeSeriesWorkload.TAG_CARDINALITY_PROPERTY);
    put(
        rules,
        YcsbOptions::bool,
        TimeSeriesWorkload.RANDOMIZE_TIMESTAMP_ORDER_PROPERTY,
        TimeSeriesWorkload.RANDOMIZE_TIMESERIES_ORDER_PROPERTY,
        TimeSeriesWorkload.QUERY_RANDOM_TIMESPAN_PROPERTY);
    put(
        rules,
        YcsbOptions::name,
        TimeSeriesWorkload.TIMESTAMP_KEY_PROPERTY,
        TimeSeriesWorkload.VALUE_KEY_PROPERTY,
        TimeSeriesWorkload.GROUPBY_KEY_PROPERTY,
        TimeSeriesWorkload.DOWNSAMPLING_KEY_PROPERTY);
    put(
        rules,
        TEXT,
        TimeSeriesWorkload.PAIR_DELIMITER_PROPERTY,
        TimeSeriesWorkload.DELETE_DELIMITER_PROPERTY,
        TimeSeriesWorkload.QUERY_TIMESPAN_DELIMITER_PROPERTY,
        TimeSeriesWorkload.GROUPBY_PROPERTY,
        TimeSeriesWorkload.GROUPBY_KEYS_PROPERTY,
        TimeSeriesWorkload.DOWNSAMPLING_FUNCTION_PROPERTY);
    return rules;
  }

  private static void put(Map<String, Rule> rules, Rule rule, String... names) {
    Arrays.stream(names).forEach(name -> rules.put(name, rule));
  }
}
