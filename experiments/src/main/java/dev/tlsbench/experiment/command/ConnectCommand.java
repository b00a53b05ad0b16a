package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.connect.ConnectFiles;
import dev.tlsbench.experiment.connect.ConnectOutcome;
import dev.tlsbench.experiment.connect.ConnectRun;
import dev.tlsbench.experiment.connect.ConnectSettings;
import dev.tlsbench.experiment.connect.ConnectText;
import dev.tlsbench.experiment.target.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What a new connection costs. */
@Command(
    name = "connect",
    mixinStandardHelpOptions = true,
    description = {
      "What a new connection costs: TCP connect, TLS handshake, hello, authentication, first query;",
      "plain, with full and with resumed handshakes, in turns; then queries on a reused client, and",
      "the columns of the ApsaraDB script under its names.",
      "",
      "The first query asks the collection or table of the property table (usertable) for one"
          + " record."
    })
final class ConnectCommand implements Callable<Integer> {
  private static final Pattern TIME = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s*(us|ms|s)");

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @ParentCommand
  private Tlsbench tlsbench;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = {"-n", "--connections"},
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many connections of each kind (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many threads open connections at a time (default: ${DEFAULT-VALUE}).")
  private int concurrency;

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      description =
          "What a relay on this machine adds to each round trip, such as 5ms (default: no relay).")
  private String rtt = "0ms";

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "What orders and resamples are drawn from (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(names = "--json", paramLabel = "FILE", description = "Write the figures as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Write connect.json and connect.txt there.")
  private @Nullable Path output;

  @Option(
      names = "--apsaradb-logs",
      paramLabel = "DIR",
      description = "Write the log files of the ApsaraDB script there, under its names.")
  private @Nullable Path apsaraDbLogs;

  @Override
  public Integer call() throws IOException {
    ConnectSettings settings =
        new ConnectSettings(connections, concurrency, duration("--rtt", rtt), seed);
    ConnectFiles files = new ConnectFiles(json, output, apsaraDbLogs);
    try (Target target = server.open(tlsbench)) {
      ConnectOutcome outcome = ConnectRun.run(target, settings, tlsbench::say);
      tlsbench.out().print(tlsbench.hide(ConnectText.of(outcome.result())));
      tlsbench.out().flush();
      files.write(outcome);
      return outcome.result().exitCode();
    }
  }

  private static Duration duration(String option, String text) {
    Matcher time = TIME.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (!time.matches()) {
      throw new InvalidSettingException(
          option + ": '" + text + "' is no time; write a number and us, ms or s, such as 5ms");
    }
    double nanos =
        Double.parseDouble(time.group(1))
            * switch (time.group(2)) {
              case "us" -> 1e3;
              case "ms" -> 1e6;
              default -> 1e9;
            };
    return Duration.ofNanos(Math.round(nanos));
  }
}
