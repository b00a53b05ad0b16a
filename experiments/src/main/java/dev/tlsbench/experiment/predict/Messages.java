package dev.tlsbench.experiment.predict;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * Payload of an operation.
 *
 * @param request bytes in addition to a small request
 * @param reply bytes of the values that are read
 */
record Messages(double request, double reply) {
  private static final String REPEAT = "RepeatWorkload";

  /** Returns true if a long request was sent for a small reply. */
  boolean isRequest() {
    return request > 0;
  }

  /**
   * Returns the messages of a workload; empty if its operations have several sizes.
   *
   * @param properties of workload and variant
   * @param axis of the sweep; {@code null} for none
   * @param value on the axis
   */
  static Optional<Messages> of(
      Map<String, String> properties, @Nullable String axis, @Nullable String value) {
    if (axis != null && !axis.equals("size") && !axis.equals("suite")) {
      return Optional.empty();
    }
    String workload =
        properties.getOrDefault(Client.WORKLOAD_PROPERTY, CoreWorkload.class.getName());
    if (workload.endsWith("." + REPEAT)) {
      return Optional.of(
          new Messages(
              number(properties, "repeat.request", "0"),
              number(properties, "repeat.length", "1048576")));
    }
    if (!workload.equals(CoreWorkload.class.getName())
        || number(properties, CoreWorkload.READ_PROPORTION_PROPERTY, "0.95") != 1
        || !properties.getOrDefault(CoreWorkload.READ_ALL_FIELDS_PROPERTY, "true").equals("true")) {
      return Optional.empty();
    }
    double bytes =
        "size".equals(axis) && value != null
            ? Double.parseDouble(value)
            : number(properties, CoreWorkload.FIELD_COUNT_PROPERTY, "10")
                * number(properties, CoreWorkload.FIELD_LENGTH_PROPERTY, "100");
    return Optional.of(new Messages(0, bytes));
  }

  private static double number(Map<String, String> properties, String name, String usual) {
    return Double.parseDouble(properties.getOrDefault(name, usual));
  }
}
