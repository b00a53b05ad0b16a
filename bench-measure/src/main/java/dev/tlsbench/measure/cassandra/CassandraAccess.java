package dev.tlsbench.measure.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.cassandra.CassandraConnections;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.TimedSocket;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;

/**
 * Cassandra. Connections to measure are made step by step on the measuring thread, as the Java
 * driver makes those of its pool; clients are the driver's sessions.
 */
record CassandraAccess(CassandraUrl url, TlsSettings tls, Route route, String query)
    implements Access {
  private static final String WITHOUT_TABLE = "SELECT key FROM system.local";
  private static final String CLUSTER_NAME = "SELECT cluster_name FROM system.local";

  static CassandraAccess open(CassandraUrl url, TlsSettings tls, String table, Route route)
      throws ConnectFailedException {
    try (CassandraConnections connections = url.open(tls, Dialer.DIRECT, new TlsLedger())) {
      String query = "SELECT * FROM \"" + table.replace("\"", "\"\"") + "\" LIMIT 1";
      return new CassandraAccess(
          url, tls, route, answers(connections.session(), query) ? query : WITHOUT_TABLE);
    }
  }

  private static boolean answers(CqlSession session, String query) {
    try {
      session.execute(query);
      return true;
    } catch (DriverException e) {
      return false;
    }
  }

  @Override
  public Opener opener() {
    return new CassandraOpener();
  }

  @Override
  public Client client() throws ConnectFailedException {
    CassandraConnections connections = url.open(tls, route, new TlsLedger());
    try {
      CqlSession session = connections.session();
      return new Client() {
        @Override
        public void query() throws ConnectFailedException {
          try {
            session.execute(query);
          } catch (DriverException e) {
            throw new ConnectFailedException(connections.explain(e));
          }
        }

        @Override
        public void close() {
          connections.close();
        }
      };
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  private final class CassandraOpener implements Opener {
    private final HostAddress host = url.hosts().get(0);
    private final @Nullable TlsContext context;

    CassandraOpener() {
      context = tls.enabled() ? TlsContext.open(tls, Timeline.ledger()) : null;
    }

    @Override
    public Trial open() throws ConnectFailedException {
      Timeline timeline = new Timeline();
      try (CqlConnection connection = new CqlConnection(socket(), host.toString())) {
        boolean logIn = connection.startUp();
        timeline.end(Part.START_UP);
        if (logIn) {
          connection.logIn(url.user().orElse(""), url.password().orElse(""));
          timeline.end(Part.AUTHENTICATION);
        }
        connection.query(CLUSTER_NAME);
        if (url.database().isPresent()) {
          connection.query("USE " + url.database().get());
        }
        timeline.end(Part.SESSION_SET_UP);
        connection.query(query);
        timeline.done();
      } catch (ConnectFailedException e) {
        throw e;
      } catch (IOException e) {
        throw new ConnectFailedException(
            host + ": the connection failed: " + e.getMessage() + "; check the server", e);
      }
      return timeline.end();
    }

    private Socket socket() throws IOException {
      Socket socket = new TimedSocket(context, route);
      try {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(Route.READ_TIMEOUT_MILLIS);
        InetSocketAddress server = new InetSocketAddress(host.host(), host.port());
        socket.connect(server, Route.READ_TIMEOUT_MILLIS);
        return socket;
      } catch (IOException | RuntimeException e) {
        socket.close();
        throw e;
      }
    }

    @Override
    public void close() {
      if (context != null) {
        context.close();
      }
    }
  }
}
