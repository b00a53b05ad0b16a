package dev.tlsbench.ycsb;

import dev.tlsbench.ycsb.mysql.MySqlBinding;
import dev.tlsbench.ycsb.session.TlsClient;

/**
 * MySQL and MariaDB over TLS, {@code mysql-tls}: reads the properties {@code mysql.*} and {@code
 * tls.*}. Each thread has one connection; all share one TLS context, so that sessions resume.
 *
 * <p>Works with {@code bin/ycsb} of this project, and with stock YCSB as {@code -db
 * dev.tlsbench.ycsb.MySqlTlsClient}.
 */
public final class MySqlTlsClient extends TlsClient {
  /** Creates a client that is not connected yet. */
  public MySqlTlsClient() {
    super(new MySqlBinding());
  }
}
