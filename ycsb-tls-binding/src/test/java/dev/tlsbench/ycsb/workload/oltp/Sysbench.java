package dev.tlsbench.ycsb.workload.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.ClientProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Runs sysbench 1.0.20, with one thread and without a limit of time. */
final class Sysbench {
  private static final Map<String, String> DRIVERS =
      Map.of("mysql", "mysql", "postgresql", "pgsql");

  private Sysbench() {}

  /**
   * Runs it on a server, and returns its output.
   *
   * @param directory for a file with the password
   */
  static String run(Path directory, String url, String... arguments)
      throws IOException, InterruptedException {
    return run(directory, url, Map.of(), arguments);
  }

  /** Runs it with variables of the environment. */
  static String run(
      Path directory, String url, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command =
        Stream.of(
                Stream.of(
                    "sysbench",
                    "--config-file=" + configuration(directory, URI.create(url)),
                    "--threads=1",
                    "--time=0"),
                Arrays.stream(arguments))
            .flatMap(part -> part)
            .toList();
    ProcessBuilder process = new ProcessBuilder(command);
    process.environment().putAll(environment);
    ClientProcess.Outcome outcome = ClientProcess.run(process, directory, "");
    assertThat(outcome.exitCode()).as(outcome.out() + outcome.err()).isZero();
    return outcome.out();
  }

  /** Uses a file, as the arguments of a process are visible to everybody. */
  private static Path configuration(Path directory, URI url) throws IOException {
    String[] user = url.getUserInfo().split(":", 2);
    return Files.writeString(
        directory.resolve("sysbench.cnf"),
        """
        db-driver=DRIVER
        DRIVER-host=%s
        DRIVER-port=%d
        DRIVER-user=%s
        DRIVER-password=%s
        DRIVER-db=%s
        """
            .replace("DRIVER", DRIVERS.get(url.getScheme()))
            .formatted(url.getHost(), url.getPort(), user[0], user[1], url.getPath().substring(1)));
  }
}
