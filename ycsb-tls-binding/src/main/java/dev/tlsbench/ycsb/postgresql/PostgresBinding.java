package dev.tlsbench.ycsb.postgresql;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.postgresql.PostgresDatabase;
import dev.tlsbench.core.postgresql.PostgresUrl;
import dev.tlsbench.ycsb.jdbc.SqlBinding;
import dev.tlsbench.ycsb.jdbc.SqlDialect;
import dev.tlsbench.ycsb.jdbc.SqlOptions;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;

/** {@code postgresql-tls}: PostgreSQL. */
public final class PostgresBinding extends SqlBinding {
  private static final String ENVIRONMENT = "postgresql.environment";
  private static final String NEGOTIATION = "sslnegotiation";
  private static final String CHANNEL_BINDING = "channel_binding";
  private static final Set<String> PROPERTIES =
      SqlOptions.names(
          "postgresql.", ENVIRONMENT, "postgresql." + NEGOTIATION, "postgresql." + CHANNEL_BINDING);
  private static final Database DATABASE = new PostgresDatabase();

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return PROPERTIES;
  }

  /**
   * Parses the URL. {@code postgresql.user} and, with TLS, {@code postgresql.channel_binding} and
   * {@code postgresql.sslnegotiation} override it, so that variants can differ in them. Where it
   * lacks the password, {@code postgresql.password} gives it. The environment variables of libpq
   * come last, if {@code postgresql.environment} is {@code true}.
   */
  @Override
  public PostgresUrl url(Properties properties) {
    PostgresUrl url = (PostgresUrl) super.url(properties);
    boolean tls = RunProperties.bool(properties, "tls.enabled", true);
    for (String option : tls ? List.of("user", CHANNEL_BINDING, NEGOTIATION) : List.of("user")) {
      String value = properties.getProperty(property(option));
      url = value == null ? url : url.with(option, value);
    }
    String password = properties.getProperty(property("password"));
    url = password == null ? url : url.withDefault("password", password);
    return RunProperties.bool(properties, ENVIRONMENT, false)
        ? url.withEnvironment(System.getenv())
        : url;
  }

  @Override
  protected PostgresUrl withDefaults(Properties properties, SqlOptions options) {
    return url(properties).withDefault("reWriteBatchedInserts", "true");
  }

  @Override
  public SqlDialect dialect(Properties properties) {
    return new PostgresDialect();
  }

  @Override
  public Map<String, String> directTls() {
    return Map.of(property(NEGOTIATION), "direct");
  }
}
