package dev.tlsbench.measure.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.driver.Trial;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** Redis, with Jedis. */
record RedisAccess(RedisUrl url, TlsSettings tls, Route route) implements Access {
  @Override
  public String query() {
    return "PING";
  }

  @Override
  public Opener opener() {
    return new OneConnection();
  }

  @Override
  public Client client() throws ConnectFailedException {
    OneConnection client = new OneConnection();
    try {
      client.connect();
      return client;
    } catch (ConnectFailedException | RuntimeException e) {
      client.close();
      throw e;
    }
  }

  /** The connections of one client, one at a time. */
  private final class OneConnection implements Opener, Client {
    private final RedisConnections connections = url.open(tls, route, Timeline.ledger());
    private @Nullable Jedis jedis;

    Jedis connect() throws ConnectFailedException {
      Jedis connected = connections.connect();
      jedis = connected;
      return connected;
    }

    @Override
    public Trial open() throws ConnectFailedException {
      Timeline timeline = new Timeline();
      Jedis made = connections.connect();
      try {
        timeline.end(Part.SESSION_SET_UP);
        made.ping();
        timeline.done();
      } catch (JedisException e) {
        throw failure(e);
      } finally {
        RedisConnections.close(made);
      }
      return timeline.end();
    }

    @Override
    public void query() throws ConnectFailedException {
      try {
        Jedis on = jedis == null ? connect() : jedis;
        on.ping();
      } catch (JedisException e) {
        disconnect();
        throw failure(e);
      }
    }

    private ConnectFailedException failure(JedisException e) {
      return new ConnectFailedException(url.hosts().get(0) + ": " + connections.explain(e), e);
    }

    private void disconnect() {
      RedisConnections.close(jedis);
      jedis = null;
    }

    @Override
    public void close() {
      disconnect();
      connections.close();
    }
  }
}
