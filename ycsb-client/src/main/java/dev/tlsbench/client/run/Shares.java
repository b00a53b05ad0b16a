package dev.tlsbench.client.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/**
 * Divides a workload between executors: records of a load by their numbers, operations and target
 * of a run evenly. Each executor has the full number of threads.
 */
final class Shares {
  private static final List<String> BELOW_INSERTS = List.of("uniform", "hotspot", "sequential");
  private static final String MERGED_TYPE = "hdrhistogram";

  private final Properties properties;
  private final int parts;

  private Shares(Properties properties, int parts) {
    this.properties = properties;
    this.parts = parts;
  }

  /**
   * Divides a run or a load.
   *
   * @return the properties of each part
   * @throws InvalidSettingException if it is too small for all parts, or the workload cannot be
   *     divided
   */
  static List<Properties> of(
      boolean transactions, Workload workload, Properties properties, int parts) {
    requireMergeable(properties);
    Shares shares = new Shares(properties, parts);
    return transactions ? shares.ofRun(workload) : shares.ofLoad(workload);
  }

  private static void requireMergeable(Properties properties) {
    String type = properties.getProperty("measurementtype", MERGED_TYPE);
    if (!type.equals(MERGED_TYPE)) {
      throw new InvalidSettingException(
          "measurementtype: those of several executors are merged as hdrhistogram, not as "
              + type
              + "; omit it");
    }
  }

  private List<Properties> ofRun(Workload workload) {
    List<Properties> all = copies();
    for (String name : List.of(Client.OPERATION_COUNT_PROPERTY, Client.TARGET_PROPERTY)) {
      int whole = number(name);
      if (whole > 0) {
        divide(name, whole, name, all);
      }
    }
    if (workload instanceof CoreWorkload && insertsInRun()) {
      for (int part = 0; part < parts; part++) {
        insertApart(all.get(part), part);
      }
    }
    return all;
  }

  private boolean insertsInRun() {
    String proportion =
        properties.getProperty(
            CoreWorkload.INSERT_PROPORTION_PROPERTY,
            CoreWorkload.INSERT_PROPORTION_PROPERTY_DEFAULT);
    if (Double.parseDouble(proportion) == 0) {
      return false;
    }
    String distribution =
        properties.getProperty(
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY,
            CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY_DEFAULT);
    // The others draw from keys that are still to be inserted, up to the part's own last
    // one.
    if (parts > 1 && !BELOW_INSERTS.contains(distribution)) {
      throw new InvalidSettingException(
          "requestdistribution: '"
              + distribution
              + "' with inserts would read records that other executors have not inserted; choose one of "
              + String.join(", ", BELOW_INSERTS)
              + ", or one executor");
    }
    return parts > 1;
  }

  /**
   * Separates inserts: such a run inserts from recordcount on, and reads below insertstart +
   * insertcount.
   */
  private void insertApart(Properties own, int part) {
    int records = number(Client.RECORD_COUNT_PROPERTY);
    int start = number(Workload.INSERT_START_PROPERTY);
    int room = (Integer.MAX_VALUE - records) / parts;
    if (!own.containsKey(Client.INSERT_COUNT_PROPERTY)) {
      set(own, Client.INSERT_COUNT_PROPERTY, records - start);
    }
    set(own, Client.RECORD_COUNT_PROPERTY, records + part * room);
  }

  private List<Properties> ofLoad(Workload workload) {
    if (workload instanceof SelfLoading && parts == 1) {
      return copies();
    }
    if (workload instanceof SelfLoading own) {
      throw new InvalidSettingException(
          "load: " + own.description() + ": one client makes these tables; load without --cluster");
    }
    int first = number(Workload.INSERT_START_PROPERTY);
    int records = number(Client.RECORD_COUNT_PROPERTY);
    int inserts =
        RunProperties.number(properties, Client.INSERT_COUNT_PROPERTY, records - first, 0);
    List<Properties> all = copies();
    divide(Client.RECORD_COUNT_PROPERTY, inserts, Client.INSERT_COUNT_PROPERTY, all);
    for (Properties own : all) {
      set(own, Workload.INSERT_START_PROPERTY, first);
      first += RunProperties.number(own, Client.INSERT_COUNT_PROPERTY, 0, 0);
    }
    return all;
  }

  private List<Properties> copies() {
    return Stream.generate(() -> RunProperties.copy(properties)).limit(parts).toList();
  }

  private int number(String name) {
    return RunProperties.number(properties, name, 0, 0);
  }

  /**
   * Sets each part's share of a number.
   *
   * @param given the property that a message names
   */
  private void divide(String given, int whole, String name, List<Properties> all) {
    if (whole < parts) {
      throw new InvalidSettingException(
          given + ": " + whole + " cannot be divided between " + parts + " executors");
    }
    for (int part = 0; part < parts; part++) {
      set(all.get(part), name, whole / parts + (part < whole % parts ? 1 : 0));
    }
  }

  private static void set(Properties own, String name, int value) {
    own.setProperty(name, Integer.toString(value));
  }
}
