package dev.tlsbench.ycsb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.PrivateFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;

/**
 * Embedded servers that accept TLS and plain connections, which the test classes of a build share:
 * one of each kind for each JVM of tests that runs at a time, so that no two classes use one at the
 * same time. Each class finds its database empty when it asks for the first time. A test that
 * changes users or settings, or stops the server, starts one of its own.
 *
 * <p>A server is started for the first class that asks, by a process that ends with Maven's. A file
 * in {@code target/} hands it from one JVM to the next. Without Maven it ends with the JVM.
 */
public final class SharedServers {
  /** Locks of a folder, kept so that it stays taken. */
  private static final List<FileLock> HELD = new ArrayList<>();

  /** The folder of the files for this JVM; null without Maven. */
  private static final @Nullable Path FOLDER = folder(System.getProperty("tlsbench.sharedServers"));

  private static final Map<String, EmbeddedServer> SERVERS = new HashMap<>();
  private static final Map<String, Class<?>> USERS = new HashMap<>();

  private SharedServers() {}

  /** Returns the MongoDB-compatible server; not to be closed. */
  public static EmbeddedServer mongo() {
    return lend("mongodb", callerOfThat(), SharedServers::emptyMongo);
  }

  /** Returns the MariaDB server; not to be closed. */
  public static EmbeddedServer mySql() {
    return lend("mysql", callerOfThat(), SharedServers::emptyMySql);
  }

  /** Returns the PostgreSQL server; not to be closed. */
  public static EmbeddedServer postgres() {
    return lend("postgresql", callerOfThat(), SharedServers::emptyPostgres);
  }

  /** Returns the Cassandra server; not to be closed. */
  public static EmbeddedServer cassandra() {
    return lend("cassandra", callerOfThat(), SharedServers::emptyCassandra);
  }

  /** Returns the Redis server; not to be closed. */
  public static EmbeddedServer redis() {
    return lend("redis", callerOfThat(), SharedServers::emptyRedis);
  }

  /** Returns the password of the user {@code ycsb} of a server, which is the same for all users. */
  public static String password(EmbeddedServer server) {
    return server.url().replaceFirst("[^:]*://[^:]*:([^@]*)@.*", "$1");
  }

  /** Returns the first folder that no other JVM uses. */
  private static @Nullable Path folder(@Nullable String parent) {
    if (parent == null) {
      return null;
    }
    int number = 1;
    while (true) {
      Path folder = Path.of(parent, Integer.toString(number++));
      if (isLocked(folder)) {
        return folder;
      }
    }
  }

  @SuppressWarnings("MustBeClosedChecker")
  private static boolean isLocked(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel file = FileChannel.open(folder.resolve("lock"), CREATE, WRITE);
      FileLock lock = file.tryLock();
      if (lock == null) {
        file.close();
        return false;
      }
      HELD.add(lock);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private interface Emptying {
    void of(String url) throws IOException, SQLException;
  }

  private static Class<?> callerOfThat() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != SharedServers.class)
                    .findFirst())
        .orElseThrow();
  }

  private static synchronized EmbeddedServer lend(String id, Class<?> user, Emptying emptying) {
    try {
      EmbeddedServer server = SERVERS.get(id);
      if (server == null) {
        server = FOLDER == null ? start(id) : found(id, FOLDER);
        SERVERS.put(id, server);
      }
      if (USERS.put(id, user) != user) {
        emptying.of(server.url());
      }
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static EmbeddedServer start(String id) throws IOException {
    return EmbeddedServerBuilder.all()
        .filter(builder -> builder.databaseId().equals(id))
        .findFirst()
        .orElseThrow()
        .allowPlain()
        .start();
  }

  private static EmbeddedServer found(String id, Path folder) throws IOException {
    ProcessHandle maven = maven();
    Path file = folder.resolve(String.join("-", id, "" + maven.pid(), started(maven)));
    if (Files.exists(file)) {
      Lent earlier = Lent.of(Files.readString(file));
      if (earlier.isAlive()) {
        return earlier;
      }
    }
    String line = startApart(id, maven, file.resolveSibling(file.getFileName() + ".log"));
    PrivateFiles.write(file, line.getBytes(UTF_8));
    return Lent.of(line);
  }

  /** Returns the nearest process above this one that is no shell. */
  private static ProcessHandle maven() {
    return Stream.iterate(
            ProcessHandle.current().parent(),
            Optional::isPresent,
            p -> p.flatMap(ProcessHandle::parent))
        .flatMap(Optional::stream)
        .filter(process -> process.info().command().orElse("").endsWith("java"))
        .findFirst()
        .orElseThrow();
  }

  private static String started(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L).toString();
  }

  /** Returns the line in which the process of a server describes it. */
  private static String startApart(String id, ProcessHandle maven, Path log) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
    command.add(ClientProcess.embeddedServers());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SharedServers.class.getName(), id, "" + maven.pid()));
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    try (BufferedReader out = process.inputReader(UTF_8)) {
      String line = out.readLine();
      if (line == null) {
        throw new IOException("no shared server: " + Files.readString(log));
      }
      return line;
    }
  }

  /** The process of a server; it ends with another one. */
  public static void main(String[] arguments) throws IOException {
    ProcessHandle maven = ProcessHandle.of(Long.parseLong(arguments[1])).orElseThrow();
    try (EmbeddedServer server = start(arguments[0])) {
      System.out.println(Lent.of(server));
      maven.onExit().join();
    }
  }

  /** A server that another process started. */
  private record Lent(
      long pid, String started, int port, String url, Path caFile, Path clientFile, Path logFile)
      implements EmbeddedServer {
    static Lent of(EmbeddedServer server) {
      return new Lent(
          server.pid(),
          SharedServers.started(ProcessHandle.of(server.pid()).orElseThrow()),
          server.port(),
          server.url(),
          server.caFile(),
          server.clientCertificateFile(),
          server.logFile());
    }

    static Lent of(String line) {
      String[] part = line.strip().split("\t", -1);
      return new Lent(
          Long.parseLong(part[0]),
          part[1],
          Integer.parseInt(part[2]),
          part[3],
          Path.of(part[4]),
          Path.of(part[5]),
          Path.of(part[6]));
    }

    boolean isAlive() {
      return ProcessHandle.of(pid)
          .filter(p -> SharedServers.started(p).equals(started))
          .isPresent();
    }

    @Override
    public Path clientCertificateFile() {
      return clientFile;
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException("other tests use this server");
    }

    @Override
    public String toString() {
      return Stream.of(pid, started, port, url, caFile, clientFile, logFile)
          .map(Object::toString)
          .collect(Collectors.joining("\t"));
    }
  }

  private static void emptyMongo(String text) throws IOException {
    MongoUrl url = MongoUrl.parse(text);
    try (MongoConnections connections =
        url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger())) {
      connections.database().drop();
    }
  }

  private static void emptyMySql(String text) throws IOException, SQLException {
    MySqlUrl url = MySqlUrl.parse(text);
    try (MySqlConnections connections =
            url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      for (String table : tables(statement)) {
        statement.executeUpdate("DROP TABLE `" + table + "`");
      }
    }
  }

  private static List<String> tables(Statement statement) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet tables = statement.executeQuery("SHOW TABLES")) {
      while (tables.next()) {
        names.add(tables.getString(1));
      }
    }
    return names;
  }

  private static void emptyPostgres(String text) throws IOException, SQLException {
    PostgresUrl url = PostgresUrl.parse(text);
    try (PostgresConnections connections =
            url.open(url.settings(Map.of()), Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP OWNED BY CURRENT_USER");
    }
  }

  /** With a time limit in place of the driver's of 2 s, in which a busy machine drops no table. */
  private static void emptyCassandra(String text) throws IOException {
    try (Connections connections = CassandraUrl.parse(text + "&requestTimeoutMS=30000").open()) {
      CqlSession session = connections.driver(CqlSession.class);
      session
          .getMetadata()
          .getKeyspace(session.getKeyspace().orElseThrow())
          .orElseThrow()
          .getTables()
          .keySet()
          .forEach(table -> session.execute("DROP TABLE " + table.asCql(false)));
    }
  }

  private static void emptyRedis(String text) throws IOException {
    try (RedisConnections connections = (RedisConnections) RedisUrl.parse(text).open();
        Jedis jedis = connections.connect()) {
      jedis.flushAll();
    }
  }
}
