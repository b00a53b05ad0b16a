package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.fork.ThreadForks;
import dev.tlsbench.ycsb.RealServers;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands on dynalite behind HAProxy, of {@code servers/up}. */
@Tag("real-servers")
@Timeout(120)
@ExtendWith(ThreadForks.class)
class DynamoCommandsTest {
  private static final RealServers SERVERS = RealServers.running();
  private static final String SHORT =
      " --load --variant=plain,tls13 --forks=1 --epochs=2 --blocks=1 --window=20ms --warm-up=100ms";

  @TempDir private Path directory;

  private CommandRun run(String command) {
    String url = SERVERS.url("DYNAMODB_URL") + "&tlsCAFile=" + SERVERS.file("CA_FILE");
    return CommandRun.in(
        directory,
        CommandRun.words(
            command.split(" ", -1),
            url,
            "-p dynamodb.awsCredentialsFile=" + SERVERS.file("DYNAMODB_CREDENTIALS_FILE")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sweep --axis=size=50,100 -p recordcount=20" + SHORT,
        "bulk --read=values --size=20k --values=3" + SHORT,
        "bulk --read=dump -p recordcount=20 -p table=dynamodump" + SHORT,
        "connect --concurrency=1,4 --connections=16 --forks=1 --warm-up=100ms --variant=plain,tls13"
      })
  void measures(String command) throws Exception {
    CommandRun run = run(command).measured();

    assertThat(run.out()).contains("an emulator of DynamoDB");
    assertThat(CommandRun.folder(directory)).isDirectoryContaining("glob:**/report.html");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bulk --read=repeat | 2 | --read repeat: not supported for DynamoDB; choose values or dump",
        "bulk --read=values --size=1m --values=1 --load | 3 | items have 400 KB at most; use smaller fields",
        "compare -P ../workloads/workloade | 2 | run workloade on another database"
      })
  void refusesWhatDynamoDbCannot(String command, int exitCode, String message) {
    CommandRun run = run(command);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(exitCode);
    assertThat(run.err()).contains(message);
  }
}
