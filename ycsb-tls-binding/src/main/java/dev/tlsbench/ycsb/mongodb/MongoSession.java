package dev.tlsbench.ycsb.mongodb;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.connection.ConnectionPoolSettings;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.bson.Document;

/** The connections of all threads to MongoDB: one client of the driver, one pool. */
public final class MongoSession implements Session {
  private static final Logger LOGGER = System.getLogger(MongoSession.class.getName());

  private final MongoProperties properties;
  private final TlsSettings settings;
  private final MongoConnections connections;
  private final MongoDatabase database;
  private final FailureLog failureLog;

  private MongoSession(
      MongoProperties properties,
      TlsSettings settings,
      MongoConnections connections,
      FailureLog failureLog)
      throws ConnectFailedException {
    this.properties = properties;
    this.settings = settings;
    this.connections = connections;
    this.failureLog = failureLog;
    this.database = connections.client().getDatabase(properties.database());
  }

  /**
   * Connects, with one connection for each thread. Warnings about the URL are logged through {@link
   * System.Logger}, under the name of this class.
   *
   * @throws ConnectFailedException if the server cannot be reached, or TLS fails
   */
  public static MongoSession open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    MongoProperties own = MongoProperties.of(properties);
    MongoUrl url = own.url();
    url.warnings().forEach(warning -> LOGGER.log(Level.WARNING, warning));
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    MongoConnections connections =
        new MongoConnections(
            url,
            settings,
            Dialer.DIRECT,
            listener.ledger(),
            builder -> {
              poolFor(own, builder);
              builder.applyToConnectionPoolSettings(
                  pool -> pool.addConnectionPoolListener(onReady(listener)));
            });
    try {
      connections.awaitConnections(
          Math.max(1, connections.clientSettings().getConnectionPoolSettings().getMinSize()));
      return new MongoSession(
          own, settings, connections, new FailureLog(properties, MongoSession::explain));
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }

  @Override
  public MongoConnections connections() {
    return connections;
  }

  @Override
  public boolean isEmpty(String table) throws ConnectFailedException {
    return ask(table, "read", documents -> documents.find().first() == null);
  }

  @Override
  public long count(String table) throws ConnectFailedException {
    return ask(table, "counted", MongoCollection::countDocuments);
  }

  @Override
  public void clear(String table) throws ConnectFailedException {
    boolean unused =
        ask(
            table,
            "dropped",
            documents -> {
              documents.drop();
              return true;
            });
  }

  private <T> T ask(String table, String verb, Function<MongoCollection<Document>, T> question)
      throws ConnectFailedException {
    try {
      return question.apply(database.getCollection(table));
    } catch (MongoException e) {
      throw new ConnectFailedException(
          "%s: cannot be %s: %s".formatted(table, verb, Secrets.NONE.hide(e.getMessage())), e);
    }
  }

  private static String explain(Exception reason) {
    return reason.getMessage() + (isDuplicateKey(reason) ? FailureLog.DUPLICATE_KEY : "");
  }

  private static boolean isDuplicateKey(Exception reason) {
    if (reason instanceof MongoBulkWriteException bulk) {
      return bulk.getWriteErrors().stream()
          .anyMatch(error -> error.getCategory() == ErrorCategory.DUPLICATE_KEY);
    }
    return reason instanceof MongoException failure
        && ErrorCategory.fromErrorCode(failure.getCode()) == ErrorCategory.DUPLICATE_KEY;
  }

  @Override
  public Records records() {
    return new MongoRecords(database, properties.batchSize(), properties.upsert());
  }

  @Override
  public FailureLog failureLog() {
    return failureLog;
  }

  /**
   * Sizes the pool so that all threads have a connection before the first operation: it starts with
   * one for each, and its maximum is at least as large unless the URL limits it.
   */
  private static void poolFor(MongoProperties own, MongoClientSettings.Builder builder) {
    ConnectionPoolSettings pool = builder.build().getConnectionPoolSettings();
    int max = pool.getMaxSize();
    if (max > 0 && max < own.threads() && !own.limitsPool()) {
      max = own.threads();
    }
    int size = max;
    int least =
        Math.max(pool.getMinSize(), size == 0 ? own.threads() : Math.min(size, own.threads()));
    builder.applyToConnectionPoolSettings(to -> to.maxSize(size).minSize(least));
  }

  private static ConnectionPoolListener onReady(ConnectionListener listener) {
    return new ConnectionPoolListener() {
      @Override
      public void connectionReady(ConnectionReadyEvent event) {
        listener.connected(Duration.ofNanos(event.getElapsedTime(TimeUnit.NANOSECONDS)));
      }
    };
  }
}
