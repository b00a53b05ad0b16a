package dev.tlsbench.client.database;

import dev.tlsbench.client.properties.YcsbOptions;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.Uniform;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/** Creates the workload that the properties name. */
public final class Workloads {
  private Workloads() {}

  /**
   * Creates and initializes a workload.
   *
   * @param properties the run's properties; values that YCSB cannot parse, such as numbers with
   *     blanks around them, are normalized
   * @throws InvalidSettingException if the workload is unknown or its properties are invalid
   */
  public static Workload open(Properties properties) {
    Class<? extends Workload> type = named(properties);
    check(type, properties);
    if (CoreWorkload.class.isAssignableFrom(type)) {
      // The zipfian distribution reads this property and fails if it is absent.
      properties.putIfAbsent(Client.OPERATION_COUNT_PROPERTY, "0");
    }
    Workload workload = create(type);
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

  /**
   * Verifies the options of YCSB's core before a workload is opened, by default {@code
   * CoreWorkload}.
   */
  public static void check(Properties properties) {
    check(type(properties), properties);
  }

  /**
   * Returns true if all operations of a run are of one kind, so that one of them is typical. A
   * workload is taken for one of several kinds if it is neither {@link Uniform} nor of YCSB's core.
   */
  public static boolean isUniform(Properties properties) {
    Class<? extends Workload> type = type(properties);
    return Uniform.class.isAssignableFrom(type)
        ? ((Uniform) open(RunProperties.copy(properties))).isUniform()
        : CoreWorkload.class.isAssignableFrom(type) && CoreRules.isUniform(properties);
  }

  private static Class<? extends Workload> type(Properties properties) {
    return properties.containsKey(Client.WORKLOAD_PROPERTY)
        ? named(properties)
        : CoreWorkload.class;
  }

  private static void check(Class<? extends Workload> type, Properties properties) {
    YcsbOptions.check(type, properties);
    CoreRules.check(type, properties);
  }

  /** Returns a remark for the user on the properties of a workload. */
  public static Optional<String> note(Workload workload, Properties properties) {
    return CoreRules.note(workload.getClass(), properties);
  }

  private static Class<? extends Workload> named(Properties properties) {
    String name = properties.getProperty(Client.WORKLOAD_PROPERTY);
    if (name == null) {
      throw new InvalidSettingException(
          "workload: not given; name a workload file such as -P workloads/workloada");
    }
    try {
      return Class.forName(name.strip()).asSubclass(Workload.class);
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw unknown(name, e);
    }
  }

  private static Workload create(Class<? extends Workload> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException | LinkageError e) {
      throw unknown(type.getName(), e);
    }
  }

  private static InvalidSettingException unknown(String name, Throwable cause) {
    return new InvalidSettingException(
        "workload: there is no workload class '"
            + name
            + "'; the usual one is site.ycsb.workloads.CoreWorkload, others need -cp",
        cause);
  }
}
