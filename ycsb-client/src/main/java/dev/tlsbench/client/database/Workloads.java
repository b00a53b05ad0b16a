package dev.tlsbench.client.database;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/** Makes the workload that the properties name. */
public final class Workloads {
  private Workloads() {}

  /**
   * Makes a workload and initializes it.
   *
   * @throws InvalidSettingException if there is none of that name or its properties are wrong
   */
  public static Workload open(Properties properties) {
    Workload workload = named(properties);
    if (workload instanceof CoreWorkload) {
      checkCoreWorkload(properties);
    }
    try {
      workload.init(properties);
      return workload;
    } catch (InvalidSettingException e) {
      throw e;
    } catch (WorkloadException | RuntimeException e) {
      throw new InvalidSettingException(
          "workload: "
              + workload.getClass().getName()
              + " does not accept its properties ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  private static Workload named(Properties properties) {
    String name = properties.getProperty(Client.WORKLOAD_PROPERTY);
    if (name == null) {
      throw new InvalidSettingException(
          "workload: not given; name a workload file such as -P workloads/workloada");
    }
    return create(name.strip());
  }

  private static Workload create(String name) {
    try {
      return Class.forName(name).asSubclass(Workload.class).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw new InvalidSettingException(
          "workload: there is no workload class '"
              + name
              + "'; the usual one is site.ycsb.workloads.CoreWorkload, others need -cp",
          e);
    }
  }

  /** The rules for which CoreWorkload would end the JVM, and without a reason in its exit code. */
  private static void checkCoreWorkload(Properties properties) {
    long records = RunProperties.number(properties, Client.RECORD_COUNT_PROPERTY, 0, 0);
    long start = RunProperties.number(properties, Workload.INSERT_START_PROPERTY, 0, 0);
    long inserts = RunProperties.number(properties, Client.INSERT_COUNT_PROPERTY, 0, 0);
    if (records > 0 && start + inserts > records) {
      throw new InvalidSettingException(
          "recordcount: "
              + records
              + " is less than insertstart + insertcount = "
              + (start + inserts)
              + "; recordcount counts the records of all loads together");
    }
    if (Boolean.parseBoolean(properties.getProperty(CoreWorkload.DATA_INTEGRITY_PROPERTY))
        && !"constant"
            .equals(
                properties.getProperty(
                    CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY, "constant"))) {
      throw new InvalidSettingException(
          "dataintegrity: needs fieldlengthdistribution=constant, because each value is computed"
              + " again to compare it");
    }
    // The zipfian distribution reads it and fails if it is absent.
    properties.putIfAbsent(Client.OPERATION_COUNT_PROPERTY, "0");
  }
}
