package dev.tlsbench.ycsb.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on records in Redis, over a connection of its own, with the data and
 * the commands of the stock binding: a hash for each record, and a sorted set of all keys, by the
 * hash code of each. An insert is two commands, and so is a delete; a scan is one, and one for each
 * record. It goes through the keys in the order of their hash codes.
 *
 * <p>An insert replaces fields of a record with the same key, and an update of a missing record
 * creates it, outside of the index. If the connection is lost, the current operation fails, since
 * its outcome is unknown, and the next one reconnects.
 */
final class RedisRecords implements Records {
  static final byte[] INDEX = bytes("_indices");

  /** The number of records that a dump asks for at a time. */
  private static final int PAGE = 100;

  private final RedisSession session;
  private final int batchSize;
  private final Map<String, FieldValues> batch = new LinkedHashMap<>();
  private @Nullable Jedis jedis;

  /** Connects; a batch is the number of inserts that are sent together. */
  RedisRecords(RedisSession session, int batchSize) throws ConnectFailedException {
    this.session = session;
    this.batchSize = batchSize;
    this.jedis = session.connect();
  }

  private interface Operation<T> {
    T run(Jedis on) throws Exception;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @SuppressWarnings("ArrayAsKeyOfSetOrMap") // Jedis looks up none of them
  private static Map<byte[], byte[]> map(FieldValues values) {
    Map<byte[], byte[]> map = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      map.put(bytes(values.name(i)), values.value(i));
    }
    return map;
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws Exception {
    return run(on -> read(on, bytes(key), fields, result) ? Status.OK : Status.NOT_FOUND);
  }

  private static boolean read(
      Jedis on, byte[] key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    if (fields == null) {
      Map<byte[], byte[]> all = on.hgetAll(key);
      all.forEach(
          (name, value) ->
              result.put(
                  new String(name, StandardCharsets.UTF_8), new ByteArrayByteIterator(value)));
      return !all.isEmpty();
    }
    List<String> names = List.copyOf(fields);
    List<byte[]> values =
        on.hmget(key, names.stream().map(RedisRecords::bytes).toArray(byte[][]::new));
    boolean found = false;
    for (int i = 0; i < names.size(); i++) {
      if (values.get(i) != null) {
        result.put(names.get(i), new ByteArrayByteIterator(values.get(i)));
        found = true;
      }
    }
    return found;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Supplier<Map<String, ByteIterator>> records)
      throws Exception {
    return run(
        on -> {
          for (byte[] key :
              on.zrangeByScore(INDEX, startKey.hashCode(), Double.POSITIVE_INFINITY, 0, count)) {
            read(on, key, fields, records.get());
          }
          return Status.OK;
        });
  }

  @Override
  public Status update(String table, String key, FieldValues values) throws Exception {
    run(on -> on.hset(bytes(key), map(values)));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, FieldValues values) throws Exception {
    if (batchSize == 1) {
      run(on -> on.hset(bytes(key), map(values)));
      run(on -> on.zadd(INDEX, key.hashCode(), bytes(key)));
      return Status.OK;
    }
    batch.put(key, values);
    if (batch.size() < batchSize) {
      return Status.BATCHED_OK;
    }
    flush();
    return Status.OK;
  }

  /** Sends the batch as a pipeline. It is tried once: its rest must not block later inserts. */
  @Override
  public void flush() throws Exception {
    Map<String, FieldValues> rows = new LinkedHashMap<>(batch);
    batch.clear();
    if (!rows.isEmpty()) {
      // Each of them throws the server's error, if it is one.
      run(on -> insert(on.pipelined(), rows)).forEach(Response::get);
    }
  }

  private static List<Response<Long>> insert(Pipeline to, Map<String, FieldValues> rows) {
    List<Response<Long>> answers = new ArrayList<>();
    rows.forEach(
        (key, values) -> {
          answers.add(to.hset(bytes(key), map(values)));
          answers.add(to.zadd(INDEX, key.hashCode(), bytes(key)));
        });
    to.sync();
    return answers;
  }

  @Override
  public Status delete(String table, String key) throws Exception {
    byte[] id = bytes(key);
    return run(on -> on.del(id) + on.zrem(INDEX, id)) == 0 ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  public long dump(String table) throws Exception {
    return run(
        on -> {
          long read = 0;
          List<byte[]> keys = on.zrange(INDEX, 0, PAGE - 1);
          for (long from = PAGE; !keys.isEmpty(); from += PAGE) {
            read += bytesOf(on, keys);
            keys = on.zrange(INDEX, from, from + PAGE - 1);
          }
          return read;
        });
  }

  private static long bytesOf(Jedis on, List<byte[]> keys) {
    Pipeline pipeline = on.pipelined();
    List<Response<Map<byte[], byte[]>>> answers = keys.stream().map(pipeline::hgetAll).toList();
    pipeline.sync();
    return answers.stream()
        .flatMap(answer -> answer.get().entrySet().stream())
        .mapToLong(field -> field.getKey().length + (long) field.getValue().length)
        .sum();
  }

  @Override
  public Status command() throws Exception {
    run(Jedis::ping);
    return Status.OK;
  }

  @Override
  public <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception {
    return run(on -> use.with(DirectClient.lend(type, on, this)));
  }

  @Override
  public void close() {
    RedisConnections.close(jedis);
    jedis = null;
  }

  private <T> T run(Operation<T> operation) throws Exception {
    Jedis on = jedis == null ? session.connect() : jedis;
    jedis = on;
    try {
      return operation.run(on);
    } finally {
      if (on.isBroken()) {
        close();
      }
    }
  }
}
