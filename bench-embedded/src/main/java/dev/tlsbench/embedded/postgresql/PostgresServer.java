package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.Watchdog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The data directory and the processes of an {@link EmbeddedPostgres}. */
final class PostgresServer {
  private static final Pattern READY = Pattern.compile("ready to accept connections");
  private static final String ADDRESS = "127.0.0.1";
  private static final String ROOT_ROLE = "postgres";

  private final ServerHome home;
  private final Path programs;
  private final List<String> prefix;
  private final Path data;
  private final Path hbaFile;

  PostgresServer(ServerHome home, Path programs, List<String> prefix) {
    this.home = home;
    this.programs = programs;
    this.prefix = prefix;
    this.data = home.resolve("data");
    this.hbaFile = home.resolve("pg_hba.conf");
  }

  /**
   * Creates the data directory unless an earlier server has, and sets the password of both users.
   */
  void prepare(
      String database, String user, String x509User, Authentication authentication, String password)
      throws IOException {
    if (!Files.isDirectory(data)) {
      Path draft = home.resolve("data.partial");
      PrivateFiles.deleteRecursively(draft);
      initialize(draft);
      execute(
          draft,
          """
          CREATE ROLE %2$s LOGIN
          CREATE ROLE %3$s LOGIN IN ROLE %2$s
          ALTER ROLE %3$s SET role = '%2$s'
          GRANT pg_monitor, pg_checkpoint TO %2$s
          CREATE DATABASE %1$s OWNER %2$s
          """
              .formatted(database, user, x509User));
      Files.move(draft, data, StandardCopyOption.ATOMIC_MOVE);
    }
    String sql = authentication == Authentication.MD5 ? "SET password_encryption = 'md5'\n" : "";
    for (String role : List.of(user, x509User)) {
      sql += "ALTER ROLE " + role + " PASSWORD " + literal(password) + "\n";
    }
    execute(data, sql);
  }

  /** Writes {@code pg_hba.conf}. */
  void allow(String user, String x509User, Authentication authentication, boolean plain)
      throws IOException {
    String line = "%s all %s " + ADDRESS + "/32 " + authentication.method() + "%s\n";
    String lines = line.formatted(plain ? "host" : "hostssl", user, "");
    if (home.tls().isPresent()) {
      lines += line.formatted("hostssl", x509User, " clientcert=verify-ca");
    }
    PrivateFiles.write(hbaFile, lines.getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Starts the server.
   *
   * @param port 0 for a free one
   */
  int run(Map<String, String> options, int port) throws IOException {
    Map<String, String> all = new LinkedHashMap<>(options);
    all.put("hba_file", hbaFile.toString());
    all.put("listen_addresses", ADDRESS);
    all.put("unix_socket_directories", "");
    all.put("superuser_reserved_connections", "0");
    home.tls()
        .ifPresent(
            files -> {
              all.put("ssl", "on");
              all.put("ssl_cert_file", files.certificateFile().toString());
              all.put("ssl_key_file", files.keyFile().toString());
              all.put("ssl_ca_file", files.caFile().toString());
            });
    return home.runAt(
        port,
        "postgres",
        chosenPort -> {
          all.put("port", Integer.toString(chosenPort));
          // Out of the terminal's process group: PostgreSQL's own handler of Control-C stops it.
          List<String> command = new ArrayList<>(List.of("setsid"));
          command.addAll(prefix);
          // "Fast shutdown", which does not wait for clients.
          command.addAll(Watchdog.around(postgres(data, List.of(), all), home, "INT"));
          return command;
        },
        READY,
        "could not bind");
  }

  private void initialize(Path directory) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(programs.resolve("initdb").toString());
    command.addAll(List.of("--pgdata=" + directory, "--username=" + ROOT_ROLE, "--encoding=UTF8"));
    command.addAll(List.of("--no-locale", "--auth=reject", "--no-sync", "--no-instructions"));
    home.runToEnd("initdb", command, new byte[0]);
  }

  /** Executes statements, one a line, without a server. */
  private void execute(Path directory, String sql) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    // An error message does not quote the statement, which may contain the password.
    Map<String, String> options = Map.of("exit_on_error", "on", "log_min_error_statement", "panic");
    command.addAll(postgres(directory, List.of("--single"), options));
    command.add(ROOT_ROLE);
    home.runToEnd("postgres --single", command, sql.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns a command of the server's program. Commits are written to the operating system, not to
   * the disk.
   */
  private List<String> postgres(Path directory, List<String> mode, Map<String, String> options) {
    List<String> command = new ArrayList<>();
    command.add(programs.resolve("postgres").toString());
    command.addAll(mode);
    command.addAll(List.of("-D", directory.toString()));
    Map<String, String> all = new LinkedHashMap<>(options);
    all.put("fsync", "off");
    all.put("log_line_prefix", "");
    // In the data directory, where a killed server leaves nothing behind in /dev/shm.
    all.put("dynamic_shared_memory_type", "mmap");
    all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    return command;
  }

  /** Returns a string literal on one line, with all but letters and digits escaped. */
  private static String literal(String text) {
    return text.codePoints()
        .mapToObj(
            c ->
                Character.isLetterOrDigit(c) && c < 0x80
                    ? Character.toString(c)
                    : String.format("\\U%08X", c))
        .collect(Collectors.joining("", "E'", "'"));
  }
}
