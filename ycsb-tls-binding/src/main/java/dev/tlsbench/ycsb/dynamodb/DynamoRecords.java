package dev.tlsbench.ycsb.dynamodb;

import dev.tlsbench.core.dynamodb.DynamoClient;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The operations of one thread on records in DynamoDB, with the data and the requests of the stock
 * binding: an item for each record, whose attributes are strings. An insert replaces a record with
 * the same key, and an update of a missing one creates it. If the connection is lost, the current
 * operation fails, since its outcome is unknown, and the next one reconnects.
 */
final class DynamoRecords implements Records {
  private final DynamoSession session;
  private final DynamoClient client;
  private final List<WriteRequest> batch = new ArrayList<>();
  private String batchTable = "";

  DynamoRecords(DynamoSession session, DynamoClient client) {
    this.session = session;
    this.client = client;
  }

  /** Each byte is a character, as stock YCSB has it. */
  private static AttributeValue attribute(byte[] value) {
    return AttributeValue.fromS(new String(value, StandardCharsets.ISO_8859_1));
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    Map<String, AttributeValue> id = session.keys().of(key);
    GetItemResponse found =
        client
            .sdk()
            .getItem(
                request ->
                    request
                        .tableName(table)
                        .key(id)
                        .attributesToGet(fields)
                        .consistentRead(session.consistent()));
    found
        .item()
        .forEach(
            (name, value) -> {
              if (!id.containsKey(name)) {
                byte[] bytes = value.s().getBytes(StandardCharsets.ISO_8859_1);
                result.put(name, new ByteArrayByteIterator(bytes));
              }
            });
    return found.hasItem() ? Status.OK : Status.NOT_FOUND;
  }

  @Override
  public Status update(String table, String key, FieldValues values) {
    Map<String, AttributeValueUpdate> changes = new HashMap<>();
    for (int i = 0; i < values.size(); i++) {
      changes.put(
          values.name(i),
          AttributeValueUpdate.builder()
              .value(attribute(values.value(i)))
              .action(AttributeAction.PUT)
              .build());
    }
    client
        .sdk()
        .updateItem(
            request ->
                request.tableName(table).key(session.keys().of(key)).attributeUpdates(changes));
    return Status.OK;
  }

  @Override
  public Status insert(String table, String key, FieldValues values) {
    Map<String, AttributeValue> item = session.keys().of(key);
    for (int i = 0; i < values.size(); i++) {
      item.put(values.name(i), attribute(values.value(i)));
    }
    if (session.batchSize() == 1) {
      client.sdk().putItem(request -> request.tableName(table).item(item));
      return Status.OK;
    }
    batchTable = table;
    batch.add(WriteRequest.builder().putRequest(put -> put.item(item)).build());
    if (batch.size() < session.batchSize()) {
      return Status.BATCHED_OK;
    }
    flush();
    return Status.OK;
  }

  /** Sends the batch, which is tried once: its rest must not block later inserts. */
  @Override
  public void flush() {
    if (batch.isEmpty()) {
      return;
    }
    Map<String, List<WriteRequest>> rows = Map.of(batchTable, List.copyOf(batch));
    batch.clear();
    BatchWriteItemResponse answer =
        client.sdk().batchWriteItem(request -> request.requestItems(rows));
    if (!answer.unprocessedItems().isEmpty()) {
      throw new IllegalStateException("ThroughputExceeded: some inserts of a batch were not taken");
    }
  }

  @Override
  public Status delete(String table, String key) {
    client.sdk().deleteItem(request -> request.tableName(table).key(session.keys().of(key)));
    return Status.OK;
  }

  @Override
  public long dump(String table) {
    return client.sdk().scanPaginator(request -> request.tableName(table)).items().stream()
        .flatMap(item -> item.entrySet().stream())
        .mapToLong(field -> field.getKey().length() + (long) field.getValue().s().length())
        .sum();
  }

  @Override
  public <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception {
    return use.with(DirectClient.lend(type, client.sdk(), this));
  }

  @Override
  public void close() {
    client.close();
  }
}
