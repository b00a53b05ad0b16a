package dev.tlsbench.measure.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.jdbc.JdbcAccess;
import dev.tlsbench.measure.jdbc.JdbcQueries;
import dev.tlsbench.ycsb.postgresql.PostgresBinding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Properties;

/** PostgreSQL as it is measured. */
public final class MeasuredPostgres implements MeasuredDatabase {
  private static final PostgresBinding BINDING = new PostgresBinding();

  /** Called by the service loader. */
  public MeasuredPostgres() {}

  @Override
  public String databaseId() {
    return BINDING.database().id();
  }

  @Override
  public ServerView view(Properties properties) throws ConnectFailedException {
    return new PostgresView(new JdbcQueries(BINDING.url(properties), properties));
  }

  @Override
  public Access access(Properties properties, Route route) throws ConnectFailedException {
    PostgresUrl url =
        BINDING
            .url(properties)
            .withDefault("socketTimeout", Integer.toString(Route.READ_TIMEOUT_MILLIS / 1000));
    String table = properties.getProperty("postgresql.table", Access.table(properties)).strip();
    return JdbcAccess.open(
        url,
        url.settings(RunProperties.strings(properties)),
        '"' + table.replace("\"", "\"\"") + '"',
        route);
  }

  @Override
  public boolean canReconnect() {
    return true;
  }

  @Override
  public boolean canRepeat() {
    return true;
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        "hello is the request for TLS, which direct TLS (sslnegotiation=direct) omits; start-up is"
            + " the first message of the log-in; authentication is SCRAM, whose hashes cost the"
            + " client CPU time; session set-up consists of the server's settings and pgjdbc's"
            + " queries before it hands a connection out.");
  }

  @Override
  public List<String> notesOnScript() {
    return List.of(
        "The script is for MongoDB; here only-connection is building a client and"
            + " connecting completely, and first-query is one query.",
        "reused is a mean over all queries of one connection. All handshakes here are full"
            + " ones.");
  }
}
