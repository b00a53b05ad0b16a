package dev.tlsbench.ycsb.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.CommandObjects;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.Response;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.workloads.CoreWorkload;

/**
 * The operations of one thread on records in Redis, over a connection of its own, with the data and
 * the commands of the stock binding: a hash for each record, and a sorted set of all keys, by the
 * hash code of each. An insert is two commands, and so is a delete; a scan is one, and one for each
 * record. It goes through the keys in the order of their hash codes. If a pipeline is asked for, it
 * is sent in place of each command that reads or writes fields, and is this command many times.
 *
 * <p>An insert replaces fields of a record with the same key, and an update of a missing record
 * creates it, outside of the index. If the connection is lost, the current operation fails, since
 * its outcome is unknown, and the next one reconnects.
 */
final class RedisRecords implements Records {
  private static final CommandObjects COMMANDS = new CommandObjects(RedisProtocol.RESP2);

  /** The number of records that are read or removed at a time. */
  static final int PAGE = 100;

  private final RedisSession session;
  private final int batchSize;
  private final int pipeline;
  private final Map<String, List<CommandObject<Long>>> batch = new LinkedHashMap<>();
  private @Nullable Jedis jedis;

  /** Connects; a batch is the number of inserts, and a pipeline of commands, sent together. */
  RedisRecords(RedisSession session, int batchSize, int pipeline) throws ConnectFailedException {
    this.session = session;
    this.batchSize = batchSize;
    this.pipeline = pipeline;
    this.jedis = session.connect();
  }

  private interface Operation<T> {
    T run(Jedis on) throws Exception;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the key of the stock binding, which has one table, after the name of any other. */
  private static byte[] key(String table, String key) {
    boolean stock = table.equals(CoreWorkload.TABLENAME_PROPERTY_DEFAULT);
    return bytes(stock ? key : table + ":" + key);
  }

  /** Returns the key of the sorted set with the keys of a table's records. */
  static byte[] index(String table) {
    return key(table, "_indices");
  }

  @SuppressWarnings("ArrayAsKeyOfSetOrMap") // Jedis looks up none of them
  private static CommandObject<Long> write(byte[] id, FieldValues values) {
    Map<byte[], byte[]> map = new LinkedHashMap<>();
    for (int i = 0; i < values.size(); i++) {
      map.put(bytes(values.name(i)), values.value(i));
    }
    return COMMANDS.hset(id, map);
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws Exception {
    read(key(table, key), fields, result);
    return result.isEmpty() ? Status.NOT_FOUND : Status.OK;
  }

  private void read(byte[] id, @Nullable Set<String> fields, Map<String, ByteIterator> result)
      throws Exception {
    if (fields == null) {
      send(COMMANDS.hgetAll(id))
          .forEach(
              (name, value) ->
                  result.put(
                      new String(name, StandardCharsets.UTF_8), new ByteArrayByteIterator(value)));
      return;
    }
    List<String> names = List.copyOf(fields);
    List<byte[]> values =
        send(COMMANDS.hmget(id, names.stream().map(RedisRecords::bytes).toArray(byte[][]::new)));
    for (int i = 0; i < names.size(); i++) {
      if (values.get(i) != null) {
        result.put(names.get(i), new ByteArrayByteIterator(values.get(i)));
      }
    }
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Supplier<Map<String, ByteIterator>> records)
      throws Exception {
    double from = startKey.hashCode();
    for (byte[] id :
        run(on -> on.zrangeByScore(index(table), from, Double.POSITIVE_INFINITY, 0, count))) {
      read(id, fields, records.get());
    }
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, FieldValues values) throws Exception {
    send(write(key(table, key), values));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, FieldValues values) throws Exception {
    byte[] id = key(table, key);
    CommandObject<Long> write = write(id, values);
    CommandObject<Long> enter = COMMANDS.zadd(index(table), key.hashCode(), id);
    if (batchSize == 1) {
      send(write);
      run(on -> on.getConnection().executeCommand(enter));
      return Status.OK;
    }
    batch.put(key, List.of(write, enter));
    if (batch.size() < batchSize) {
      return Status.BATCHED_OK;
    }
    flush();
    return Status.OK;
  }

  /** Sends the batch as a pipeline. It is tried once: its rest must not block later inserts. */
  @Override
  public void flush() throws Exception {
    List<CommandObject<Long>> commands = batch.values().stream().flatMap(List::stream).toList();
    batch.clear();
    if (!commands.isEmpty()) {
      send(commands);
    }
  }

  @Override
  public Status delete(String table, String key) throws Exception {
    byte[] id = key(table, key);
    return run(on -> on.del(id) + on.zrem(index(table), id)) == 0 ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  public long dump(String table) throws Exception {
    long read = 0;
    int page = PAGE;
    for (long from = 0; page == PAGE; from += PAGE) {
      long first = from;
      List<byte[]> ids = run(on -> on.zrange(index(table), first, first + PAGE - 1));
      read +=
          send(ids.stream().map(COMMANDS::hgetAll).toList()).stream()
              .flatMap(record -> record.entrySet().stream())
              .mapToLong(field -> field.getKey().length + (long) field.getValue().length)
              .sum();
      page = ids.size();
    }
    return read;
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

  /** Sends a command, or the pipeline in its place, of which all answers are equal. */
  private <T> T send(CommandObject<T> command) throws Exception {
    return pipeline == 1
        ? run(on -> on.getConnection().executeCommand(command))
        : send(Collections.nCopies(pipeline, command)).get(0);
  }

  /** Sends commands as a pipeline; throws the first error among the answers. */
  private <T> List<T> send(List<CommandObject<T>> commands) throws Exception {
    return run(
        on -> {
          Pipeline together = on.pipelined();
          List<Response<T>> answers = commands.stream().map(together::appendCommand).toList();
          together.sync();
          return answers.stream().map(Response::get).toList();
        });
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
