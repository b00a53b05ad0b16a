package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;

/**
 * Parses sysbench's options in the properties of a run. As on sysbench's command line, names may be
 * written with {@code -} or {@code _}: {@code table-size} is {@code table_size}. Switches are
 * {@code on} or {@code off}; {@code true} and {@code false}, which its scripts also accept, work
 * too.
 */
final class SysbenchOptions {
  private final Properties properties;

  SysbenchOptions(Properties properties) {
    this.properties = properties;
  }

  /** Returns a whole number, at least {@code least}. */
  int number(String name, int otherwise, int least) {
    return RunProperties.number(only(name, text(name, "" + otherwise)), name, otherwise, least);
  }

  /** Returns a decimal number from {@code least} to {@code most}. */
  double decimal(String name, double otherwise, double least, double most) {
    return RunProperties.decimal(name, text(name, Double.toString(otherwise)), least, most);
  }

  boolean isOn(String name, boolean otherwise) {
    String value = text(name, String.valueOf(otherwise));
    String asBoolean = value.equals("on") ? "true" : value.equals("off") ? "false" : value;
    return RunProperties.bool(only(name, asBoolean), name, otherwise);
  }

  String text(String name, String otherwise) {
    return RunProperties.dashed(properties, name, otherwise);
  }

  private static Properties only(String name, String value) {
    Properties one = new Properties();
    one.setProperty(name, value);
    return one;
  }
}
