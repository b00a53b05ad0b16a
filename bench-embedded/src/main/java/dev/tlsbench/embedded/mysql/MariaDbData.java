package dev.tlsbench.embedded.mysql;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.process.ServerHome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** A MariaDB data directory and its users. */
final class MariaDbData {
  private final Path directory;

  private MariaDbData(Path directory) {
    this.directory = directory;
  }

  /**
   * Opens the data directory of an earlier server, or creates a new one: the system tables, without
   * any user, and an empty database.
   */
  static MariaDbData in(ServerHome home, MariaDbBinaries binaries, String database)
      throws IOException {
    MariaDbData data = new MariaDbData(home.resolve("data"));
    if (!Files.isDirectory(data.directory)) {
      Path draft = home.resolve("data.partial");
      PrivateFiles.deleteRecursively(draft);
      PrivateFiles.createDirectory(draft);
      bootstrap(home, binaries, draft, database);
      Files.move(draft, data.directory, StandardCopyOption.ATOMIC_MOVE);
    }
    return data;
  }

  /** Returns the server's options for its data, the same at every start. */
  static List<String> options(MariaDbBinaries binaries, Path directory) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "--no-defaults",
                "--basedir=" + binaries.base(),
                "--lc-messages-dir=" + binaries.share(),
                "--character-sets-dir=" + binaries.share().resolve("charsets"),
                "--datadir=" + directory,
                // A server deletes the temporary tables in this directory when
                // it starts.
                "--tmpdir=" + directory,
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_bin",
                "--innodb-undo-tablespaces=0",
                "--innodb-log-file-size=32M"));
    if (System.getProperty("user.name").equals("root")) {
      options.add(1, "--user=root");
    }
    return options;
  }

  Path directory() {
    return directory;
  }

  /**
   * Returns the statements that create a user with a password and the rights to flush tables and
   * resize the buffer pool, and another user that must also present a certificate. They contain the
   * password as its hash, which needs no quoting.
   */
  static String users(String database, String user, String x509User, String password) {
    String hash = nativePasswordHash(password);
    StringBuilder sql = new StringBuilder();
    for (String name : List.of(user, x509User)) {
      String account = "'" + name + "'@'%'";
      sql.append("CREATE USER IF NOT EXISTS ").append(account).append(";\n");
      sql.append("ALTER USER ").append(account);
      sql.append(" IDENTIFIED BY PASSWORD '").append(hash).append("'");
      sql.append(name.equals(x509User) ? " REQUIRE X509;\n" : " REQUIRE NONE;\n");
      sql.append("GRANT ALL ON ").append(database).append(".* TO ").append(account).append(";\n");
    }
    return sql + "GRANT RELOAD, SUPER ON *.* TO '" + user + "'@'%';\n";
  }

  private static void bootstrap(
      ServerHome home, MariaDbBinaries binaries, Path draft, String database) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(binaries.program().toString());
    command.addAll(options(binaries, draft));
    command.add("--bootstrap");
    command.add("--log-warnings=0");
    command.add("--enforce-storage-engine=");
    command.add("--max-allowed-packet=8M");
    home.runToEnd("mariadbd --bootstrap", command, statements(binaries, database));
  }

  /** Returns the SQL of {@code mariadb-install-db} without help texts, sys schema and users. */
  private static byte[] statements(MariaDbBinaries binaries, String database) throws IOException {
    ByteArrayOutputStream sql = new ByteArrayOutputStream();
    write(sql, "CREATE DATABASE mysql;\nUSE mysql;\nSET @auth_root_socket=NULL;\n");
    for (String file :
        List.of("system_tables.sql", "performance_tables.sql", "system_tables_data.sql")) {
      sql.write(Files.readAllBytes(binaries.share().resolve("mariadb_" + file)));
    }
    write(sql, "DELETE FROM mysql.global_priv WHERE User IN ('root', '');\n");
    write(sql, "DELETE FROM mysql.proxies_priv;\n");
    write(sql, "CREATE DATABASE " + database + ";\n");
    return sql.toByteArray();
  }

  private static void write(OutputStream out, String sql) throws IOException {
    out.write(sql.getBytes(StandardCharsets.UTF_8));
  }

  /** Hashes for {@code mysql_native_password}: an asterisk and SHA-1 of SHA-1. */
  private static String nativePasswordHash(String password) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
      return "*" + HexFormat.of().formatHex(sha1.digest(once)).toUpperCase(Locale.ROOT);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
