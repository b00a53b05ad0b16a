package dev.tlsbench.embedded.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.ClassArchive;
import dev.tlsbench.embedded.process.LocalServer;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.ServerProgram;
import dev.tlsbench.embedded.process.Watchdog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A MongoDB-compatible server, mongo-java-server, in a JVM of its own.
 *
 * <p>Defaults: TLS only, no client certificates, data in memory. Its TLS implementation is the one
 * of the JDK that runs this process, with its protocols, suites and groups; sessions resume under
 * TLS 1.2 and 1.3. It inherits the policy on weak algorithms from the JVM that starts it, see
 * {@link LegacyTls}.
 *
 * <pre>{@code
 * try (EmbeddedMongo mongo = EmbeddedMongo.start()) {
 *   connect(mongo.url()); // mongodb://127.0.0.1:34567/ycsb?tls=true&tlsCAFile=/tmp/…/ca.pem
 * }
 * }</pre>
 *
 * <p>With a {@linkplain Builder#directory directory} the data outlives the server. A normal
 * shutdown loses nothing, and neither does the death of the process that started the server: the
 * server then closes its file itself. If the server itself is killed, or the machine stops, writes
 * of the last 100 ms may be lost, as with a MongoDB server without {@code j: true}. Data that
 * cannot be read is set aside with a logged warning, and the server starts without.
 *
 * <p>It has no users and no access control: every process of this machine may connect to it.
 */
public final class EmbeddedMongo extends LocalServer {
  private static final Pattern READY =
      Pattern.compile("^(?:\\[WARN\\] (.*)\\n)?listening on port (\\d+)$", Pattern.MULTILINE);

  private EmbeddedMongo(ServerHome home, int port, boolean mutual) {
    super(home, port, mutual);
  }

  /**
   * Starts a server with the defaults.
   *
   * @throws StartFailedException if it does not start
   */
  public static EmbeddedMongo start() throws IOException {
    return builder().start();
  }

  /** {@return a builder of a server, with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@inheritDoc}
   *
   * @return {@code mongodb://127.0.0.1:PORT/ycsb}, with {@code tls}, {@code tlsCAFile} and, if the
   *     server requires one, {@code tlsCertificateKeyFile}
   */
  @Override
  public String url() {
    String url = "mongodb://" + host() + ":" + port() + "/ycsb";
    return home.tls().isEmpty() ? url : url + "?" + tlsOptions();
  }

  /** Options of a server. Not safe for use by several threads. */
  public static final class Builder extends EmbeddedServerBuilder<Builder> {
    private List<String> namedGroups = List.of();

    /** Creates a builder with the defaults; also called by the service loader. */
    public Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    public String databaseId() {
      return "mongodb";
    }

    @Override
    public String description() {
      return "embedded test server (mongo-java-server), not MongoDB";
    }

    @Override
    public Optional<String> tlsRemark() {
      return Optional.of(
          "The server is mongo-java-server, a test server in Java: both its operations and its TLS,"
              + " which is the JDK's, cost other times than MongoDB's.");
    }

    @Override
    public List<String> libraries() {
      return List.of("mongo-java-server", "h2-");
    }

    /**
     * Limits the groups of the server's key exchange.
     *
     * @param names such as {@code x25519} and {@code secp256r1}; the JDK ignores unknown names;
     *     none, the default, for the JDK's own choice
     */
    public Builder namedGroups(String... names) {
      this.namedGroups = List.of(names);
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws InvalidSettingException if options contradict each other
     * @throws StartFailedException if the server does not start, or its directory is in use
     */
    @Override
    public EmbeddedMongo start() throws IOException {
      check();
      ServerHome home = ServerHome.open(directory);
      try {
        if (tls) {
          home.addTls(authority, serverCertificate, keyType);
        }
        MatchResult ready =
            home.run("mongo-java-server", Watchdog.apart(command(home)), Map.of(), READY);
        if (ready.group(1) != null) {
          System.getLogger(EmbeddedMongo.class.getName()).log(Level.WARNING, ready.group(1));
        }
        return new EmbeddedMongo(home, Integer.parseInt(ready.group(2)), clientCertificateRequired);
      } catch (IOException | RuntimeException e) {
        home.close();
        throw e;
      }
    }

    private List<String> command(ServerHome home) {
      List<String> command = new ArrayList<>();
      Path java = Path.of(System.getProperty("java.home"), "bin", "java");
      String classPath = MongoClassPath.get();
      command.add(java.toString());
      command.addAll(new ClassArchive(java, classPath).options("mongo-java-server"));
      command.add("-Dslf4j.internal.verbosity=ERROR");
      if (LegacyTls.isAllowed()) {
        command.add(LegacyTls.jvmArgument());
      }
      if (!namedGroups.isEmpty()) {
        command.add("-Djdk.tls.namedGroups=" + String.join(",", namedGroups));
      }
      command.addAll(ServerProgram.jvmOptions());
      command.add("-cp");
      command.add(classPath);
      command.add(MongoServerMain.class.getName());
      command.add("port=" + port);
      home.temporaryPath()
          .ifPresentOrElse(
              path -> command.add("delete=" + path),
              () -> command.add("store=" + home.resolve("mongo.mv")));
      home.tls()
          .ifPresent(
              files -> {
                command.add("keyStore=" + files.keyStoreFile());
                command.add("caFile=" + files.caFile());
                if (LegacyTls.isAllowed()) {
                  command.add("legacy=allowed");
                }
                if (plainAllowed) {
                  command.add("plain=allowed");
                }
                if (clientCertificateRequired) {
                  command.add("clientCertificate=required");
                }
                addNames(command, "protocols", protocols);
                addNames(command, "cipherSuites", cipherSuites);
              });
      return command;
    }

    private static void addNames(List<String> command, String option, List<String> names) {
      if (!names.isEmpty()) {
        command.add(option + "=" + String.join(",", names));
      }
    }
  }
}
