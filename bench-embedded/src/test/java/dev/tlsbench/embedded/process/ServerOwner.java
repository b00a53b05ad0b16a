package dev.tlsbench.embedded.process;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.EmbeddedServerBuilder;
import dev.tlsbench.embedded.cassandra.EmbeddedCassandra;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.embedded.redis.EmbeddedRedis;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.bson.Document;

/**
 * The process that starts a server, and then is killed: {@code mongo|mysql|postgresql [directory]},
 * or {@code cassandra}. In a directory it leaves one record behind.
 */
final class ServerOwner {
  private ServerOwner() {}

  public static void main(String[] args) throws IOException, SQLException {
    EmbeddedServer server = start(args);
    System.out.println(server.pid() + " " + server.port() + " " + server.logFile());
    System.exit(System.in.read() < 0 ? 0 : 1);
  }

  private static EmbeddedServer start(String[] args) throws IOException, SQLException {
    EmbeddedServerBuilder<?> builder = builder(args[0]);
    if (args.length == 1) {
      return builder.start();
    }
    EmbeddedServer server = builder.plain().directory(Path.of(args[1])).start();
    if (!args[0].equals("mongo")) {
      try (Connection connection = connect(server);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE t (id VARCHAR(20) PRIMARY KEY)");
        statement.execute("INSERT INTO t VALUES ('written4711')");
      }
    } else {
      try (MongoClient client = MongoClients.create(server.url())) {
        client.getDatabase("ycsb").getCollection("t").insertOne(new Document("_id", "written4711"));
      }
    }
    return server;
  }

  static EmbeddedServerBuilder<?> builder(String kind) {
    return switch (kind) {
      case "cassandra" -> EmbeddedCassandra.builder();
      case "mongo" -> EmbeddedMongo.builder();
      case "mysql" -> EmbeddedMySql.builder();
      case "postgresql" -> EmbeddedPostgres.builder();
      case "redis" -> EmbeddedRedis.builder();
      default -> throw new IllegalArgumentException(kind);
    };
  }

  /** Connects without TLS. */
  static Connection connect(EmbeddedServer server) throws SQLException {
    return server instanceof EmbeddedMySql mysql
        ? DriverManager.getConnection(
            "jdbc:mysql://127.0.0.1:" + mysql.port() + "/ycsb?sslMode=DISABLED",
            mysql.user(),
            mysql.password())
        : DriverManager.getConnection(
            "jdbc:postgresql://127.0.0.1:" + server.port() + "/ycsb?sslmode=disable",
            "ycsb",
            ((EmbeddedPostgres) server).password());
  }
}
