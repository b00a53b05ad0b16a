package dev.tlsbench.measure.connect;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The log files of the ApsaraDB script, under its names and in its format: a number of milliseconds
 * on each line; in parentheses for the reused client.
 */
public final class ApsaraDbLogs {
  private static final double MICROS_PER_MILLI = 1_000;

  private final Map<String, String> files = new LinkedHashMap<>();

  ApsaraDbLogs(List<ApsaraDbScript> scripts) {
    for (ApsaraDbScript script : scripts) {
      int repeat = script.onlyConnection().size();
      String suffix = "-" + repeat + "-" + script.name() + ".log";
      files.put("only-connection" + suffix, lines(script.onlyConnection(), millis -> millis));
      files.put("first-query" + suffix, lines(script.firstQuery(), millis -> millis));
      files.put(
          "connection-and-first-query" + suffix,
          lines(script.connectionAndFirstQuery(), millis -> millis));
      // The script writes a Python tuple of result and time; its find_one() returns None.
      files.put(script.name() + ".log", lines(script.reused(), millis -> "(None, " + millis + ")"));
    }
  }

  private static String lines(Latencies latencies, Function<String, String> format) {
    return Arrays.stream(latencies.micros())
        .mapToObj(micros -> BigDecimal.valueOf(micros / MICROS_PER_MILLI).toPlainString())
        .map(format)
        .map(line -> line + "\n")
        .collect(Collectors.joining());
  }

  /** Returns contents by file name, such as {@code first-query-5000-with-ssl.log}. */
  public Map<String, String> files() {
    return Map.copyOf(files);
  }
}
