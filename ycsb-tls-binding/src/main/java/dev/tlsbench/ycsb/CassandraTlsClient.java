package dev.tlsbench.ycsb;

import dev.tlsbench.ycsb.cassandra.CassandraBinding;
import dev.tlsbench.ycsb.session.TlsClient;

/**
 * Cassandra over TLS, {@code cassandra-tls}: reads the properties of the stock {@code
 * cassandra-cql} binding and {@code tls.*}. All threads share one session of the driver.
 *
 * <p>Works with {@code bin/ycsb} of this project, and with stock YCSB as {@code -db
 * dev.tlsbench.ycsb.CassandraTlsClient}.
 */
public final class CassandraTlsClient extends TlsClient {
  /** Creates a client that is not connected yet. */
  public CassandraTlsClient() {
    super(new CassandraBinding());
  }
}
