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
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.TlsDialect;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Translates the driver's exceptions into one line with cause and remedy. */
final class CassandraFailure {
  /** The meaning of an exception: {0} is its message, {1} a question about the port or TLS. */
  private record Row(Class<? extends Throwable> type, Reason reason, String sentence) {}

  private static final String CLOSED = "the server closed the connection without an answer; {1}";

  /** The first row that fits counts. */
  private static final List<Row> TABLE =
      List.of(
          new Row(
              InvalidKeyspaceException.class,
              Reason.OTHER,
              "{0}; create the keyspace, or name another one in the URL"),
          new Row(
              AuthenticationException.class,
              Reason.LOGIN,
              "authentication failed: {0}; check user name and password in the URL, or"
                  + " cassandra.username and cassandra.password"),
          new Row(
              UnsupportedProtocolVersionException.class,
              Reason.OTHER,
              "{0}; leave protocolVersion out, so that both agree on one"),
          new Row(SSLException.class, Reason.HANDSHAKE, "TLS failed: {0}; {1}"),
          new Row(
              DriverTimeoutException.class,
              Reason.TIMEOUT,
              "the server accepted the connection but did not answer in time (connectTimeoutMS,"
                  + " {0}); is this a Cassandra port? {1}"),
          new Row(
              FrameTooLongException.class,
              Reason.OTHER,
              "the answer is in another protocol; is this a Cassandra port? {1}"),
          new Row(ClosedConnectionException.class, Reason.OTHER, CLOSED),
          new Row(ConnectionInitException.class, Reason.OTHER, CLOSED),
          new Row(IOException.class, Reason.OTHER, CLOSED));

  private final CassandraUrl url;
  private final TlsSettings tls;

  /** Creates a translator for one client. */
  CassandraFailure(CassandraUrl url, TlsSettings tls) {
    this.url = url;
    this.tls = tls;
  }

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
      return CassandraUrl.TLS.inOwnWords(handshake.get());
    }
    if (!noTls && tcp.isPresent()) {
      return ConnectFailedException.ofTcp(server, tcp.get());
    }
    Row row = noTls ? new Row(failure.getClass(), Reason.NO_TLS, noTls(handshake)) : row(thrown);
    String message =
        Causes.find(thrown, row.type).map(this::message).orElse("").replaceFirst("\\.$", "");
    return new ConnectFailedException(
        row.reason,
        server
            + ": "
            + row.sentence.replace("{1}", TlsDialect.closedBecause(tls)).replace("{0}", message),
        url.secrets().harmless(failure).orElse(null));
  }

  /** Netty wraps the loss of a connection on which it was about to write. */
  private static Row row(Throwable thrown) {
    Throwable root = Causes.root(thrown);
    boolean lost = root instanceof IOException && !(root instanceof SSLException);
    return TABLE.stream()
        .filter(row -> !lost || row.type != SSLException.class)
        .filter(row -> Causes.find(thrown, row.type).isPresent())
        .findFirst()
        .orElse(new Row(Throwable.class, Reason.OTHER, "{0}; check the URL and the server's log"));
  }

  /** Describes a failed request in one line: the reason of the first server that was tried. */
  String ofRequest(Throwable failure) {
    if (Causes.find(failure, NoNodeAvailableException.class).isPresent()) {
      return "no server is connected; check that they run";
    }
    Throwable thrown = first(failure).map(Map.Entry::getValue).orElse(failure);
    return Causes.find(thrown, DriverTimeoutException.class).isPresent()
        ? "no answer in time (requestTimeoutMS): " + message(thrown)
        : message(thrown);
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

  private String message(Throwable thrown) {
    return url.secrets().hide(thrown.getMessage());
  }
}
