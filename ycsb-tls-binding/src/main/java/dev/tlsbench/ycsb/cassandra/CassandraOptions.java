package dev.tlsbench.ycsb.cassandra;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.cassandra.CassandraUrl;
import dev.tlsbench.ycsb.session.RunProperties;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The properties of the binding, the same as in the stock {@code cassandra-cql} binding, and with
 * the same defaults. A URL takes precedence over those of the connection.
 *
 * @param keyspace the keyspace if the URL names none
 * @param user empty for none
 * @param password the user's password
 * @param timeouts options of the URL with their values
 * @param connections the number of connections to each server
 * @param reads the consistency level of reads
 * @param writes the consistency level of inserts, updates and deletions
 * @param tracing true to have the server trace each request
 * @param createTable true to create the table if it does not exist
 * @param batchSize the number of inserts that are sent together; 1 sends each on its own
 */
record CassandraOptions(
    String keyspace,
    String user,
    String password,
    Map<String, String> timeouts,
    int connections,
    DefaultConsistencyLevel reads,
    DefaultConsistencyLevel writes,
    boolean tracing,
    boolean createTable,
    int batchSize) {
  private static final String PREFIX = "cassandra.";
  private static final String USER = PREFIX + "username";
  private static final String PASSWORD = PREFIX + "password";

  /** The stock binding's driver waits so long for an answer. */
  private static final String READ_TIMEOUT_MILLIS = "12000";

  /** The number of requests that the protocol allows on a connection. */
  private static final int MOST_REQUESTS = 32_768;

  static CassandraOptions of(Properties properties) {
    String user = properties.getProperty(USER, "");
    String password = properties.getProperty(PASSWORD, "");
    if (user.isEmpty() && !password.isEmpty()) {
      throw new InvalidSettingException(
          PASSWORD + ": given without " + USER + "; give both, or write them in the URL");
    }
    int core = RunProperties.number(properties, PREFIX + "coreconnections", 1, 1);
    Map<String, String> timeouts = new TreeMap<>();
    timeouts.put(
        "requestTimeoutMS", millis(properties, PREFIX + "readtimeoutmillis", READ_TIMEOUT_MILLIS));
    String connect = millis(properties, PREFIX + "connecttimeoutmillis", null);
    if (connect != null) {
      timeouts.put("connectTimeoutMS", connect);
    }
    return new CassandraOptions(
        properties.getProperty(PREFIX + "keyspace", "ycsb").strip(),
        user,
        password,
        timeouts,
        Math.max(core, RunProperties.number(properties, PREFIX + "maxconnections", 1, 1)),
        level(properties, PREFIX + "readconsistencylevel"),
        level(properties, PREFIX + "writeconsistencylevel"),
        RunProperties.bool(properties, PREFIX + "tracing", false),
        RunProperties.bool(properties, PREFIX + "createtable", false),
        RunProperties.number(properties, PREFIX + "batchsize", 1, 1));
  }

  private static @Nullable String millis(
      Properties properties, String name, @Nullable String otherwise) {
    String value = properties.getProperty(name);
    return value == null
        ? otherwise
        : Long.toString(RunProperties.whole(name, value, 1, 3_600_000));
  }

  private static DefaultConsistencyLevel level(Properties properties, String name) {
    String value = properties.getProperty(name, "ONE").strip();
    return RunProperties.choice(
        DefaultConsistencyLevel.values(),
        DefaultConsistencyLevel::name,
        value.toUpperCase(Locale.ROOT),
        name + ": there is no consistency level '" + value + "'");
  }

  /** Returns the URL with these options where it lacks them. */
  CassandraUrl completed(CassandraUrl url) {
    CassandraUrl completed = url.withDefaultDatabase(keyspace);
    if (!user.isEmpty()) {
      completed = completed.withDefaultUser(user, password);
    }
    for (Map.Entry<String, String> timeout : timeouts.entrySet()) {
      completed = completed.withDefault(timeout.getKey(), timeout.getValue());
    }
    return completed;
  }

  /** Sets the options of the driver that a URL cannot express. */
  void setIn(ProgrammaticDriverConfigLoaderBuilder driver) {
    driver
        .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, connections)
        .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, MOST_REQUESTS)
        // By default a table that is created or dropped is waited for a second longer.
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(1));
  }

  /** Returns the names of the levels alone, as the password is among the other properties. */
  @Override
  public String toString() {
    return "reads " + reads + ", writes " + writes;
  }
}
