package dev.tlsbench.ycsb.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.TlsLedger;
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
 * Opens connections to Redis, one for each thread. As in the stock binding all tables are one: the
 * key of a hash is that of its record, and a sorted set has the keys of all records.
 */
final class RedisSession implements Session {
  /** The number of keys that one command removes. */
  private static final int PAGE = 1000;

  private final TlsSettings settings;
  private final RedisConnections connections;
  private final FailureLog failureLog;
  private final ConnectionListener listener;
  private final int batchSize;

  RedisSession(RedisUrl url, Properties properties, ConnectionListener listener) {
    this.settings = url.settings(RunProperties.strings(properties));
    this.listener = listener;
    this.batchSize = RunProperties.number(properties, RedisBinding.BATCH_SIZE, 1, 1);
    TlsLedger ledger = new TlsLedger();
    ledger.onConnection(listener::negotiated);
    this.connections = url.open(settings, Dialer.DIRECT, ledger);
    this.failureLog = new FailureLog(properties, connections::explain);
  }

  @Override
  public TlsSettings settings() {
    return settings;
  }

  @Override
  public TlsLedger ledger() {
    return connections.ledger();
  }

  @Override
  public Records records() throws ConnectFailedException {
    return new RedisRecords(this, batchSize);
  }

  Jedis connect() throws ConnectFailedException {
    long start = System.nanoTime();
    Jedis connected = connections.connect();
    listener.connected(Duration.ofNanos(System.nanoTime() - start));
    return connected;
  }

  @Override
  public FailureLog failureLog() {
    return failureLog;
  }

  @Override
  public boolean isEmpty(String table) throws ConnectFailedException {
    return count(table) == 0;
  }

  @Override
  public long count(String table) throws ConnectFailedException {
    return ask(table + ": cannot be counted: ", jedis -> jedis.zcard(RedisRecords.INDEX));
  }

  /** Removes the records in the index, and no other key of the database. */
  @Override
  public void clear(String table) throws ConnectFailedException {
    long removed = 1;
    while (removed > 0) {
      removed = ask(table + ": cannot be removed: ", RedisSession::clearPage);
    }
  }

  private static long clearPage(Jedis jedis) {
    List<byte[]> keys = jedis.zrange(RedisRecords.INDEX, 0, PAGE - 1);
    if (!keys.isEmpty()) {
      jedis.del(keys.toArray(byte[][]::new));
      // Last, so that the index still has what a failure leaves behind.
      jedis.zremrangeByRank(RedisRecords.INDEX, 0, keys.size() - 1L);
    }
    return keys.size();
  }

  private long ask(String problem, ToLongFunction<Jedis> question) throws ConnectFailedException {
    try (Jedis jedis = connections.connect()) {
      return question.applyAsLong(jedis);
    } catch (JedisException e) {
      throw new ConnectFailedException(problem + connections.explain(e), e);
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
