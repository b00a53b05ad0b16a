package dev.tlsbench.measure.jdbc;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.Secrets;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.ycsb.jdbc.SqlBinding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Optional;
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
  public final Optional<Boolean> letsPlainTextIn(Properties properties, TlsSettings tls)
      throws ConnectFailedException {
    DatabaseUrl url = binding.url(properties);
    boolean hasPassword =
        properties.containsKey(binding.property("password"))
            || !Secrets.in(List.of(properties.getProperty(binding.urlProperty()))).isEmpty();
    if (url.hosts().size() > 1 || !hasPassword) {
      return Optional.empty();
    }
    Properties plain = RunProperties.copy(properties);
    plain.setProperty("tls.enabled", "false");
    plain.setProperty(binding.urlProperty(), url.plain());
    new JdbcQueries(forLogin(url), tls).close();
    try {
      new JdbcQueries(forLogin(binding.url(plain)), TlsSettings.builder().build()).close();
      return Optional.of(true);
    } catch (ConnectFailedException e) {
      if (e.reason() != ConnectFailedException.Reason.LOGIN) {
        throw e;
      }
      return Optional.of(false);
    }
  }

  /** Returns the URL with what a log-in needs that reads nothing. */
  protected DatabaseUrl forLogin(DatabaseUrl url) {
    return url;
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
