package dev.tlsbench.embedded.cassandra;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.ServerTls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** The files that an {@link EmbeddedCassandra} reads at its start, in its directory. */
final class CassandraFiles {
  static final String SETTINGS = "cassandra.yaml";
  static final String LOGGING = "logback.xml";
  static final String JVM_OPTIONS = "jvm.options";
  static final String STATEMENTS = "first.cql";

  /**
   * The cost of a log-in's hash, bcrypt's least. A slow hash, such as Cassandra's default of 10,
   * protects passwords that can be guessed, and each new connection would wait for it.
   */
  private static final int BCRYPT_ROUNDS = 4;

  private static final int SALT_BYTES = 16;

  private final ServerHome home;

  CassandraFiles(ServerHome home) {
    this.home = home;
  }

  /** Writes what does not depend on users. */
  void write(String more) throws IOException {
    write(SETTINGS, resource(SETTINGS) + more);
    write(LOGGING, resource(LOGGING));
    write(JVM_OPTIONS, resource(JVM_OPTIONS));
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = CassandraFiles.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private void write(String name, String text) throws IOException {
    PrivateFiles.write(home.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns {@code client_encryption_options}.
   *
   * @param clientCertificate whether clients with TLS must show a certificate
   * @param protocols empty for the server's own choice
   * @param cipherSuites empty for the server's own choice
   */
  String tls(
      boolean plainToo,
      boolean clientCertificate,
      List<String> protocols,
      List<String> cipherSuites) {
    ServerTls files = home.tlsFiles();
    return """
        client_encryption_options:
          enabled: true
          optional: %s
          keystore: %s
          keystore_password: %s
          truststore: %s
          truststore_password: %3$s
          store_type: JKS
          require_client_auth: %s
        """
            .formatted(
                plainToo,
                quoted(files.keyStoreFile().toString()),
                ServerTls.STORE_PASSWORD,
                quoted(files.trustStoreFile().toString()),
                clientCertificate)
        + list("accepted_protocols", protocols)
        + list("cipher_suites", cipherSuites);
  }

  private static String list(String option, List<String> names) {
    return names.isEmpty()
        ? ""
        : names.stream()
            .map(CassandraFiles::quoted)
            .collect(Collectors.joining(", ", "  " + option + ": [", "]\n"));
  }

  /** Returns a scalar in single quotes (YAML 1.2, section 7.3.2). */
  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /**
   * Writes the first statements: a user with all rights in place of Cassandra's default one, whose
   * password everyone knows, and a keyspace.
   */
  void writeStatements(String user, String password, String keyspace) throws IOException {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    String hash = OpenBSDBCrypt.generate("2a", password.toCharArray(), salt, BCRYPT_ROUNDS);
    write(
        STATEMENTS,
        """
        INSERT INTO system_auth.roles (role, is_superuser, can_login, salted_hash) \
        VALUES ('%s', true, true, '%s')
        DELETE FROM system_auth.roles WHERE role = 'cassandra'
        CREATE KEYSPACE IF NOT EXISTS %s \
        WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}
        """
            .formatted(user, hash, keyspace));
  }
}
