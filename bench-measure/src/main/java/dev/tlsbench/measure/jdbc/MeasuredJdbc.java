package dev.tlsbench.measure.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.ycsb.jdbc.SqlBinding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Properties;

public abstract class MeasuredJdbc implements MeasuredDatabase {
  private final SqlBinding binding;

  protected MeasuredJdbc(SqlBinding binding) {
    this.binding = binding;
  }

  @Override
  public final String databaseId() {
    return binding.database().id();
  }

  /** Returns the URL with {@link Route#READ_TIMEOUT_MILLIS} where it has no time-out of reads. */
  protected abstract DatabaseUrl withReadTimeout(Properties properties);

  @Override
  public final Access access(Properties properties, Route route) throws ConnectFailedException {
    DatabaseUrl url = withReadTimeout(properties);
    String table =
        properties.getProperty(binding.property("table"), Access.table(properties)).strip();
    return JdbcAccess.open(
        url,
        url.settings(RunProperties.strings(properties)),
        binding.dialect(properties).words().quoted(table),
        route);
  }

  @Override
  public final boolean canReconnect() {
    return true;
  }

  @Override
  public final boolean canRepeat() {
    return true;
  }

  @Override
  public final List<String> notesOnScript() {
    return List.of(
        "The script is for MongoDB; here only-connection is building a client and"
            + " connecting completely, and first-query is one query.",
        "reused is a mean over all queries of one connection. All handshakes here are full"
            + " ones.");
  }
}
