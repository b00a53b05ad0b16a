package dev.tlsbench.measure.redis;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.redis.RedisConnections;
import dev.tlsbench.core.redis.RedisUrl;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.measure.driver.ServerView;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Queries Redis and Valkey (commands {@code INFO} and {@code CONFIG GET}). Neither tells what a
 * connection's TLS has negotiated.
 */
final class RedisView implements ServerView {
  private static final Set<String> SETTINGS =
      Set.of(
          ("appendfsync appendonly io-threads maxmemory maxmemory-policy save tls-auth-clients"
                  + " tls-ciphers tls-ciphersuites tls-protocols tls-session-caching")
              .split(" "));

  private static final Set<String> STATUS =
      Set.of("connected_clients", "total_connections_received", "total_commands_processed");

  private final RedisConnections connections;

  /** Prepares to connect; each query connects. */
  RedisView(RedisUrl url, TlsSettings tls) {
    connections = url.open(tls, Dialer.DIRECT, new TlsLedger());
  }

  @Override
  public String product() throws ConnectFailedException {
    return info().containsKey("valkey_version") ? "Valkey" : "Redis";
  }

  @Override
  public String version() throws ConnectFailedException {
    Map<String, String> server = info();
    return server.getOrDefault("valkey_version", server.getOrDefault("redis_version", "unknown"));
  }

  @Override
  public Map<String, String> settings() throws ConnectFailedException {
    Map<String, String> settings = new TreeMap<>(ask(jedis -> jedis.configGet("*"), Map.of()));
    settings.keySet().retainAll(SETTINGS);
    return settings;
  }

  @Override
  public Map<String, String> status() throws ConnectFailedException {
    Map<String, String> status = info();
    status.keySet().retainAll(STATUS);
    return status;
  }

  /** Reads lines {@code name:value}. */
  private Map<String, String> info() throws ConnectFailedException {
    Map<String, String> lines = new TreeMap<>();
    ask(jedis -> jedis.info(), "")
        .lines()
        .map(line -> line.split(":", 2))
        .filter(parts -> parts.length > 1)
        .forEach(parts -> lines.put(parts[0], parts[1]));
    return lines;
  }

  /** Returns a substitute if the server lacks the command or denies it to the user. */
  private <T> T ask(Function<Jedis, T> question, T otherwise) throws ConnectFailedException {
    try (Jedis jedis = connections.connect()) {
      return question.apply(jedis);
    } catch (JedisDataException e) {
      return otherwise;
    } catch (JedisException e) {
      throw new ConnectFailedException(connections.explain(e), e);
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
