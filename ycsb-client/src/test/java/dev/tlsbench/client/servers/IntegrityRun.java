package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.ycsb.ClientProcess;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Workload A with {@code dataintegrity=true}: each value read must be the one that was written. */
final class IntegrityRun {
  /** Not to be there before the run. */
  static final String TABLE = "integrity";

  private static final int OPERATIONS = 2000;

  private IntegrityRun() {}

  /** Loads and runs with four threads; the properties may hold passwords, so they go by a file. */
  static void endsWithoutAMismatch(Path directory, String binding, Map<String, String> connection)
      throws Exception {
    Properties properties = new Properties();
    properties.putAll(connection);
    properties.putAll(
        Map.of(
            "dataintegrity",
            "true",
            "recordcount",
            "500",
            "operationcount",
            String.valueOf(OPERATIONS),
            "table",
            TABLE));
    Path file = directory.resolve("connection.properties");
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    LocalClient client = new LocalClient(directory);
    String workload = ClientProcess.workload(directory).toString();
    for (String phase : List.of("load", "run")) {
      ClientProcess.Outcome outcome =
          client.run(phase, binding, "-P", workload, "-P", file.toString(), "-threads", "4");
      assertThat(outcome.exitCode()).as(outcome.err()).isZero();
      if (phase.equals("run")) {
        List<String> reads = outcome.lines("[READ], Return=");
        assertThat(reads).hasSize(1).first().asString().contains("Return=OK");
        assertThat(outcome.lines("[VERIFY], Return="))
            .containsExactly(reads.get(0).replace("READ", "VERIFY"));
        assertThat(outcome.lines("[TLS], Protocol")).containsExactly("[TLS], Protocol, TLSv1.3");
      }
    }
  }
}
