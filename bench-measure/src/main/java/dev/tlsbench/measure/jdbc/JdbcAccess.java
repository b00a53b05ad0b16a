package dev.tlsbench.measure.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

record JdbcAccess(DatabaseUrl url, TlsSettings tls, Route route, String query) implements Access {
  private static final String WITHOUT_TABLE = "SELECT 1";

  /** Connects once, directly. */
  static JdbcAccess open(DatabaseUrl url, TlsSettings tls, String table, Route route)
      throws ConnectFailedException {
    try (Connections connections = url.open(tls, Dialer.DIRECT, new TlsLedger());
        Connection connection = connections.driver(DataSource.class).getConnection()) {
      String query = "SELECT * FROM " + table + " LIMIT 1";
      return new JdbcAccess(url, tls, route, answers(connection, query) ? query : WITHOUT_TABLE);
    } catch (SQLException e) {
      throw Access.failure(url.hosts(), e);
    }
  }

  private static boolean answers(Connection connection, String query) {
    try {
      ask(connection, query);
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static void ask(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
    }
  }

  @Override
  public Opener opener() {
    return new JdbcOpener();
  }

  @Override
  public Client client() throws ConnectFailedException {
    Connections connections = url.open(tls, route, new TlsLedger());
    try {
      Connection connection = connections.driver(DataSource.class).getConnection();
      return new Client() {
        @Override
        public void query() throws ConnectFailedException {
          try {
            ask(connection, query);
          } catch (SQLException e) {
            throw Access.failure(url.hosts(), e);
          }
        }

        @Override
        public void close() {
          closeQuietly(connection);
          connections.close();
        }
      };
    } catch (SQLException e) {
      connections.close();
      throw Access.failure(url.hosts(), e);
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // The measurement is over; a failed close has closed the connection, too.
    }
  }

  private final class JdbcOpener implements Opener, Dialer {
    private final Connections connections;

    /** True if TLS begins with the first byte. */
    private final boolean direct;

    @SuppressWarnings("this-escape") // the steps run when it connects, not in the constructor
    JdbcOpener() {
      connections = url.open(tls, this, new TlsLedger());
      direct = !tls.offer().applicationProtocols().isEmpty();
      connections
          .ledger()
          .onConnection(
              made -> {
                Timeline timeline = Timeline.current();
                if (made.handshake() != null && made.negotiated() != null) {
                  if (direct) {
                    timeline.end(Part.TLS_HANDSHAKE);
                  } else {
                    timeline.endHandshakeAfterGreeting(made.handshake());
                  }
                  timeline.connected(made);
                }
              });
    }

    @Override
    public Socket plainSocket() {
      return new WatchedSocket();
    }

    @Override
    public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
        throws IOException {
      route.connect(socket, server, timeoutMillis);
    }

    @Override
    public void answered() {
      Timeline.current().end(Part.START_UP);
    }

    @Override
    public void loggedIn() {
      Timeline.current().ready();
    }

    @Override
    public Trial open() throws ConnectFailedException {
      Timeline timeline = new Timeline();
      try {
        Connection connection = connections.driver(DataSource.class).getConnection();
        try {
          timeline.end(Part.SESSION_SET_UP);
          connections.ledger().lastLogin().ifPresent(timeline::login);
          ask(connection, query);
          timeline.done();
        } finally {
          closeQuietly(connection);
        }
      } catch (SQLException e) {
        throw Access.failure(url.hosts(), e);
      }
      return timeline.end();
    }

    @Override
    public void close() {
      connections.close();
    }
  }
}
