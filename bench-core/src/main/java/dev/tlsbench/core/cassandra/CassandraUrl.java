package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.database.StrictUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.UrlText;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The URL of a Cassandra cluster: {@code
 * cassandra://user:password@host,host:9142/keyspace?options}. No standard has such URLs.
 *
 * <p>Options beside those of every {@link StrictUrl}, with the driver's defaults:
 *
 * <ul>
 *   <li>{@code localDatacenter}: the data centre whose servers are used; by default that of the
 *       hosts
 *   <li>{@code protocolVersion}: 3, 4 or 5; by default the highest that the servers support
 * </ul>
 */
public final class CassandraUrl extends StrictUrl<CassandraUrl> {
  private static final String LOCAL_DATACENTER = "localDatacenter";
  private static final String PROTOCOL_VERSION = "protocolVersion";

  private static final Database KIND = new CassandraDatabase();
  private static final UrlText.Form FORM =
      form(KIND, KIND.defaultPort(), "cassandra://user:password@host:port/keyspace?options");

  static final TlsDialect TLS = dialect(LOCAL_DATACENTER).word(PROTOCOL_VERSION, "3", "4", "5");

  /** Names of keyspaces have letters, digits and underscores, 48 at most. */
  private static final Pattern KEYSPACE = Pattern.compile("\\w{1,48}|\"\\w{1,48}\"");

  private CassandraUrl(UrlText text) {
    super(KIND, TLS, text, CassandraUrl::new);
    if (!KEYSPACE.matcher(database().orElse("none")).matches()) {
      throw FORM.refusal(
          "names a keyspace with other characters than letters, digits and '_', or more than 48;"
              + " write cassandra://host:port/keyspace?options");
    }
  }

  /** Parses a URL. Accesses neither files nor the network. */
  public static CassandraUrl parse(String url) {
    Database.requireDriver(
        "com.datastax.oss.driver.api.core.CqlSession",
        "Cassandra",
        "org.apache.cassandra:java-driver-core-shaded, which the -full tarball has,");
    return new CassandraUrl(UrlText.parse(url.strip(), FORM));
  }

  /** Names the user and the password, which is secret, unless the URL names a user. */
  public CassandraUrl withUser(String user, String password) {
    return user().isPresent() ? this : new CassandraUrl(text.as(user, password));
  }

  /** Names the keyspace, in quotes if it is case-sensitive, unless the URL does. */
  public CassandraUrl withKeyspace(String name) {
    return database().isPresent() ? this : new CassandraUrl(text.to(name));
  }

  @Override
  public CassandraConnections open(TlsSettings settings, Dialer dialer, TlsLedger ledger) {
    return new CassandraConnections(this, settings, dialer, ledger, driver -> {}, time -> {});
  }

  Optional<String> localDatacenter() {
    return text.option(LOCAL_DATACENTER);
  }

  Optional<String> protocolVersion() {
    return tls.word(PROTOCOL_VERSION);
  }
}
