package dev.tlsbench.ycsb.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.function.ToLongFunction;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Opens connections to Redis, one for each thread. A table is a sorted set of the keys of hashes,
 * its records.
 */
record RedisSession(
    TlsSettings settings,
    RedisConnections connections,
    FailureLog failureLog,
    ConnectionListener listener,
    int batchSize,
    int pipeline)
    implements Session {
  static RedisSession of(RedisUrl url, Properties properties, ConnectionListener listener) {
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    RedisConnections connections = url.open(settings, Dialer.DIRECT, listener.ledger());
    return new RedisSession(
        settings,
        connections,
        new FailureLog(properties, connections::explain),
        listener,
        RunProperties.number(properties, RedisBinding.BATCH_SIZE, 1, 1),
        RedisBinding.pipeline(properties));
  }

  @Override
  public Records records() throws ConnectFailedException {
    return new RedisRecords(this, batchSize, pipeline);
  }

  Jedis connect() throws ConnectFailedException {
    long start = System.nanoTime();
    Jedis connected = connections.connect();
    listener.connected(Duration.ofNanos(System.nanoTime() - start));
    return connected;
  }

  @Override
  public boolean isEmpty(String table) throws ConnectFailedException {
    return count(table) == 0;
  }

  @Override
  public long count(String table) throws ConnectFailedException {
    return ask(table + ": cannot be counted: ", jedis -> jedis.zcard(RedisRecords.index(table)));
  }

  /** Removes the records in the table's index, and no other key of the database. */
  @Override
  public void clear(String table) throws ConnectFailedException {
    byte[] index = RedisRecords.index(table);
    ask(
        table + ": cannot be removed: ",
        jedis -> {
          List<byte[]> keys = jedis.zrange(index, 0, RedisRecords.PAGE - 1);
          while (!keys.isEmpty()) {
            jedis.del(keys.toArray(byte[][]::new));
            // Last, so that the index still has what a failure leaves behind.
            jedis.zremrangeByRank(index, 0, keys.size() - 1L);
            keys = jedis.zrange(index, 0, RedisRecords.PAGE - 1);
          }
          return 0;
        });
  }

  private long ask(String problem, ToLongFunction<Jedis> question) throws ConnectFailedException {
    try (Jedis jedis = connections.connect()) {
      return question.applyAsLong(jedis);
    } catch (JedisException e) {
      throw new ConnectFailedException(problem + connections.explain(e), e);
    }
  }
}
