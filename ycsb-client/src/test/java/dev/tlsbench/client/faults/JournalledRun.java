package dev.tlsbench.client.faults;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

/** A run of {@code bin/ycsb}'s client with a journal, which goes on until it is told to end. */
final class JournalledRun implements AutoCloseable {
  static final int THREADS = 4;

  /** Not as many as can be: a server that refuses connections fails thousands a second. */
  private static final String OPERATIONS_A_SECOND = "500";

  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Journal journal;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

  private JournalledRun(Journal journal) {
    this.journal = journal;
  }

  /** Starts a client; the properties hold passwords, so they go by a file. */
  static JournalledRun start(Path directory, FaultTarget target, Properties properties)
      throws Exception {
    Journal journal = new Journal();
    JournalledRun run = new JournalledRun(journal);
    properties.setProperty(JournalledWorkload.PORT, String.valueOf(journal.port()));
    properties.setProperty("workload", JournalledWorkload.class.getName());
    properties.setProperty("operationcount", String.valueOf(Integer.MAX_VALUE));
    Path file = directory.resolve("run.properties");
    Files.createFile(file, OWNER_ONLY);
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, null);
    }
    Thread thread =
        new Thread(
            () -> {
              try {
                Outcome ended =
                    new ClientProcess(YcsbClient.class.getName(), directory)
                        .run(
                            "run",
                            target.binding().id(),
                            "-P",
                            file.toString(),
                            "-threads",
                            String.valueOf(THREADS),
                            "-target",
                            OPERATIONS_A_SECOND);
                journal.clientEnded(ended.err());
                run.outcome.complete(ended);
              } catch (IOException | InterruptedException | RuntimeException e) {
                run.outcome.completeExceptionally(e);
              }
            },
            "client");
    thread.setDaemon(true);
    thread.start();
    return run;
  }

  Journal journal() {
    return journal;
  }

  /** Has the client end, and holds its report against the journal. */
  Outcome end() throws Exception {
    Outcome ended = endWithLosses();
    assertThat(statuses(ended, "READ"))
        .as("what was acknowledged is there")
        .isSubsetOf("OK", "ERROR", "NO_ANSWER");
    return ended;
  }

  /** The same where a record that was acknowledged may be gone. */
  Outcome endWithLosses() throws Exception {
    journal.end();
    Outcome ended = outcome.get(90, SECONDS);
    journal.awaitEnd();
    String said = ended.err();
    assertThat(count(ended, "INSERT", "OK")).as(said).isEqualTo(journal.acknowledged().size());
    assertThat(count(ended, "INSERT", "ERROR")).as(said).isEqualTo(journal.inDoubt().size());
    assertThat(statuses(ended, "INSERT")).isSubsetOf("OK", "ERROR", "NO_ANSWER");
    assertThat(statuses(ended, "VERIFY")).as("what is read was written").containsExactly("OK");
    assertThat(ended.lines("[TLS], Protocol")).isNotEmpty();
    return ended;
  }

  /** Returns the number of operations with this status in the report. */
  static long count(Outcome outcome, String operation, String status) {
    return outcome.lines("[" + operation + "], Return=" + status + ",").stream()
        .mapToLong(line -> Long.parseLong(line.replaceFirst(".*, ", "")))
        .sum();
  }

  private static List<String> statuses(Outcome outcome, String operation) {
    String start = "[" + operation + "], Return=";
    return outcome.lines(start).stream()
        .map(line -> line.substring(start.length()).replaceFirst(",.*", ""))
        .toList();
  }

  @Override
  public void close() throws IOException {
    journal.close();
    outcome.handle((ended, failure) -> "ended").completeOnTimeout("hangs", 90, SECONDS).join();
  }
}
