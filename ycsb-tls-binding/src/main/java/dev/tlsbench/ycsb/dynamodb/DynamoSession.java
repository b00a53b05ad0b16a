package dev.tlsbench.ycsb.dynamodb;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.dynamodb.DynamoClient;
import dev.tlsbench.core.dynamodb.DynamoConnections;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.FailureLog;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.session.Session;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Opens connections to DynamoDB, one for each thread. */
record DynamoSession(
    TlsSettings settings,
    DynamoConnections connections,
    FailureLog failureLog,
    ConnectionListener listener,
    Keys keys,
    boolean consistent,
    int batchSize)
    implements Session {
  /** DynamoDB's limit. */
  private static final int MOST_IN_BATCH = 25;

  static DynamoSession of(DynamoUrl url, Properties properties, ConnectionListener listener) {
    TlsSettings settings = url.settings(RunProperties.strings(properties));
    DynamoConnections connections = url.open(settings, Dialer.DIRECT, listener.ledger());
    System.Logger logger = System.getLogger(DynamoSession.class.getName());
    url.warnings().forEach(warning -> logger.log(System.Logger.Level.WARNING, warning));
    return new DynamoSession(
        settings,
        connections,
        new FailureLog(properties, connections::explain),
        listener,
        Keys.of(properties),
        RunProperties.bool(properties, DynamoBinding.CONSISTENT_READS, false),
        Math.min(MOST_IN_BATCH, RunProperties.number(properties, DynamoBinding.BATCH_SIZE, 1, 1)));
  }

  @Override
  public Records records() throws ConnectFailedException {
    long start = System.nanoTime();
    DynamoClient client = connections.client();
    try {
      client.connect();
    } catch (ConnectFailedException e) {
      client.close();
      throw e;
    }
    listener.connected(Duration.ofNanos(System.nanoTime() - start));
    return new DynamoRecords(this, client);
  }

  /** Creates a table for which each request is paid, unless it exists. */
  void create(String table) throws ConnectFailedException {
    if (exists(table)) {
      return;
    }
    if (keys.hash() != null) {
      throw new InvalidSettingException(
          "dynamodb.createtable: makes tables with one key; make one with two yourself");
    }
    KeySchemaElement key =
        KeySchemaElement.builder().attributeName(keys.primary()).keyType(KeyType.HASH).build();
    AttributeDefinition string =
        AttributeDefinition.builder().attributeName(keys.primary()).attributeType("S").build();
    ask(
        sdk -> {
          sdk.createTable(
              request ->
                  request
                      .tableName(table)
                      .keySchema(key)
                      .attributeDefinitions(string)
                      .billingMode(BillingMode.PAY_PER_REQUEST));
          try (DynamoDbWaiter waiter = sdk.waiter()) {
            return waiter.waitUntilTableExists(request -> request.tableName(table));
          }
        });
  }

  @Override
  public boolean exists(String table) throws ConnectFailedException {
    return ask(
        sdk -> {
          try {
            sdk.describeTable(request -> request.tableName(table));
            return true;
          } catch (ResourceNotFoundException e) {
            return false;
          }
        });
  }

  @Override
  public boolean isEmpty(String table) throws ConnectFailedException {
    return !exists(table)
        || ask(sdk -> sdk.scan(request -> request.tableName(table).limit(1)).count() == 0);
  }

  @Override
  public long count(String table) throws ConnectFailedException {
    return ask(
        sdk ->
            sdk.scanPaginator(request -> request.tableName(table).select(Select.COUNT)).stream()
                .mapToLong(page -> page.count())
                .sum());
  }

  /** Deletes record by record. */
  @Override
  public void clear(String table) throws ConnectFailedException {
    ask(
        sdk -> {
          sdk.scanPaginator(
                  request -> request.tableName(table).attributesToGet(keys.of("").keySet()))
              .items()
              .forEach(key -> sdk.deleteItem(request -> request.tableName(table).key(key)));
          return true;
        });
  }

  private <T> T ask(Function<DynamoDbClient, T> question) throws ConnectFailedException {
    try (DynamoClient client = connections.client()) {
      return question.apply(client.sdk());
    } catch (SdkException e) {
      throw connections.failed(e);
    }
  }
}
