package dev.tlsbench.client.database;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.workloads.ConstantOccupancyWorkload;
import site.ycsb.workloads.CoreWorkload;
import site.ycsb.workloads.RestWorkload;

/**
 * Rules between the options of YCSB's workloads. If they are broken, {@code CoreWorkload} ends the
 * JVM, fails at an operation, or chooses other values.
 */
final class CoreRules {
  /** The tolerance for shares such as 0.33, 0.33 and 0.33. */
  private static final double ROUNDING = 0.011;

  /** The keys for each that exists, above which drawing one takes long. */
  private static final int MOSTLY_EMPTY = 10;

  private final Properties properties;

  private CoreRules(Properties properties) {
    this.properties = properties;
  }

  /**
   * @param properties values that are individually valid
   * @throws InvalidSettingException if two values contradict each other
   */
  static void check(Class<? extends Workload> workload, Properties properties) {
    CoreRules rules = new CoreRules(properties);
    if (isJudged(workload)) {
      rules.requireOperations();
      rules.checkRecords();
      rules.checkFieldLengths();
      rules.requireAtMost(
          CoreWorkload.MIN_SCAN_LENGTH_PROPERTY, 1, CoreWorkload.MAX_SCAN_LENGTH_PROPERTY, 1000);
      rules.checkHotspot();
    }
  }

  /** Returns false for YCSB's subclasses of {@code CoreWorkload}, which have other operations. */
  private static boolean isJudged(Class<? extends Workload> workload) {
    return CoreWorkload.class.isAssignableFrom(workload)
        && !RestWorkload.class.isAssignableFrom(workload)
        && !ConstantOccupancyWorkload.class.isAssignableFrom(workload);
  }

  /** Returns a remark on values that YCSB takes in another way than they read. */
  static Optional<String> note(Class<? extends Workload> workload, Properties properties) {
    if (!isJudged(workload)) {
      return Optional.empty();
    }
    CoreRules rules = new CoreRules(properties);
    return rules.noteOnShares().or(rules::noteOnKeys);
  }

  private Optional<String> noteOnShares() {
    Map<String, Double> shares = shares();
    double sum = sum(shares);
    return Math.abs(sum - 1) <= ROUNDING
        ? Optional.empty()
        : Optional.of(
            shares.entrySet().stream()
                    .filter(share -> share.getValue() > 0)
                    .map(share -> share.getKey() + " " + share.getValue())
                    .collect(Collectors.joining(" + "))
                + " = "
                + Math.round(sum * 1e6) / 1e6
                + ": these do not add up to 1, so each counts as its part of the sum");
  }

  /**
   * Returns a remark if most keys that {@code CoreWorkload} draws do not exist: it adds twice the
   * number of inserts in {@code operationcount} to the range, and draws until a key exists.
   */
  private Optional<String> noteOnKeys() {
    boolean zipfian =
        properties
            .getProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, "uniform")
            .equals("zipfian");
    long inserted =
        (long)
            (2
                * decimal(CoreWorkload.INSERT_PROPORTION_PROPERTY, 0)
                * number(Client.OPERATION_COUNT_PROPERTY, 0));
    return zipfian && inserted / MOSTLY_EMPTY > records()
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "operationcount: with %s YCSB draws keys from %,d, of which %,d exist, and draws"
                    + " again until one exists: operations become slow; to run by time, give"
                    + " operationcount=0 and maxexecutiontime",
                properties.getProperty(Client.OPERATION_COUNT_PROPERTY),
                records() + inserted,
                records()))
        : Optional.empty();
  }

  /** Returns true if one kind of operation has a share. */
  static boolean isUniform(Properties properties) {
    return new CoreRules(properties).shares().values().stream().filter(share -> share > 0).count()
        == 1;
  }

  /** Returns true if an operation that writes has a share. */
  static boolean writes(Properties properties) {
    Map<String, Double> shares = new CoreRules(properties).shares();
    shares.remove(CoreWorkload.READ_PROPORTION_PROPERTY);
    shares.remove(CoreWorkload.SCAN_PROPORTION_PROPERTY);
    return sum(shares) > 0;
  }

  static boolean inserts(Properties properties) {
    return new CoreRules(properties).decimal(CoreWorkload.INSERT_PROPORTION_PROPERTY, 0) > 0;
  }

  private static double sum(Map<String, Double> shares) {
    return shares.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private Map<String, Double> shares() {
    Map<String, Double> shares = new LinkedHashMap<>();
    share(shares, CoreWorkload.READ_PROPORTION_PROPERTY, 0.95);
    share(shares, CoreWorkload.UPDATE_PROPORTION_PROPERTY, 0.05);
    share(shares, CoreWorkload.INSERT_PROPORTION_PROPERTY, 0);
    share(shares, CoreWorkload.SCAN_PROPORTION_PROPERTY, 0);
    share(shares, CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY, 0);
    return shares;
  }

  private void share(Map<String, Double> shares, String name, double otherwise) {
    shares.put(name, decimal(name, otherwise));
  }

  private void requireOperations() {
    Map<String, Double> shares = shares();
    if (sum(shares) == 0) {
      throw new InvalidSettingException(
          String.join(", ", shares.keySet())
              + ": all are 0, so there is no operation to run; give one of them a share, all"
              + " together 1");
    }
  }

  private void checkRecords() {
    long records = records();
    long start = number(Workload.INSERT_START_PROPERTY, 0);
    boolean counted = properties.containsKey(Client.INSERT_COUNT_PROPERTY);
    long inserts = number(Client.INSERT_COUNT_PROPERTY, 0);
    if (start + inserts > records || start == records) {
      throw new InvalidSettingException(
          "recordcount: "
              + records
              + " is less than insertstart + insertcount = "
              + (start + Math.max(1, inserts))
              + "; recordcount counts the records of all loads together");
    }
    if (counted && inserts == 0) {
      throw new InvalidSettingException(
          "insertcount: '0' leaves no records to load or read; give 1 or more, or omit it");
    }
  }

  private void checkFieldLengths() {
    String distribution =
        properties.getProperty(CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "constant");
    boolean constant = distribution.equals("constant");
    if (!constant
        && Boolean.parseBoolean(properties.getProperty(CoreWorkload.DATA_INTEGRITY_PROPERTY))) {
      throw new InvalidSettingException(
          "dataintegrity: needs fieldlengthdistribution=constant, because each value is computed"
              + " again to compare it");
    }
    if (!constant && !distribution.equals("histogram")) {
      requireAtMost(
          CoreWorkload.MIN_FIELD_LENGTH_PROPERTY, 1, CoreWorkload.FIELD_LENGTH_PROPERTY, 100);
    }
  }

  private void requireAtMost(String least, int leastOtherwise, String most, int mostOtherwise) {
    long from = number(least, leastOtherwise);
    long to = number(most, mostOtherwise);
    if (from > to) {
      throw new InvalidSettingException(
          least + ": '" + from + "' is more than " + most + ", " + to + "; give a smaller number");
    }
  }

  private void checkHotspot() {
    if (!"hotspot".equals(properties.getProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY))) {
      return;
    }
    int all =
        number(Client.INSERT_COUNT_PROPERTY, records() - number(Workload.INSERT_START_PROPERTY, 0));
    double data = decimal(CoreWorkload.HOTSPOT_DATA_FRACTION, 0.2);
    double operations = decimal(CoreWorkload.HOTSPOT_OPN_FRACTION, 0.8);
    long hot = (long) (all * data);
    if ((hot == 0 && operations > 0) || (hot == all && operations < 1)) {
      throw new InvalidSettingException(
          CoreWorkload.HOTSPOT_DATA_FRACTION
              + ": '"
              + data
              + "' of "
              + all
              + " records leaves none "
              + (hot == 0 ? "in" : "outside of")
              + " the hot set, where operations are to go; change it, or "
              + CoreWorkload.HOTSPOT_OPN_FRACTION);
    }
  }

  private int records() {
    int given = number(Client.RECORD_COUNT_PROPERTY, 0);
    return given == 0 ? Integer.MAX_VALUE : given;
  }

  private int number(String name, int otherwise) {
    return RunProperties.number(properties, name, otherwise, 0);
  }

  private double decimal(String name, double otherwise) {
    String value = properties.getProperty(name);
    return value == null ? otherwise : RunProperties.decimal(name, value, 0, Integer.MAX_VALUE);
  }
}
