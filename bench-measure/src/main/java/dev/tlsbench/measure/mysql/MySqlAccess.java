package dev.tlsbench.measure.mysql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.HostAddress;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.secret.Secrets;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ThreadCpu;
import dev.tlsbench.measure.driver.Timeline;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** MySQL and MariaDB, with Connector/J. */
final class MySqlAccess implements Access {
  private static final String WITHOUT_TABLE = "SELECT 1";

  private final MySqlUrl url;
  private final TlsSettings tls;
  private final Route route;
  private final String query;

  private MySqlAccess(MySqlUrl url, TlsSettings tls, Route route, String query) {
    this.url = url;
    this.tls = tls;
    this.route = route;
    this.query = query;
  }

  /**
   * Connects once, directly.
   *
   * @param table queried for a row if it exists
   * @param route for all later connections
   * @throws ConnectFailedException if it cannot connect
   */
  static MySqlAccess open(MySqlUrl url, TlsSettings tls, String table, Route route)
      throws ConnectFailedException {
    try (MySqlConnections connections = MySqlConnections.open(url, tls);
        Connection connection = connections.connect()) {
      String query = "SELECT * FROM `" + table.replace("`", "``") + "` LIMIT 1";
      return new MySqlAccess(url, tls, route, answers(connection, query) ? query : WITHOUT_TABLE);
    } catch (SQLException e) {
      throw failure(url, e);
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

  @Override
  public String query() {
    return query;
  }

  private static void ask(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
    }
  }

  private static ConnectFailedException failure(MySqlUrl url, SQLException e) {
    String said = Secrets.NONE.hide(e.getMessage());
    return new ConnectFailedException(
        HostAddress.list(url.hosts()) + ": the query failed: " + said + "; check the server");
  }

  @Override
  public Opener opener() {
    return new MySqlOpener();
  }

  @Override
  public Client client() throws ConnectFailedException {
    MySqlConnections connections =
        MySqlConnections.open(
            url,
            tls,
            new Dialer() {
              @Override
              public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
                  throws IOException {
                route.connect(socket, server, timeoutMillis);
              }
            },
            new TlsLedger());
    try {
      Connection connection = connections.connect();
      return new Connected(connections, connection);
    } catch (ConnectFailedException e) {
      connections.close();
      throw e;
    }
  }

  @Override
  public void close() {}

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // The measurement is over; a failed close has closed the connection, too.
    }
  }

  private final class Connected implements Client {
    private final MySqlConnections connections;
    private final Connection connection;

    Connected(MySqlConnections connections, Connection connection) {
      this.connections = connections;
      this.connection = connection;
    }

    @Override
    public void query() throws ConnectFailedException {
      try {
        ask(connection, query);
      } catch (SQLException e) {
        throw failure(url, e);
      }
    }

    @Override
    public void close() {
      closeQuietly(connection);
      connections.close();
    }
  }

  private final class MySqlOpener implements Opener, Dialer {
    private final MySqlConnections connections;
    private Timeline timeline = new Timeline();

    @SuppressWarnings("this-escape") // the steps run when it connects, not in the constructor
    MySqlOpener() {
      connections = MySqlConnections.open(url, tls, this, new TlsLedger());
      connections
          .ledger()
          .onConnection(
              made -> {
                if (made.handshake() != null && made.negotiated() != null) {
                  timeline.endHandshakeAfterGreeting(made.handshake());
                  timeline.negotiated(made.negotiated());
                }
              });
    }

    @Override
    public Socket plainSocket() {
      return new WatchedSocket(timeline);
    }

    @Override
    public void connect(Socket socket, InetSocketAddress server, int timeoutMillis)
        throws IOException {
      timeline.start();
      route.connect(socket, server, timeoutMillis);
      timeline.end(Part.TCP_CONNECT);
    }

    @Override
    public void loggedIn() {
      timeline.ready();
    }

    @Override
    public Timeline open() throws ConnectFailedException {
      timeline = new Timeline();
      long cpu = ThreadCpu.nanos();
      Connection connection = connections.connect();
      try {
        timeline.end(Part.SESSION_SET_UP);
        ask(connection, query);
        timeline.done();
      } catch (SQLException e) {
        throw failure(url, e);
      } finally {
        closeQuietly(connection);
      }
      timeline.cpuNanos(ThreadCpu.nanos() - cpu);
      return timeline;
    }

    @Override
    public void close() {
      connections.close();
    }
  }
}
