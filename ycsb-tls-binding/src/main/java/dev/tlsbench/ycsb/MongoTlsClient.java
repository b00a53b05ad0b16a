package dev.tlsbench.ycsb;

import dev.tlsbench.ycsb.mongodb.MongoBinding;
import dev.tlsbench.ycsb.session.TlsClient;

/**
 * MongoDB over TLS, {@code mongodb-tls}: reads the properties of the stock {@code mongodb} binding
 * and {@code tls.*}. All threads share one client of the driver.
 *
 * <p>Works with {@code bin/ycsb} of this project, and with stock YCSB as {@code -db
 * dev.tlsbench.ycsb.MongoTlsClient}.
 */
public final class MongoTlsClient extends TlsClient {
  /** Creates a client that is not connected yet. */
  public MongoTlsClient() {
    super(new MongoBinding());
  }
}
