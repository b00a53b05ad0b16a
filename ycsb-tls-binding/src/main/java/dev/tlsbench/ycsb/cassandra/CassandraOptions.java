package dev.tlsbench.ycsb.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.ycsb.session.RunProperties;
import java.time.Duration;
import java.util.Locale;
import java.util.Properties;

/**
 * The properties of the binding, the same as in the stock {@code cassandra-cql} binding, and with
 * the same defaults.
 *
 * @param batchSize the number of inserts that are sent together; 1 sends each on its own
 */
record CassandraOptions(
    int connections,
    DefaultConsistencyLevel reads,
    DefaultConsistencyLevel writes,
    boolean tracing,
    boolean createTable,
    int batchSize) {
  private static final String PREFIX = "cassandra.";
  private static final String CONNECT_TIMEOUT = PREFIX + "connecttimeoutmillis";
  private static final String READ_TIMEOUT = PREFIX + "readtimeoutmillis";

  /** The number of requests that the protocol allows on a connection. */
  private static final int MOST_REQUESTS = 32_768;

  static CassandraOptions of(Properties properties) {
    int core = RunProperties.number(properties, PREFIX + "coreconnections", 1, 1);
    return new CassandraOptions(
        Math.max(core, RunProperties.number(properties, PREFIX + "maxconnections", 1, 1)),
        level(properties, PREFIX + "readconsistencylevel"),
        level(properties, PREFIX + "writeconsistencylevel"),
        RunProperties.bool(properties, PREFIX + "tracing", false),
        RunProperties.bool(properties, PREFIX + "createtable", false),
        RunProperties.number(properties, PREFIX + "batchsize", 1, 1));
  }

  private static DefaultConsistencyLevel level(Properties properties, String name) {
    String value = properties.getProperty(name, "ONE").strip();
    return RunProperties.choice(
        DefaultConsistencyLevel.values(),
        DefaultConsistencyLevel::name,
        value.toUpperCase(Locale.ROOT),
        name + ": there is no consistency level '" + value + "'");
  }

  /** Returns a URL with the properties of the connection where it lacks their options. */
  static CassandraUrl complete(CassandraUrl url, Properties properties) {
    String user = properties.getProperty(PREFIX + "username", "");
    String password = properties.getProperty(PREFIX + "password", "");
    if (user.isEmpty() && !password.isEmpty()) {
      throw new InvalidSettingException(
          "cassandra.password: given without cassandra.username; give both, or write them in the"
              + " URL");
    }
    CassandraUrl completed =
        url.withKeyspace(properties.getProperty(PREFIX + "keyspace", "ycsb").strip());
    if (!user.isEmpty()) {
      completed = completed.withUser(user, password);
    }
    String connect = properties.getProperty(CONNECT_TIMEOUT);
    if (connect != null) {
      completed = completed.withDefault("connectTimeoutMS", millis(CONNECT_TIMEOUT, connect));
    }
    // The stock binding's driver waits 12 s for an answer.
    String read = properties.getProperty(READ_TIMEOUT, "12000");
    return completed.withDefault("requestTimeoutMS", millis(READ_TIMEOUT, read));
  }

  private static String millis(String name, String value) {
    return Long.toString(RunProperties.whole(name, value, 1, 3_600_000));
  }

  /** Sets the options of the driver that a URL cannot express. */
  void applyTo(ProgrammaticDriverConfigLoaderBuilder driver) {
    driver
        .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, connections)
        .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, MOST_REQUESTS)
        // By default a table that is created or dropped is waited for a second longer.
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1));
  }
}
