package dev.tlsbench.embedded.cassandra;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.LocalServer;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.ServerProgram;
import dev.tlsbench.embedded.process.UrlEncoding;
import dev.tlsbench.embedded.process.Watchdog;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Apache Cassandra 5.0, one node in a JVM of its own, from the library {@code cassandra-server},
 * which its users add.
 *
 * <p>Defaults: TLS only, no client certificates; an empty keyspace {@code ycsb}, not replicated; a
 * user {@code ycsb} with all rights and a random password, and no other; data in a temporary
 * directory; a heap of 512 MB.
 *
 * <p>Its TLS is BoringSSL's, of netty-tcnative. It offers TLS 1.2 and 1.3, and resumes sessions.
 *
 * <p>Cassandra runs on Java 17 to 21. If this process has a newer one, another is looked for: in
 * the environment, in variables such as {@code JAVA_HOME} and {@code JAVA17_HOME}, and where
 * systems install them, such as {@code /usr/lib/jvm}. The server needs Linux on x86-64, and about
 * ten seconds to start.
 *
 * <p>With a {@linkplain Builder#directory directory} the data outlives the server. If the server is
 * killed, writes of about the last 100 ms may be lost, unless {@link Builder#batchCommitLog} is
 * set.
 *
 * <p>The first start on a machine copies 60 MB, into {@code tlsbench} in {@code $XDG_CACHE_HOME} or
 * {@code ~/.cache}.
 */
public final class EmbeddedCassandra extends LocalServer {
  private static final Pattern READY = Pattern.compile("^ready for clients$", Pattern.MULTILINE);

  private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";
  private static final String KEYSPACE = "ycsb";
  private static final String USER = "ycsb";

  private final String password;

  private EmbeddedCassandra(ServerHome home, int port, String password, boolean mutual) {
    super(home, port, mutual);
    this.password = password;
  }

  /**
   * Starts a server with the defaults.
   *
   * @throws StartFailedException if it does not start, or does not support this machine
   */
  public static EmbeddedCassandra start() throws IOException {
    return builder().start();
  }

  /** {@return a builder of a server, with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /** {@return the user's password, random unless the builder has set it} */
  public String password() {
    return password;
  }

  /**
   * {@inheritDoc}
   *
   * @return {@code cassandra://ycsb:PASSWORD@127.0.0.1:PORT/ycsb?protocolVersion=5}, with {@code
   *     tls}, {@code tlsCAFile} and, if the server requires one, {@code tlsCertificateKeyFile}
   */
  @Override
  public String url() {
    // Without the version the driver would first try others, each with a handshake.
    String url =
        "cassandra://%s:%s@%s:%d/%s?protocolVersion=5"
            .formatted(USER, UrlEncoding.component(password), host(), port(), KEYSPACE);
    return home.tls().isEmpty() ? url : url + "&" + tlsOptions();
  }

  /** Options of a server. Not safe for use by several threads. */
  public static final class Builder extends EmbeddedServerBuilder<Builder> {
    private static final Pattern CIPHER_SUITES =
        Pattern.compile(
            "TLS_ECDHE_(ECDSA|RSA)_WITH_"
                + "(AES_128_GCM_SHA256|AES_256_GCM_SHA384|CHACHA20_POLY1305_SHA256)");

    private boolean batch;
    private @Nullable String password;

    /** Creates a builder with the defaults; also called by the service loader. */
    public Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    public boolean isSlowToWarmUp() {
      return true;
    }

    @Override
    public String databaseId() {
      return "cassandra";
    }

    @Override
    public String description() {
      return "embedded Cassandra 5.0.6";
    }

    @Override
    public List<String> libraries() {
      return List.of("cassandra-server-");
    }

    @Override
    public Builder like(EmbeddedServer earlier) {
      return super.like(earlier).password(((EmbeddedCassandra) earlier).password());
    }

    /**
     * Sets the user's password. The server keeps bcrypt's hash of it at the least cost, 2⁴ rounds,
     * which does not protect one that can be guessed.
     *
     * @param text default 18 random bytes, in Base64; Cassandra lets in no client with an empty one
     */
    public Builder password(String text) {
      this.password = text;
      return this;
    }

    /**
     * Limits the cipher suites to some of TLS 1.2. That switches TLS 1.3 off, of whose suites
     * BoringSSL always takes all.
     *
     * @param names IANA names of suites of TLS 1.2; none, the default, for the server's own choice
     * @throws InvalidSettingException if the server lacks one, or it is of TLS 1.3
     */
    @Override
    public Builder cipherSuites(String... names) {
      for (String name : names) {
        if (!CIPHER_SUITES.matcher(name).matches()) {
          throw new InvalidSettingException(
              "cipherSuites: the embedded Cassandra cannot be limited to '"
                  + name
                  + "'; choose from "
                  + CIPHER_SUITES);
        }
      }
      return super.cipherSuites(names);
    }

    /**
     * Acknowledges a write only when it is on disk ({@code commitlog_sync: batch}), so that it
     * outlives the machine. By default, as in Cassandra, writes are synchronized every ten seconds
     * ({@code periodic}).
     */
    public Builder batchCommitLog() {
      this.batch = true;
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws InvalidSettingException if options contradict each other
     * @throws StartFailedException if the server does not start, its directory is in use, Cassandra
     *     does not support this machine, or there is no Java for it
     */
    @Override
    public EmbeddedCassandra start() throws IOException {
      check();
      Path jars =
          CassandraBinaries.in(null, System.getProperty("os.name"), System.getProperty("os.arch"));
      Path java = CassandraJvm.home().resolve("bin/java");
      ServerHome home = ServerHome.open(directory);
      try {
        if (tls) {
          home.addTls(authority, serverCertificate, keyType);
        }
        CassandraFiles files = new CassandraFiles(home);
        files.write(
            (batch
                    ? "commitlog_sync: batch\n"
                    : "commitlog_sync: periodic\ncommitlog_sync_period: 10000ms\n")
                + encryption(files));
        String secret = password == null ? UrlEncoding.random() : password;
        files.writeStatements(USER, secret, KEYSPACE);
        // For messages between nodes, of which there are none.
        int storagePort = ServerHome.freePort();
        int boundTo =
            home.runAt(
                port,
                "Cassandra",
                chosenPort ->
                    Watchdog.around(
                        command(java, jars, home, chosenPort, storagePort),
                        home,
                        // Data that is deleted anyway need not be flushed.
                        home.temporaryPath().isPresent() ? "KILL" : "TERM"),
                READY,
                "Failed to bind port");
        Files.delete(home.resolve(CassandraFiles.STATEMENTS));
        return new EmbeddedCassandra(home, boundTo, secret, clientCertificateRequired);
      } catch (IOException | RuntimeException e) {
        home.close();
        throw e;
      }
    }

    private String encryption(CassandraFiles files) {
      return tls
          ? files.tls(
              plainAllowed && !secureTransportRequired,
              clientCertificateRequired,
              protocols,
              cipherSuites)
          : "client_encryption_options:\n  enabled: false\n";
    }

    private List<String> command(
        Path java, Path jars, ServerHome home, int clientPort, int storagePort) {
      List<String> command = new ArrayList<>();
      command.add(java.toString());
      command.add("@" + home.resolve(CassandraFiles.JVM_OPTIONS));
      command.add("-Dcassandra.config=" + home.resolve(CassandraFiles.SETTINGS).toUri());
      command.add("-Dcassandra.storagedir=" + home.resolve("data"));
      // A library unpacks its native code, and a server that is killed leaves it there.
      command.add("-Djava.io.tmpdir=" + home.path());
      command.add("-Dlogback.configurationFile=" + home.resolve(CassandraFiles.LOGGING));
      command.add("-Dcassandra.native_transport_port=" + clientPort);
      command.add("-Dcassandra.storage_port=" + storagePort);
      command.addAll(ServerProgram.jvmOptions());
      command.add("-cp");
      command.add(jars + "/*" + File.pathSeparator + ServerProgram.placeOf(CassandraMain.class));
      command.add(CassandraMain.class.getName());
      command.add(DAEMON);
      command.add(home.resolve(CassandraFiles.STATEMENTS).toString());
      return command;
    }
  }
}
