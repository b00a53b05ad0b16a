package dev.tlsbench.ycsb;

import dev.tlsbench.ycsb.redis.RedisBinding;
import dev.tlsbench.ycsb.session.TlsClient;

/**
 * Redis and Valkey over TLS, {@code redis-tls}: reads the properties of the stock {@code redis}
 * binding and {@code tls.*}. Each thread has a connection of its own.
 *
 * <p>Works with {@code bin/ycsb} of this project, and with stock YCSB as {@code -db
 * dev.tlsbench.ycsb.RedisTlsClient}.
 */
public final class RedisTlsClient extends TlsClient {
  /** Creates a client that is not connected yet. */
  public RedisTlsClient() {
    super(new RedisBinding());
  }
}
