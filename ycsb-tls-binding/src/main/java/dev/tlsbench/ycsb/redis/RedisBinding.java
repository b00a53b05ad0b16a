package dev.tlsbench.ycsb.redis;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.redis.RedisDatabase;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** {@code redis-tls}: Redis and Valkey, with the properties of the stock {@code redis} binding. */
public final class RedisBinding implements Binding {
  private static final Database DATABASE = new RedisDatabase();
  private static final String HOST = "redis.host";
  private static final String PORT = "redis.port";
  private static final String PASSWORD = "redis.password";
  private static final String CLUSTER = "redis.cluster";
  private static final String TIMEOUT = "redis.timeout";
  static final String BATCH_SIZE = "redis.batchsize";
  private static final String PIPELINE = "redis.pipeline";

  /** Those of the stock binding, and {@code url}, {@code batchsize} and {@code pipeline}. */
  private static final Set<String> PROPERTIES =
      Set.of(HOST, PORT, PASSWORD, CLUSTER, TIMEOUT, "redis.url", BATCH_SIZE, PIPELINE);

  /** Called by the service loader. */
  public RedisBinding() {}

  @Override
  public Database database() {
    return DATABASE;
  }

  @Override
  public Set<String> properties() {
    return PROPERTIES;
  }

  /** Replaces {@code redis.host} and {@code redis.port} by a URL. */
  @Override
  public void prepare(Properties properties) {
    RunProperties.requireKnown(properties.stringPropertyNames(), "redis.", PROPERTIES);
    if (RunProperties.bool(properties, CLUSTER, false)) {
      throw new InvalidSettingException(
          CLUSTER + ": clusters are not supported; name a server that is part of none");
    }
    pipeline(properties);
    String host = properties.getProperty(HOST);
    if (host == null) {
      return;
    }
    if (properties.containsKey(urlProperty())) {
      throw new InvalidSettingException(
          HOST + ": " + urlProperty() + " names a server, too; remove one of them");
    }
    int port = RunProperties.number(properties, PORT, DATABASE.defaultPort(), 1);
    properties.setProperty(urlProperty(), "redis://" + new HostAddress(host.strip(), port) + "/");
    List.of(HOST, PORT).forEach(properties::remove);
  }

  static int pipeline(Properties properties) {
    return (int) RunProperties.whole(PIPELINE, properties.getProperty(PIPELINE, "1"), 1, 10_000);
  }

  /** Parses the URL, with password and time-out of properties where it lacks them. */
  @Override
  public RedisUrl url(Properties properties) {
    Properties own = RunProperties.copy(properties);
    prepare(own);
    RedisUrl url = (RedisUrl) Binding.super.url(own);
    String password = own.getProperty(PASSWORD, "");
    if (!password.isEmpty()) {
      url = url.withPassword(password);
    }
    String timeout = own.getProperty(TIMEOUT);
    if (timeout != null) {
      String millis = "" + RunProperties.whole(TIMEOUT, timeout, 1, 3_600_000);
      url = url.withDefault("connectTimeoutMS", millis).withDefault("requestTimeoutMS", millis);
    }
    return url;
  }

  @Override
  public Optional<String> note(Properties properties) {
    return Optional.of(pipeline(properties))
        .filter(commands -> commands > 1)
        .map(
            ("redis.pipeline=%d: an operation is a pipeline of %1$d reads or writes, so a command"
                    + " costs one part in %1$d of it; bytes of values are those of one command.")
                ::formatted);
  }

  @Override
  public Session open(Properties properties, ConnectionListener listener) {
    return RedisSession.of(url(properties), properties, listener);
  }
}
