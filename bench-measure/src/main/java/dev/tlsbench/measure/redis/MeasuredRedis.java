package dev.tlsbench.measure.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.ycsb.redis.RedisBinding;
import java.util.List;
import java.util.Properties;

/** Redis and Valkey as they are measured. */
public final class MeasuredRedis implements MeasuredDatabase {
  private static final RedisBinding BINDING = new RedisBinding();

  @Override
  public String databaseId() {
    return BINDING.database().id();
  }

  @Override
  public ServerView view(Properties properties) {
    return new RedisView(BINDING.url(properties), BINDING.tls(properties));
  }

  @Override
  public Access access(Properties properties, Route route) throws ConnectFailedException {
    Access access = new RedisAccess(BINDING.url(properties), BINDING.tls(properties), route);
    access.client().close();
    return access;
  }

  @Override
  public boolean canReconnect() {
    return true;
  }

  @Override
  public List<String> notesOnParts(boolean logIn) {
    return List.of(
        (logIn ? "authentication is the command AUTH; " : "")
            + "session set-up is CLIENT SETINFO, twice in one write, and SELECT if the URL names"
            + " another database than 0.",
        "The connections are those of Jedis' class Jedis, which greets in one round trip beside"
            + " the log-in. RedisClient of Jedis 8 takes two by default (HELLO first), and"
            + " Lettuce 7 three.");
  }
}
