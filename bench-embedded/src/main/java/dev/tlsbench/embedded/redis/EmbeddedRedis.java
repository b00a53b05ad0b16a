package dev.tlsbench.embedded.redis;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.PrivateFiles;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.process.LocalServer;
import dev.tlsbench.embedded.process.ServerHome;
import dev.tlsbench.embedded.process.ServerProgram;
import dev.tlsbench.embedded.process.UrlEncoding;
import dev.tlsbench.embedded.process.Watchdog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.jcajce.provider.digest.SHA256;
import org.jspecify.annotations.Nullable;

/**
 * Redis 6.2, from the library {@code redis-server}, which its users add. It needs Linux on x86-64
 * and OpenSSL 3 ({@code libssl.so.3}), which performs its TLS 1.2 and 1.3.
 *
 * <p>Defaults: TLS only, no client certificates; the user {@code default} with a random password;
 * data in a temporary directory. Plain connections, where they are allowed, have a port of their
 * own, which the URL names ({@code plainPort}).
 *
 * <p>With a {@linkplain Builder#directory directory} the data outlives the server: it is written
 * when the server is closed. If the server is killed, all changes since its start may be lost,
 * unless {@link Builder#appendOnly} is set.
 */
public final class EmbeddedRedis extends LocalServer {
  private static final Pattern READY = Pattern.compile("Ready to accept connections");
  private static final ServerProgram PROGRAM = new ServerProgram(EmbeddedRedis.class, "Redis", 10);
  private static final String NAME = "redis-server";

  private final String password;

  /** 0 for none beside the server's port. */
  private final int plainPort;

  private EmbeddedRedis(ServerHome home, int port, int plainPort, String password, boolean mutual) {
    super(home, port, mutual);
    this.plainPort = plainPort;
    this.password = password;
  }

  /** {@return a builder of a server, with the defaults} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@inheritDoc}
   *
   * @return {@code rediss://default:PASSWORD@127.0.0.1:PORT/0} with {@code tls}, {@code tlsCAFile}
   *     and, if the server has one, {@code plainPort}; {@code redis://…} of a plain server
   */
  @Override
  public String url() {
    String rest =
        "://default:%s@%s:%d/0".formatted(UrlEncoding.component(password), host(), port());
    String port = plainPort == 0 ? "" : "&plainPort=" + plainPort;
    return home.tls().isEmpty() ? "redis" + rest : "rediss" + rest + "?" + tlsOptions() + port;
  }

  private static void unpack(Path target) throws IOException {
    try (InputStream in = EmbeddedRedis.class.getResourceAsStream("/redis/" + NAME)) {
      if (in == null) {
        throw new StartFailedException(
            "Redis: its program is not on the class path; add redis-server, or name a server with"
                + " redis.url");
      }
      Path program = Files.createDirectories(target).resolve(NAME);
      Files.copy(in, program);
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Options of a server. Not safe for use by several threads. */
  public static final class Builder extends EmbeddedServerBuilder<Builder> {
    private boolean appendOnly;
    private int plainPort;
    private @Nullable String password;

    /** Creates a builder with the defaults; also called by the service loader. */
    public Builder() {}

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    public String databaseId() {
      return "redis";
    }

    @Override
    public String description() {
      return "embedded Redis 6.2";
    }

    @Override
    public List<String> libraries() {
      return List.of("redis-server-");
    }

    @Override
    public Builder like(EmbeddedServer earlier) {
      this.plainPort = ((EmbeddedRedis) earlier).plainPort;
      return super.like(earlier).password(((EmbeddedRedis) earlier).password);
    }

    /**
     * {@return this, with the password of the user {@code default}}
     *
     * @param text default 18 random bytes, in Base64
     */
    public Builder password(String text) {
      this.password = text;
      return this;
    }

    /**
     * Acknowledges a write only when it is on disk ({@code appendonly yes}, {@code appendfsync
     * always}), so that it outlives the server however that ends.
     */
    public Builder appendOnly() {
      this.appendOnly = true;
      return this;
    }

    /**
     * Starts the server.
     *
     * @throws InvalidSettingException if options contradict each other
     * @throws StartFailedException if the server does not start, its directory is in use, or Redis
     *     does not support this machine
     */
    @Override
    public EmbeddedRedis start() throws IOException {
      check();
      String secret = password == null ? UrlEncoding.random() : password;
      byte[] configuration = configuration(secret).getBytes(StandardCharsets.US_ASCII);
      String os = System.getProperty("os.name");
      Path program =
          PROGRAM.in(null, os, System.getProperty("os.arch"), EmbeddedRedis::unpack).resolve(NAME);
      ServerHome home = ServerHome.open(directory);
      try {
        if (tls) {
          home.addTls(authority, serverCertificate, keyType);
        }
        PrivateFiles.write(home.resolve("redis.conf"), configuration);
        int plain = !tls || !plainAllowed ? 0 : plainPort == 0 ? ServerHome.freePort() : plainPort;
        int boundTo =
            home.runAt(
                port,
                NAME,
                chosen -> {
                  String ports = "redis.conf --port %d --tls-port %d";
                  String given = ports.formatted(tls ? plain : chosen, tls ? chosen : 0);
                  List<String> command = new ArrayList<>(List.of(program.toString()));
                  command.addAll(List.of(given.split(" ", -1)));
                  return Watchdog.around(command, home, "TERM");
                },
                READY,
                "Address already in use");
        return new EmbeddedRedis(home, boundTo, plain, secret, clientCertificateRequired);
      } catch (StartFailedException e) {
        home.close();
        // As without OpenSSL 3, which the message then names.
        String remedy = "; or name a server with redis.url";
        throw new StartFailedException(e.getMessage() + remedy, e.logTail());
      } catch (IOException | RuntimeException e) {
        home.close();
        throw e;
      }
    }

    /** Returns the lines of a file in the server's directory, which it works in. */
    private String configuration(String secret) {
      byte[] digest = new SHA256.Digest().digest(secret.getBytes(StandardCharsets.UTF_8));
      String hash = HexFormat.of().formatHex(digest);
      // One save an hour, and so one at the end: more would disturb measurements.
      String all =
          """
          bind 127.0.0.1
          user default on #%s ~* &* +@all
          save 3600 1
          appendonly %s
          appendfsync always
          """
              .formatted(hash, appendOnly ? "yes" : "no");
      return tls ? all + tlsOptions() : all;
    }

    private String tlsOptions() {
      String usable =
          Stream.of("TLSv1.2", "TLSv1.3")
              .filter(protocol -> protocols.isEmpty() || protocols.contains(protocol))
              .filter(
                  protocol ->
                      cipherSuites.isEmpty()
                          || cipherSuites.stream().anyMatch(name -> TlsNames.fits(name, protocol)))
              .collect(Collectors.joining(" "));
      if (usable.isEmpty()) {
        throw new InvalidSettingException(
            "cipherSuites: none can be used with the protocols of the embedded Redis; add one");
      }
      return """
          tls-cert-file tls/server-cert.pem
          tls-key-file tls/server-key.pem
          tls-ca-cert-file tls/ca.pem
          tls-auth-clients %s
          tls-protocols "%s"
          """
              .formatted(clientCertificateRequired ? "yes" : "no", usable)
          + suites("tls-ciphersuites", cipherSuites.stream().filter(TlsNames::isTls13))
          + suites("tls-ciphers", cipherSuites.stream().filter(name -> !TlsNames.isTls13(name)));
    }

    private static String suites(String option, Stream<String> suites) {
      String names = suites.map(TlsNames::openSsl).collect(Collectors.joining(":"));
      return names.isEmpty() ? "" : option + " " + names + "\n";
    }
  }
}
