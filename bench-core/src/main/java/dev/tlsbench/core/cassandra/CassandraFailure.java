package dev.tlsbench.core.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.UnsupportedProtocolVersionException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.ConnectionInitException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsDialect;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Translates the driver's exceptions into one line with cause and remedy. */
final class CassandraFailure {
  /** The end of the driver's messages on a log-in that the server has refused. */
  private static final Pattern REFUSED = Pattern.compile("server replied with '(.*)' to Auth");

  private static final Pattern DATACENTERS = Pattern.compile("different DCs: ([^;]*);");

  private final CassandraUrl url;
  private final TlsSettings tls;

  /** Creates a translator for one client. */
  CassandraFailure(CassandraUrl url, TlsSettings tls) {
    this.url = url;
    this.tls = tls;
  }

  /** Explains a failure to connect. */
  ConnectFailedException explain(Throwable failure, Optional<ConnectFailedException> handshake) {
    Map<Node, List<Throwable>> all =
        Causes.find(failure, AllNodesFailedException.class)
            .map(AllNodesFailedException::getAllErrors)
            .orElse(Map.of());
    ConnectFailedException explained = ofFirst(failure, handshake);
    return all.size() < 2
        ? explained
        : explained.and(" (all " + all.size() + " servers of the URL have failed)");
  }

  private ConnectFailedException ofFirst(
      Throwable failure, Optional<ConnectFailedException> handshake) {
    Optional<Map.Entry<Node, Throwable>> first = first(failure);
    String server =
        first
            .map(node -> ServerEndPoint.server(node.getKey().getEndPoint()).toString())
            .orElseGet(() -> HostAddress.list(url.hosts()));
    Throwable thrown = first.map(Map.Entry::getValue).orElse(failure);
    Optional<Throwable> tcp =
        all(thrown)
            .filter(e -> e instanceof ConnectException || e instanceof UnknownHostException)
            .findFirst();
    boolean noTls = isOf(thrown, "NotSslRecordException");
    if (!noTls && handshake.isPresent() && !isAnswer(thrown)) {
      return handshake.get();
    }
    if (!noTls && tcp.isPresent()) {
      return ConnectFailedException.ofTcp(server, tcp.get());
    }
    boolean login = Causes.find(thrown, AuthenticationException.class).isPresent();
    return new ConnectFailedException(
        noTls ? Reason.NO_TLS : login ? Reason.LOGIN : Reason.OTHER,
        server + ": " + (noTls ? noTls(handshake) : reason(thrown)),
        url.secrets().harmless(failure).orElse(null));
  }

  /** Describes a failed request in one line: the reason of the first server that was tried. */
  String ofRequest(Throwable failure) {
    if (Causes.find(failure, NoNodeAvailableException.class).isPresent()) {
      return "no server is connected; check that they run";
    }
    Throwable thrown = first(failure).map(Map.Entry::getValue).orElse(failure);
    return Causes.find(thrown, DriverTimeoutException.class).isPresent()
        ? "no answer in time (requestTimeoutMS): " + said(thrown)
        : said(thrown);
  }

  private static Optional<Map.Entry<Node, Throwable>> first(Throwable failure) {
    return Causes.find(failure, AllNodesFailedException.class).stream()
        .flatMap(all -> all.getAllErrors().entrySet().stream())
        .filter(errors -> !errors.getValue().isEmpty())
        .map(errors -> Map.entry(errors.getKey(), errors.getValue().get(0)))
        .findFirst();
  }

  /** Returns the causes, and what was suppressed beside them: the driver does so with its TCP. */
  private static Stream<Throwable> all(Throwable thrown) {
    return Causes.of(thrown)
        .flatMap(cause -> Stream.concat(Stream.of(cause), Stream.of(cause.getSuppressed())));
  }

  /** Returns whether an exception of Netty or the driver, of a class not public, has occurred. */
  private static boolean isOf(Throwable thrown, String type) {
    return all(thrown).anyMatch(cause -> cause.getClass().getSimpleName().equals(type));
  }

  /** Explains bytes that are no record of TLS; Netty has shown them to no engine. */
  private static String noTls(Optional<ConnectFailedException> handshake) {
    return handshake.filter(begun -> begun.reason() == Reason.HANDSHAKE).isPresent()
        ? "the server sent bytes that are no TLS in the middle of the TLS handshake; its log may say"
            + " why, or something in between spoils them"
        : "the server does not speak TLS on this port; connect in plain text, or to its TLS port";
  }

  /** Returns whether the server has answered, after a handshake if there was one. */
  private static boolean isAnswer(Throwable thrown) {
    return Causes.of(thrown)
        .anyMatch(
            cause ->
                cause instanceof AuthenticationException
                    || cause instanceof InvalidKeyspaceException
                    || cause instanceof UnsupportedProtocolVersionException);
  }

  private String reason(Throwable thrown) {
    if (Causes.find(thrown, InvalidKeyspaceException.class).isPresent()) {
      String keyspace = url.database().orElse("");
      return "there is no keyspace "
          + keyspace
          + "; create it, for example with CREATE KEYSPACE "
          + keyspace
          + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}, or name"
          + " another one in the URL";
    }
    Matcher datacenters = DATACENTERS.matcher(String.valueOf(thrown.getMessage()));
    if (datacenters.find()) {
      return "the hosts of the URL are in several data centres ("
          + url.secrets().hide(datacenters.group(1))
          + "); name the one to use with localDatacenter";
    }
    return Causes.find(thrown, AuthenticationException.class)
        .map(refused -> login(said(refused)))
        .or(() -> Causes.find(thrown, UnsupportedProtocolVersionException.class).map(this::version))
        .orElseGet(() -> ofConnection(thrown));
  }

  private String login(String said) {
    Matcher refused = REFUSED.matcher(said);
    return refused.find()
        ? "authentication failed: "
            + refused.group(1)
            + "; check user name and password in the URL, or cassandra.username and"
            + " cassandra.password"
        : "the server asks for user and password, and the URL has none; write both in front of the"
            + " host, or give cassandra.username and cassandra.password";
  }

  private String version(UnsupportedProtocolVersionException failure) {
    return url.protocolVersion().isPresent()
        ? "the server does not support version "
            + url.protocolVersion().get()
            + " of the protocol; leave protocolVersion out, so that both agree on one"
        : "the server supports none of the protocol versions "
            + failure.getAttemptedVersions()
            + "; it must be Cassandra 2.1 or later";
  }

  private String ofConnection(Throwable thrown) {
    Optional<SSLException> ssl = Causes.find(thrown, SSLException.class);
    Throwable root = Causes.root(thrown);
    // Netty wraps the loss of a connection on which it was about to write.
    boolean lost = root instanceof IOException && !(root instanceof SSLException);
    if (ssl.isPresent() && !lost) {
      return "TLS failed: " + said(ssl.get()) + "; " + TlsDialect.closedBecause(tls);
    }
    String port =
        "is this a Cassandra port"
            + (tls.enabled() ? "?" : ", and does it expect TLS? then say tls=true");
    if (Causes.find(thrown, DriverTimeoutException.class).isPresent()) {
      return "the server accepted the connection but did not answer within "
          + url.connectTimeout().toMillis()
          + " ms (connectTimeoutMS); "
          + port;
    }
    if (root instanceof FrameTooLongException || isOf(thrown, "FrameDecodingException")) {
      return "the answer is in another protocol; " + port;
    }
    return Causes.find(thrown, ClosedConnectionException.class).isPresent()
            || root instanceof ConnectionInitException
            || root instanceof IOException
        ? "the server closed the connection without an answer; " + TlsDialect.closedBecause(tls)
        : said(thrown) + "; check the URL and the server's log";
  }

  /** Describes a handshake that was not done in time. */
  static ConnectFailedException late(HostAddress server, TlsSettings tls) {
    return new ConnectFailedException(
        Reason.TIMEOUT,
        server
            + ": the TLS handshake was not done within "
            + tls.handshakeTimeout().toMillis()
            + " ms; check that the server speaks TLS on this port, or allow more time"
            + " (tls.handshakeTimeoutMs, at most 10 s)",
        null);
  }

  /** Describes data centres of which none is the wanted one. */
  static String noDatacenter(String wanted, List<String> others) {
    return "localDatacenter: there is no data centre '"
        + wanted
        + "'; the servers are in "
        + String.join(", ", others);
  }

  private String said(Throwable thrown) {
    return url.secrets().hide(thrown.getMessage());
  }
}
