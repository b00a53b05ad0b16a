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
import com.datastax.oss.driver.shaded.netty.handler.ssl.NotSslRecordException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.ConnectFailedException.Reason;
import dev.tlsbench.core.text.Causes;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.FailureTable;
import dev.tlsbench.core.url.FailureTable.Row;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;

/** Translates the driver's exceptions into one line with cause and remedy. */
record CassandraFailure(CassandraUrl url, TlsSettings tls) {
  private static final String CLOSED = "the server closed the connection without an answer; {2}";

  private static final FailureTable TABLE =
      new FailureTable(
          List.of(
              new Row(
                  NotSslRecordException.class,
                  Reason.NO_TLS,
                  "the server does not speak TLS on this port; connect in plain text, or to its TLS"
                      + " port"),
              new Row(ConnectException.class, Reason.UNREACHABLE, ""),
              new Row(UnknownHostException.class, Reason.UNREACHABLE, ""),
              new Row(
                  AuthenticationException.class,
                  Reason.LOGIN,
                  "authentication failed: {0}; check user name and password in the URL, or"
                      + " cassandra.username and cassandra.password"),
              new Row(
                  NoNodeAvailableException.class,
                  Reason.OTHER,
                  "{0}; check that the servers run, and the name in localDatacenter"),
              new Row(ClosedChannelException.class, Reason.OTHER, CLOSED),
              new Row(SSLException.class, Reason.HANDSHAKE, "TLS failed: {0}; {2}"),
              new Row(
                  DriverTimeoutException.class,
                  Reason.TIMEOUT,
                  "the server accepted the connection but did not answer in time"
                      + " (connectTimeoutMS, {0}); is this a Cassandra port? {2}"),
              new Row(
                  FrameTooLongException.class,
                  Reason.OTHER,
                  "the answer is in another protocol; is this a Cassandra port? {2}"),
              new Row(ClosedConnectionException.class, Reason.OTHER, CLOSED),
              new Row(ConnectionInitException.class, Reason.OTHER, CLOSED),
              new Row(IOException.class, Reason.OTHER, CLOSED),
              new Row(Throwable.class, Reason.OTHER, "{0}; check the URL and the server's log")));

  /** A server's answers, which count more than the handshake with another one. */
  private static final Set<Class<? extends Throwable>> ANSWERS =
      Set.of(
          NotSslRecordException.class,
          AuthenticationException.class,
          InvalidKeyspaceException.class,
          UnsupportedProtocolVersionException.class,
          NoNodeAvailableException.class);

  /** Explains a failure to connect to the first of the servers, or to all. */
  ConnectFailedException explain(Throwable failure, Optional<ConnectFailedException> handshake) {
    Optional<Map.Entry<Node, Throwable>> first = first(failure);
    String server =
        first
            .map(node -> ServerEndPoint.server(node.getKey().getEndPoint()).toString())
            .orElseGet(() -> HostAddress.list(url.hosts()));
    Throwable thrown = first.map(Map.Entry::getValue).orElse(failure);
    Throwable root = Causes.root(thrown);
    // Netty wraps the loss of a connection on which it was about to write.
    boolean isLost =
        root instanceof IOException
            && !(root instanceof SSLException)
            && Causes.find(thrown, SSLException.class).isPresent();
    ConnectFailedException explained =
        TABLE.explain(server, isLost ? root : thrown, tls, url.secrets());
    // Netty has shown these bytes to no engine.
    if (explained.reason() == Reason.NO_TLS
        && handshake.filter(begun -> begun.reason() == Reason.HANDSHAKE).isPresent()) {
      return new ConnectFailedException(
          Reason.HANDSHAKE,
          server
              + ": the server sent bytes that are no TLS in the middle of the TLS handshake; see its"
              + " log",
          null);
    }
    return handshake
        .filter(known -> ANSWERS.stream().allMatch(answer -> Causes.find(thrown, answer).isEmpty()))
        .map(CassandraUrl.TLS::inOwnWords)
        .orElse(explained);
  }

  /** Describes a failed request in one line: the reason of the first server that was tried. */
  String ofRequest(Throwable failure) {
    return FailureTable.message(
        first(failure).map(Map.Entry::getValue).orElse(failure), url.secrets());
  }

  private static Optional<Map.Entry<Node, Throwable>> first(Throwable failure) {
    return Causes.find(failure, AllNodesFailedException.class).stream()
        .flatMap(all -> all.getAllErrors().entrySet().stream())
        .filter(errors -> !errors.getValue().isEmpty())
        .map(errors -> Map.entry(errors.getKey(), errors.getValue().get(0)))
        .findFirst();
  }
}
