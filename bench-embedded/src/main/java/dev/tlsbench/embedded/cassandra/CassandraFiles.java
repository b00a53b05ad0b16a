package dev.tlsbench.embedded.cassandra;

import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.ServerTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.stream.Collectors;
import org.bouncycastle.crypto.generators.OpenBSDBCrypt;

/** The files that an {@link EmbeddedCassandra} reads at its start, in its directory. */
final class CassandraFiles {
  private static final String LOGGING =
      """
      <configuration>
        <appender name="STDOUT" class="ch.qos.logback.core.ConsoleAppender">
          <encoder><pattern>%d{HH:mm:ss.SSS} [%level] %msg%n</pattern></encoder>
        </appender>
        <root level="INFO"><appender-ref ref="STDOUT"/></root>
      </configuration>
      """;

  /** Without replicas, snapshots and hints; otherwise Cassandra's defaults. */
  private static final String SETTINGS =
      """
      cluster_name: tlsbench
      num_tokens: 1
      auto_bootstrap: false
      partitioner: org.apache.cassandra.dht.Murmur3Partitioner
      seed_provider:
        - class_name: org.apache.cassandra.locator.SimpleSeedProvider
          parameters:
            - seeds: "127.0.0.1"
      listen_address: 127.0.0.1
      rpc_address: 127.0.0.1
      start_native_transport: true
      endpoint_snitch: SimpleSnitch
      authenticator: PasswordAuthenticator
      authorizer: AllowAllAuthorizer
      role_manager: CassandraRoleManager
      auto_snapshot: false
      hinted_handoff_enabled: false
      read_request_timeout: 10000ms
      write_request_timeout: 10000ms
      """;

  /** The cost of a log-in's hash, Cassandra's default. */
  private static final int BCRYPT_ROUNDS = 10;

  private static final int SALT_BYTES = 16;

  private final ServerHome home;

  CassandraFiles(ServerHome home) {
    this.home = home;
  }

  Path settings() {
    return home.resolve("cassandra.yaml");
  }

  Path logging() {
    return home.resolve("logback.xml");
  }

  Path statements() {
    return home.resolve("first.cql");
  }

  /**
   * Writes the settings.
   *
   * @param batch whether a write is on disk when it is acknowledged
   * @param encryption {@code client_encryption_options}
   */
  void write(boolean batch, String encryption) throws IOException {
    String commitLog =
        batch
            ? "commitlog_sync: batch\n"
            : "commitlog_sync: periodic\ncommitlog_sync_period: 10000ms\n";
    write(settings(), SETTINGS + commitLog + encryption);
    write(logging(), LOGGING);
  }

  /** Returns {@code client_encryption_options} of a plain server. */
  static String plain() {
    return "client_encryption_options:\n  enabled: false\n";
  }

  /**
   * Returns {@code client_encryption_options}, and writes the store of the authority.
   *
   * @param plainToo whether plain connections are accepted, on the same port
   * @param clientCertificate whether clients with TLS must show a certificate
   * @param protocols empty for the server's own choice
   * @param cipherSuites empty for the server's own choice
   */
  String tls(
      boolean plainToo,
      boolean clientCertificate,
      List<String> protocols,
      List<String> cipherSuites)
      throws IOException {
    ServerTls files = home.tlsFiles();
    Path trusted = files.caFile().resolveSibling("trust.p12");
    PrivateFiles.write(trusted, trustStore(files.caFile()));
    String options =
        """
        client_encryption_options:
          enabled: true
          optional: %s
          keystore: %s
          keystore_password: %s
          truststore: %s
          truststore_password: %3$s
          store_type: PKCS12
          require_client_auth: %s
        """
            .formatted(
                plainToo,
                quoted(files.keyStoreFile().toString()),
                ServerTls.STORE_PASSWORD,
                quoted(trusted.toString()),
                clientCertificate);
    return options + list("accepted_protocols", protocols) + list("cipher_suites", cipherSuites);
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

  private static byte[] trustStore(Path caFile) throws IOException {
    try (InputStream pem = Files.newInputStream(caFile)) {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, ServerTls.STORE_PASSWORD.toCharArray());
      return bytes.toByteArray();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot make a PKCS12 store", e);
    }
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
        statements(),
        """
        INSERT INTO system_auth.roles (role, is_superuser, can_login, salted_hash) VALUES ('%s', true, true, '%s')
        DELETE FROM system_auth.roles WHERE role = 'cassandra'
        CREATE KEYSPACE IF NOT EXISTS %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}
        """
            .formatted(user, hash, keyspace));
  }

  private static void write(Path file, String text) throws IOException {
    PrivateFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
  }
}
