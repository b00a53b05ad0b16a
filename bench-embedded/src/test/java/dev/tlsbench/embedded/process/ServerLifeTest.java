package dev.tlsbench.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Starts, ends and restarts of servers. */
@Tag("any-jdk")
class ServerLifeTest {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Between looks at what is awaited: the servers need the processor. */
  private static final long POLL_NANOS = 1_000_000;

  private final Path directory;

  ServerLifeTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongo", "mysql", "postgresql", "redis"})
  void deletesTemporaryDirectoryWhenClosed(String kind) throws Exception {
    EmbeddedServer server = builder(kind).start();
    Path home = server.logFile().resolveSibling(".").normalize();
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    assertThat(server.caFile()).hasParent(home.resolve("tls"));

    server.close();
    server.close();

    assertThat(home).doesNotExist();
    assertThat(process.isAlive()).isFalse();
    // A process of PostgreSQL's may have the port for a moment longer.
    await(() -> isRefused(server.port()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongo", "mysql", "postgresql", "redis"})
  void endsWithParentThatIsKilled(String kind) throws Exception {
    Process parent = startOwner(kind);
    String[] said = firstLine(parent).split(" ", -1);
    ProcessHandle server = ProcessHandle.of(Long.parseLong(said[0])).orElseThrow();
    Path home = Path.of(said[2]).resolveSibling(".").normalize();
    assertThat(home).isDirectory();

    parent.destroyForcibly().waitFor();

    server.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    await(() -> isRefused(Integer.parseInt(said[1])));
    await(() -> !Files.exists(home));
  }

  /** The message needs the log in it, and another attempt all of it. */
  @Test
  void leavesDirectoryOfServerThatEndedByItself() throws Exception {
    try (ServerHome home = ServerHome.open(null)) {
      List<String> failing = List.of("sh", "-c", "echo ERROR: no; exit 3");
      for (int attempt = 0; attempt < 50; attempt++) {
        assertThatThrownBy(
                () ->
                    home.run(
                        "server",
                        Watchdog.around(failing, home, "TERM"),
                        Map.of(),
                        Pattern.compile("ready")))
            .isInstanceOf(StartFailedException.class)
            .hasMessage("server ended with exit code 3: no");
      }
      assertThat(home.path()).isDirectory();
    }
  }

  @Test
  void keepsDocumentsOfServerThatIsKilled() throws Exception {
    Path file = directory.resolve("mongo.mv");
    Process owner = startOwner("mongo", directory.toString());
    long server = Long.parseLong(firstLine(owner).split(" ", -1)[0]);
    await(
        () ->
            new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                .contains("written4711"));
    kill(server);
    end(owner);

    assertThat(records("mongo")).containsExactly("written4711");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mysql", "postgresql"})
  void keepsRowsOfServerThatIsKilled(String kind) throws Exception {
    Process owner = startOwner(kind, directory.toString());
    kill(Long.parseLong(firstLine(owner).split(" ", -1)[0]));
    end(owner);

    assertThat(records(kind)).containsExactly("written4711");
  }

  @Test
  void endsProcessesOfConnectionsWithServerThatIsKilled() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().plain().start();
        Connection connection = ServerOwner.connect(server)) {
      assertThat(connection.isValid(0)).isTrue();
      ProcessHandle main = ProcessHandle.of(server.pid()).orElseThrow();
      List<ProcessHandle> children = main.descendants().toList();
      assertThat(children).hasSizeGreaterThan(1);

      kill(server.pid());

      for (ProcessHandle child : children) {
        child.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void cutsConnectionsWhenClosed() throws Exception {
    EmbeddedPostgres server = EmbeddedPostgres.builder().plain().directory(directory).start();
    try (Connection connection = ServerOwner.connect(server)) {
      ProcessHandle main = ProcessHandle.of(server.pid()).orElseThrow();

      server.close();

      assertThat(main.isAlive()).isFalse();
      assertThat(connection.isValid(0)).isFalse();
      assertThat(server.logFile()).content().contains("LOG:  database system is shut down");
    }
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(strings = {"mongo", "mysql", "postgresql"})
  void refusesDirectoryThatIsInUseUntilItsOwnerIsKilled(String kind) throws Exception {
    Process owner = startOwner(kind, directory.toString());
    firstLine(owner);
    assertThatThrownBy(() -> builder(kind).directory(directory).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessage(
            "%s: in use by process %d; stop it, or give another directory", directory, owner.pid());

    owner.destroyForcibly().waitFor();

    assertThat(records(kind)).containsExactly("written4711");
  }

  @Test
  void refusesDirectoryThatThisProcessUses() throws Exception {
    try (EmbeddedServer server = builder("mongo").directory(directory).start()) {
      assertThatThrownBy(() -> builder("mongo").directory(directory).start())
          .isInstanceOf(StartFailedException.class)
          .hasMessageContaining("in use by process " + ProcessHandle.current().pid());
      assertThat(server.port()).isPositive();
    }
  }

  @Test
  void keepsCertificatesForNextServer() throws Exception {
    EmbeddedMongo.Builder server = EmbeddedMongo.builder().directory(directory);
    byte[] first;
    try (EmbeddedMongo mongo = server.start()) {
      first = Files.readAllBytes(mongo.caFile());
    }
    try (EmbeddedMongo mongo = server.start()) {
      assertThat(Files.readAllBytes(mongo.caFile())).isEqualTo(first);
    }
    try (EmbeddedMongo mongo = server.keyType(KeyType.RSA_2048).start()) {
      assertThat(Files.readAllBytes(mongo.caFile())).isNotEqualTo(first);
    }
  }

  @Test
  void renewsCertificatesBeforeTheyEnd() throws Exception {
    CertificateAuthority ca = CertificateAuthority.create();
    Instant soon = Instant.now().plus(Duration.ofDays(29));
    IssuedCertificate ending = ca.server().validUntil(soon).build();
    EmbeddedMongo.builder()
        .directory(directory)
        .authority(ca)
        .serverCertificate(ending)
        .start()
        .close();

    try (EmbeddedMongo mongo = EmbeddedMongo.builder().directory(directory).start()) {
      assertThat(ServerTls.certificate(mongo.caFile())).isNotEqualTo(ca.certificate());
    }
  }

  @Test
  void replacesFilesOfWhichOneIsMissing() throws Exception {
    EmbeddedMongo.builder().directory(directory).start().close();
    Files.delete(directory.resolve("tls/server.jks"));
    EmbeddedMongo.builder().directory(directory).start().close();
    assertThat(directory.resolve("tls/server.jks")).exists();
  }

  @Test
  void refusesDirectoryThatIsFile() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> builder("mongo").directory(file).start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageStartingWith(file + ": cannot be written")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongo", "mysql", "postgresql", "redis"})
  void keepsDirectoryToItsOwner(String kind) throws Exception {
    Path home = directory.resolve("my home, 100 %");
    try (EmbeddedServer server = builder(kind).directory(home).start()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
          .isEqualTo("rwx------");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.logFile())))
          .isEqualTo("rw-------");
    }
  }

  /** Three starts of some seconds each. */
  @Test
  @Tag("full")
  void treatsCassandraLikeTheOthers() throws Exception {
    deletesTemporaryDirectoryWhenClosed("cassandra");
    endsWithParentThatIsKilled("cassandra");
    keepsDirectoryToItsOwner("cassandra");
  }

  /** Starts a server on the directory, and reads what a {@link ServerOwner} left there. */
  private List<String> records(String kind) throws IOException, SQLException {
    List<String> records = new ArrayList<>();
    try (EmbeddedServer server = builder(kind).plain().directory(directory).start()) {
      if (!kind.equals("mongo")) {
        try (Connection connection = ServerOwner.connect(server);
            Statement statement = connection.createStatement();
            ResultSet rows = statement.executeQuery("SELECT id FROM t")) {
          while (rows.next()) {
            records.add(rows.getString(1));
          }
        }
      } else {
        try (MongoClient client = MongoClients.create(server.url())) {
          client
              .getDatabase("ycsb")
              .getCollection("t")
              .find()
              .map(document -> document.getString("_id"))
              .into(records);
        }
      }
    }
    return records;
  }

  private static EmbeddedServerBuilder<?> builder(String kind) {
    return ServerOwner.builder(kind);
  }

  private static Process startOwner(String... args) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(ServerOwner.class.getName());
    command.addAll(List.of(args));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static String firstLine(Process process) throws IOException {
    BufferedReader reader = process.inputReader(StandardCharsets.UTF_8);
    String line = reader.readLine();
    if (line == null) {
      throw new IOException("the process said nothing");
    }
    return line;
  }

  private static void kill(long pid) throws Exception {
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().get(LIMIT.toSeconds(), TimeUnit.SECONDS);
  }

  private static void end(Process owner) throws IOException, InterruptedException {
    owner.getOutputStream().close();
    owner.waitFor();
  }

  private static boolean isRefused(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return !socket.isConnected();
    } catch (ConnectException e) {
      return true;
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!condition.call()) {
      assertThat(System.nanoTime()).as("time is up").isLessThan(deadline);
      LockSupport.parkNanos(POLL_NANOS);
    }
  }
}
