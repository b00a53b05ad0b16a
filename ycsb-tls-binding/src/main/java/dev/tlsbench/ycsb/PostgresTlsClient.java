package dev.tlsbench.ycsb;

import dev.tlsbench.ycsb.postgresql.PostgresBinding;
import dev.tlsbench.ycsb.session.TlsClient;

/**
 * PostgreSQL over TLS, {@code postgresql-tls}: reads the properties {@code postgresql.*} and {@code
 * tls.*}. Each thread has one connection; all share one TLS context.
 *
 * <p>Works with {@code bin/ycsb} of this project, and with stock YCSB as {@code -db
 * dev.tlsbench.ycsb.PostgresTlsClient}.
 */
public final class PostgresTlsClient extends TlsClient {
  /** Creates a client that is not connected yet. */
  public PostgresTlsClient() {
    super(new PostgresBinding());
  }
}
