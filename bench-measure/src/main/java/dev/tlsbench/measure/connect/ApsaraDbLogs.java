package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.connect.ConnectOrder.Stage;
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
public final class ApsaraDbLogs {
  private static final double MICROS_PER_MILLI = 1_000;

  private final Map<String, String> files = new LinkedHashMap<>();

  ApsaraDbLogs(Gathered gathered) {
    for (String name : Queries.SCRIPTS) {
      List<Trial> connections = gathered.trials(Stage.SCRIPT, name);
      if (!connections.isEmpty()) {
        String suffix = "-" + connections.size() + "-" + name + ".log";
        put("only-connection" + suffix, connections, Queries.ONLY_CONNECTION, "%s");
        put("first-query" + suffix, connections, Queries.FIRST_QUERY, "%s");
        put("connection-and-first-query" + suffix, connections, Queries.BOTH, "%s");
        // The script writes a Python tuple of result and time; its find_one() returns None.
        List<Trial> queries = gathered.trials(Stage.SCRIPT_REUSE, name);
        put(name + ".log", queries, Queries.REUSED, "(None, %s)");
      }
    }
  }

  private void put(String file, List<Trial> trials, String column, String format) {
    files.put(
        file,
        Arrays.stream(Trial.micros(trials, column))
            .mapToObj(micros -> BigDecimal.valueOf(micros / MICROS_PER_MILLI).toPlainString())
            .map(millis -> format.formatted(millis) + "\n")
            .collect(Collectors.joining()));
  }

  /** Returns contents by file name, such as {@code first-query-5000-with-ssl.log}. */
  public Map<String, String> files() {
    return Map.copyOf(files);
  }
}
