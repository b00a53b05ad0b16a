package dev.tlsbench.ycsb.mongodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.mongodb.MongoDb;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.util.Properties;
import java.util.Set;

/** {@code mongodb-tls}: MongoDB, and servers of its protocol. */
public final class MongoBinding implements Binding {
  private static final Database DATABASE = new MongoDb();

  /** Called by the service loader. */
  public MongoBinding() {}

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return MongoProperties.NAMES;
  }

  @Override
  public Set<String> prefixes() {
    return Set.of("mongodb", "mongo");
  }

  @Override
  public Set<String> urlLoggers() {
    return Set.of("org.mongodb.driver.uri");
  }

  @Override
  public MongoUrl url(Properties properties) {
    return MongoProperties.of(properties).url();
  }

  @Override
  public Session open(Properties properties, ConnectionListener listener)
      throws ConnectFailedException {
    return MongoSession.open(properties, listener);
  }
}
