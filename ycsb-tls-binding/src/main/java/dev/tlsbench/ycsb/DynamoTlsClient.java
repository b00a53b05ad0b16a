package dev.tlsbench.ycsb;

import dev.tlsbench.ycsb.dynamodb.DynamoBinding;
import dev.tlsbench.ycsb.session.TlsClient;

/**
 * DynamoDB over TLS, {@code dynamodb-tls}: reads the properties of the stock {@code dynamodb}
 * binding and {@code tls.*}. Each thread has a connection of its own.
 *
 * <p>Works with {@code bin/ycsb} of this project, and with stock YCSB as {@code -db
 * dev.tlsbench.ycsb.DynamoTlsClient}.
 */
public final class DynamoTlsClient extends TlsClient {
  /** Creates a client that is not connected yet. */
  public DynamoTlsClient() {
    super(new DynamoBinding());
  }
}
