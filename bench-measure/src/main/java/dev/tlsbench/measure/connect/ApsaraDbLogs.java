package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.driver.Trial;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The log files of the ApsaraDB script, under its names and in its format: a number of milliseconds
 * on each line; in parentheses for the reused client.
 */
final class ApsaraDbLogs {
  private ApsaraDbLogs() {}

  static Map<String, String> of(Gathered gathered) {
    Map<String, String> files = new LinkedHashMap<>();
    for (String name : Queries.SCRIPTS) {
      List<Trial> connections = gathered.trials(Stage.SCRIPT, name);
      if (!connections.isEmpty()) {
        String suffix = "-" + connections.size() + "-" + name + ".log";
        files.put("only-connection" + suffix, text(connections, Queries.ONLY_CONNECTION, "%s"));
        files.put("first-query" + suffix, text(connections, Queries.FIRST_QUERY, "%s"));
        files.put("connection-and-first-query" + suffix, text(connections, Queries.BOTH, "%s"));
        // The script writes a Python tuple of result and time; its find_one() returns None.
        List<Trial> queries = gathered.trials(Stage.SCRIPT_REUSE, name);
        files.put(name + ".log", text(queries, Queries.REUSED, "(None, %s)"));
      }
    }
    return files;
  }

  private static String text(List<Trial> trials, String column, String format) {
    return Arrays.stream(Trial.micros(trials, column))
        .mapToObj(micros -> BigDecimal.valueOf(micros / 1e3).toPlainString())
        .map(millis -> format.formatted(millis) + "\n")
        .collect(Collectors.joining());
  }
}
