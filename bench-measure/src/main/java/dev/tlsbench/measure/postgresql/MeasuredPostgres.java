package dev.tlsbench.measure.postgresql;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.jdbc.JdbcQueries;
import dev.tlsbench.measure.jdbc.MeasuredJdbc;
import dev.tlsbench.ycsb.postgresql.PostgresBinding;
import java.util.List;
import java.util.Properties;

public final class MeasuredPostgres extends MeasuredJdbc {
  private static final PostgresBinding BINDING = new PostgresBinding();

  public MeasuredPostgres() {
    super(BINDING);
  }

  @Override
  public ServerView view(Properties properties) throws ConnectFailedException {
    return new PostgresView(new JdbcQueries(BINDING.url(properties), properties));
  }

  @Override
  protected DatabaseUrl withReadTimeout(Properties properties) {
    return BINDING
        .url(properties)
        .withDefault("socketTimeout", Integer.toString(Route.READ_TIMEOUT_MILLIS / 1000));
  }

  /** Every server has the database postgres, and a server may ask for the password as it is. */
  @Override
  protected DatabaseUrl forLogin(DatabaseUrl url) {
    PostgresUrl safe = ((PostgresUrl) url).withDefault("require_auth", "!password");
    return safe.database().isPresent() ? safe : safe.withDefault("dbname", "postgres");
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        "hello is the request for TLS, which direct TLS (sslnegotiation=direct) omits; start-up is"
            + " the first message of the log-in; authentication is SCRAM, whose hashes cost the"
            + " client CPU time; session set-up consists of the server's settings and pgjdbc's"
            + " queries before it hands a connection out.");
  }
}
