package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.workload.DumpWorkload;
import dev.tlsbench.ycsb.workload.RepeatWorkload;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/** Kinds of reads of {@code tlsbench bulk}. */
enum BulkRead {
  /** Records with one long field. */
  VALUES,
  /** The whole table or collection. */
  DUMP,
  /** A value that an SQL server generates. */
  REPEAT;

  private static final int DUMP_RECORDS = 5_000;

  /** Parses a name in lower case. */
  static final class Converter implements ITypeConverter<BulkRead> {
    @Override
    public BulkRead convert(String value) {
      return Arrays.stream(values())
          .filter(read -> read.id().equals(value))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "'"
                          + value
                          + "' is not a kind of read; choose one of "
                          + Arrays.stream(values())
                              .map(BulkRead::id)
                              .collect(Collectors.joining(", "))));
    }
  }

  private String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the properties of the workload for this kind of read.
   *
   * @param base the server, and the user's properties of the workload
   * @param size bytes of a value
   * @param values the number of values
   * @throws InvalidSettingException if the server does not support it
   */
  Properties workload(Properties base, int size, int values) {
    Properties properties = new Properties();
    properties.putAll(base);
    switch (this) {
      case VALUES -> {
        properties.putAll(readsAlone());
        properties.setProperty(Client.WORKLOAD_PROPERTY, CoreWorkload.class.getName());
        properties.setProperty(Client.RECORD_COUNT_PROPERTY, Integer.toString(values));
        properties.setProperty(CoreWorkload.FIELD_COUNT_PROPERTY, "1");
        properties.setProperty(CoreWorkload.FIELD_LENGTH_PROPERTY, Integer.toString(size));
        properties.putIfAbsent(CoreWorkload.TABLENAME_PROPERTY, "bulk_" + size);
      }
      case DUMP -> {
        properties.setProperty(Client.WORKLOAD_PROPERTY, DumpWorkload.class.getName());
        properties.putIfAbsent(Client.RECORD_COUNT_PROPERTY, Integer.toString(DUMP_RECORDS));
        properties.putIfAbsent(CoreWorkload.TABLENAME_PROPERTY, "bulk_dump");
      }
      case REPEAT -> {
        properties.setProperty(Client.WORKLOAD_PROPERTY, RepeatWorkload.class.getName());
        properties.setProperty(RepeatWorkload.LENGTH, Integer.toString(size));
      }
    }
    return properties;
  }

  private static Properties readsAlone() {
    Properties properties = new Properties();
    properties.setProperty(CoreWorkload.READ_PROPORTION_PROPERTY, "1");
    properties.setProperty(CoreWorkload.UPDATE_PROPORTION_PROPERTY, "0");
    properties.setProperty(CoreWorkload.INSERT_PROPORTION_PROPERTY, "0");
    properties.setProperty(CoreWorkload.SCAN_PROPORTION_PROPERTY, "0");
    properties.setProperty(CoreWorkload.READMODIFYWRITE_PROPORTION_PROPERTY, "0");
    properties.setProperty(CoreWorkload.REQUEST_DISTRIBUTION_PROPERTY, "uniform");
    return properties;
  }
}
