package dev.tlsbench.ycsb;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.postgresql.PostgresConnections;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.cassandra.EmbeddedCassandra;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Embedded servers with TLS that the test classes of one JVM share, one of each kind: started for
 * the first class that asks, closed when the JVM ends. Each class gets the database empty.
 *
 * <p>Not by the root store of JUnit, since Surefire has such a root for each class.
 */
public final class SharedServers {
  private static @Nullable EmbeddedMongo mongo;
  private static @Nullable EmbeddedMySql mySql;
  private static @Nullable EmbeddedPostgres postgres;
  private static @Nullable EmbeddedCassandra cassandra;

  private SharedServers() {}

  /** Returns the MongoDB-compatible server; not to be closed. */
  public static synchronized EmbeddedMongo mongo() throws IOException {
    EmbeddedMongo server = mongo;
    if (server == null) {
      server = closedAtEnd(EmbeddedMongo.start());
      mongo = server;
    }
    MongoUrl url = MongoUrl.parse(server.url());
    try (MongoConnections connections = MongoConnections.open(url, url.settings(Map.of()))) {
      connections.database().drop();
    }
    return server;
  }

  /** Returns the MariaDB server; not to be closed. */
  public static synchronized EmbeddedMySql mySql() throws IOException, SQLException {
    EmbeddedMySql server = mySql;
    if (server == null) {
      server = closedAtEnd(EmbeddedMySql.start());
      mySql = server;
    }
    MySqlUrl url = MySqlUrl.parse(server.url());
    try (MySqlConnections connections = MySqlConnections.open(url, url.settings(Map.of()));
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      for (String table : tables(statement)) {
        statement.executeUpdate("DROP TABLE `" + table + "`");
      }
    }
    return server;
  }

  /** Returns the PostgreSQL server, which also accepts plain connections; not to be closed. */
  public static synchronized EmbeddedPostgres postgres() throws IOException, SQLException {
    EmbeddedPostgres server = postgres;
    if (server == null) {
      server = closedAtEnd(EmbeddedPostgres.builder().allowPlain().start());
      postgres = server;
    }
    PostgresUrl url = PostgresUrl.parse(server.url());
    try (PostgresConnections connections = PostgresConnections.open(url);
        Connection connection = connections.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("DROP OWNED BY CURRENT_USER");
    }
    return server;
  }

  /** Returns the Cassandra server, which also accepts plain connections; not to be closed. */
  public static synchronized EmbeddedCassandra cassandra() throws IOException {
    EmbeddedCassandra server = cassandra;
    if (server == null) {
      server = closedAtEnd(EmbeddedCassandra.builder().allowPlain().start());
      cassandra = server;
    }
    // A table takes longer than the driver's limit of 2 s on a busy machine.
    try (Connections connections =
        CassandraUrl.parse(server.url() + "&requestTimeoutMS=30000").open()) {
      CqlSession session = connections.driver(CqlSession.class);
      session
          .getMetadata()
          .getKeyspace(server.keyspace())
          .orElseThrow()
          .getTables()
          .keySet()
          .forEach(table -> session.execute("DROP TABLE " + table.asCql(false)));
    }
    return server;
  }

  private static List<String> tables(Statement statement) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet tables = statement.executeQuery("SHOW TABLES")) {
      while (tables.next()) {
        names.add(tables.getString(1));
      }
    }
    return names;
  }

  private static <T extends EmbeddedServer> T closedAtEnd(T server) {
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shared-server-end"));
    return server;
  }
}
