package dev.tlsbench.client.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.SelfLoading;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
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
    int operations = number(Client.OPERATION_COUNT_PROPERTY);
    int target = number(Client.TARGET_PROPERTY);
    if (operations > 0) {
      requireEnough(Client.OPERATION_COUNT_PROPERTY, operations);
    }
    if (target > 0) {
      requireEnough(Client.TARGET_PROPERTY, target);
    }
    boolean inserts = workload instanceof CoreWorkload && insertsInRun();
    List<Properties> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      Properties own = RunProperties.copy(properties);
      if (operations > 0) {
        set(own, Client.OPERATION_COUNT_PROPERTY, share(operations, part));
      }
      if (target > 0) {
        set(own, Client.TARGET_PROPERTY, share(target, part));
      }
      if (inserts) {
        insertApart(own, part);
      }
      all.add(own);
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
      return List.of(RunProperties.copy(properties));
    }
    if (workload instanceof SelfLoading own) {
      throw new InvalidSettingException(
          "load: " + own.description() + ": one client makes these tables; load without --cluster");
    }
    int first = number(Workload.INSERT_START_PROPERTY);
    int records = number(Client.RECORD_COUNT_PROPERTY);
    int inserts =
        RunProperties.number(properties, Client.INSERT_COUNT_PROPERTY, records - first, 0);
    requireEnough(Client.RECORD_COUNT_PROPERTY, inserts);
    List<Properties> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      Properties own = RunProperties.copy(properties);
      set(own, Workload.INSERT_START_PROPERTY, first);
      set(own, Client.INSERT_COUNT_PROPERTY, share(inserts, part));
      first += share(inserts, part);
      all.add(own);
    }
    return all;
  }

  private int number(String name) {
    return RunProperties.number(properties, name, 0, 0);
  }

  private int share(int whole, int part) {
    return whole / parts + (part < whole % parts ? 1 : 0);
  }

  private void requireEnough(String name, int number) {
    if (number < parts) {
      throw new InvalidSettingException(
          name + ": " + number + " cannot be divided between " + parts + " executors");
    }
  }

  private static void set(Properties own, String name, int value) {
    own.setProperty(name, Integer.toString(value));
  }
}
