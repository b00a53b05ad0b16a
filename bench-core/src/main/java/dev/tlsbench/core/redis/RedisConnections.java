package dev.tlsbench.core.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DialedSocket;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.DriverStores;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.FailureTable;
import dev.tlsbench.core.url.FailureTable.Row;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.DefaultRedisCredentials;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisCredentials;
import redis.clients.jedis.RedisCredentialsProvider;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Connections to Redis or Valkey, plain or over TLS, and the record of them.
 *
 * <p>Each call of {@link #connect} makes a new connection with Jedis, which speaks RESP2; there is
 * no pool. Over TLS all of them share one {@link TlsContext}, so sessions resume; with Jedis' own
 * TLS none does. The ledger records every connection, plain ones too.
 *
 * <p>Safe to share between threads; a connection is not.
 */
public final class RedisConnections implements Connections {
  private static final FailureTable TABLE =
      new FailureTable(
          List.of(
              new Row(
                  JedisAccessControlException.class,
                  Reason.LOGIN,
                  "authentication failed: {0}; check user name and password in the URL, or"
                      + " redis.password"),
              new Row(
                  JedisDataException.class,
                  Reason.OTHER,
                  "the server refuses the connection: {0}; check the URL and the server's settings"),
              new Row(
                  SocketTimeoutException.class,
                  Reason.TIMEOUT,
                  "the server accepted the connection but did not answer in time"
                      + " (connectTimeoutMS); is this a Redis port? {2}"),
              new Row(SSLException.class, Reason.HANDSHAKE, "TLS failed: {0}; {2}"),
              new Row(
                  Throwable.class,
                  Reason.OTHER,
                  "the server closed the connection, as in protected mode, or its answer is in another"
                      + " protocol; {2}")));

  private final RedisUrl url;
  private final TlsLedger ledger;
  private final @Nullable TlsContext context;
  private final JedisSocketFactory sockets;
  private final JedisClientConfig config;
  private final TlsSettings settings;
  private volatile boolean answered;

  RedisConnections(RedisUrl url, TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    settings.requireDefaultsOfDriver("Jedis");
    this.url = url;
    this.ledger = ledger;
    this.settings = settings;
    TlsContext tls = settings.enabled() ? TlsContext.open(settings, ledger) : null;
    SslOptions own =
        tls == null || !settings.byDriver() ? null : driverTls(settings, tls.driverStores());
    this.context = tls;
    this.sockets = () -> connected(new JedisSocket(tls, own, dialer, ledger));
    this.config =
        DefaultJedisClientConfig.builder()
            .autoNegotiateProtocol(false)
            .credentialsProvider(new LogIn(url, dialer))
            .database(url.number())
            .build();
  }

  /** Connects a socket with the options of Jedis' own, and limits answers until the log-in ends. */
  private Socket connected(Socket socket) {
    HostAddress host = url.hosts().get(0);
    int timeout = (int) url.connectTimeout().toMillis();
    try {
      socket.setReuseAddress(true);
      socket.setKeepAlive(true);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeout);
      socket.connect(new InetSocketAddress(host.host(), host.port()), timeout);
      // After the handshake, whose last alert would be lost.
      socket.setSoLinger(true, 0);
      return socket;
    } catch (IOException e) {
      throw new JedisConnectionException(e);
    }
  }

  /** Returns the TLS settings as Jedis' own options. */
  private static SslOptions driverTls(TlsSettings settings, DriverStores stores) {
    char[] password = stores.password().toCharArray();
    SslVerifyMode mode =
        settings.trust().allowInvalidHostnames() ? SslVerifyMode.CA : SslVerifyMode.FULL;
    SslOptions.Builder options =
        SslOptions.builder()
            .keyStoreType(DriverStores.TYPE)
            .trustStoreType(DriverStores.TYPE)
            .sslVerifyMode(
                settings.trust().allowInvalidCertificates() ? SslVerifyMode.INSECURE : mode);
    stores.authoritiesFile().ifPresent(file -> options.truststore(file.toFile(), password));
    stores.keyFile().ifPresent(file -> options.keystore(file.toFile(), password));
    return options.build();
  }

  /**
   * Makes a connection, to be closed by the caller. The first one is asked whether it may send
   * commands: Jedis ignores the answers to its greeting, even those that demand a log-in.
   */
  public Jedis connect() throws ConnectFailedException {
    Jedis jedis = null;
    try {
      jedis = new Jedis(sockets, config);
      if (!answered) {
        requireAnswer(jedis);
        answered = true;
      }
      jedis
          .getConnection()
          .setSoTimeout(
              url.requestTimeout()
                  .map(limit -> (int) limit.toMillis())
                  .orElse(Protocol.DEFAULT_TIMEOUT));
      return jedis;
    } catch (JedisException e) {
      close(jedis);
      ConnectFailedException explained =
          // The exception of the socket is more precise than Jedis' own.
          Causes.find(e, ConnectFailedException.class)
              .map(RedisUrl.TLS::inOwnWords)
              .orElseGet(
                  () -> TABLE.explain(url.hosts().get(0).toString(), e, settings, url.secrets()));
      ledger.recordFailure(explained);
      throw explained;
    }
  }

  /** Closes a connection; a failure to do so has closed it, too. */
  public static void close(@Nullable Jedis jedis) {
    try {
      if (jedis != null) {
        jedis.close();
      }
    } catch (JedisException e) {
      // It could not send what it had left to send.
    }
  }

  /** Accepts that this user may not send this command. */
  private static void requireAnswer(Jedis jedis) {
    try {
      jedis.ping();
    } catch (JedisAccessControlException e) {
      if (!String.valueOf(e.getMessage()).startsWith("NOPERM")) {
        throw e;
      }
    }
  }

  /** Returns {@link #connect} for {@code Jedis}: a new connection, to be closed by the caller. */
  @Override
  public <T> T driver(Class<T> type) throws ConnectFailedException {
    if (type == Jedis.class) {
      return type.cast(connect());
    }
    throw new InvalidSettingException(
        type.getName() + ": no such object of Jedis; ask for redis.clients.jedis.Jedis");
  }

  @Override
  public TlsLedger ledger() {
    return ledger;
  }

  /** Describes the failure of a request in one line, without secrets. */
  public String explain(Exception thrown) {
    return FailureTable.message(thrown, url.secrets())
        + (thrown instanceof JedisRedirectionException
            ? "; this server is part of a cluster, which is not supported: name one that is not"
            : "");
  }

  /** Frees the TLS context. Callers must close their connections first. */
  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }

  /** Lends user and password for the log-in, and tells the dialer of its end. */
  private record LogIn(RedisUrl url, Dialer dialer) implements RedisCredentialsProvider {
    @Override
    public RedisCredentials get() {
      return new DefaultRedisCredentials(url.user().orElse(null), url.password().orElse(null));
    }

    @Override
    public void cleanUp() {
      if (url.user().isPresent()) {
        dialer.loggedIn();
      }
    }
  }

  /**
   * A socket for Jedis. Where the settings leave TLS to Jedis, the handshake is that of its {@code
   * SslOptions}, which makes a context for each connection, so that none resumes.
   */
  private static final class JedisSocket extends DialedSocket {
    private final @Nullable SslOptions own;

    JedisSocket(
        @Nullable TlsContext tls, @Nullable SslOptions own, Dialer dialer, TlsLedger ledger) {
      super(tls, dialer, ledger);
      this.own = own;
    }

    @Override
    protected Socket encrypted(TlsContext with, String host, int port, Duration connect)
        throws ConnectFailedException {
      SslOptions options = own;
      return options == null
          ? super.encrypted(with, host, port, connect)
          : with.startTls(tcp(), host, port, connect, () -> handshake(options, host, port));
    }

    /** Performs the handshake as {@code DefaultJedisSocketFactory} does. */
    private SSLSocket handshake(SslOptions options, String host, int port) throws IOException {
      try {
        SSLSocketFactory factory = options.createSslContext().getSocketFactory();
        SSLSocket socket = (SSLSocket) factory.createSocket(tcp(), host, port, true);
        socket.setSSLParameters(options.getSslParameters());
        socket.startHandshake();
        return socket;
      } catch (GeneralSecurityException e) {
        throw new SSLException(e.getMessage(), e);
      }
    }
  }
}
