package dev.tlsbench.ycsb.mongodb;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.result.DeleteResult;
import com.mongodb.client.result.UpdateResult;
import dev.tlsbench.ycsb.session.DirectClient;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.store.PointStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWrapper;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.RawBsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on records in MongoDB. A record is a document whose {@code _id} is
 * the key and whose fields are binary, as in the stock binding.
 *
 * <p>All operations throw the driver's exceptions.
 */
final class MongoRecords implements Records {
  private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);
  private static final BulkWriteOptions UNORDERED_WRITES = new BulkWriteOptions().ordered(false);
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
  private static final BsonInt32 ONE = new BsonInt32(1);

  /** The older name of {@code hello}, which all servers know; the answer is the same. */
  private static final BsonDocument HELLO = new BsonDocument("isMaster", BsonBoolean.TRUE);

  private static final BsonDocument BY_KEY = new BsonDocument("_id", ONE);

  private final MongoDatabase database;
  private final int batchSize;
  private final boolean upsert;
  private final RecordCodec codec = new RecordCodec();
  private final Map<String, MongoCollection<MongoRecord>> collections = new HashMap<>();
  private final Map<String, List<MongoRecord>> batches = new HashMap<>();
  private final Map<String, MongoQuery> queries = new HashMap<>();

  /**
   * Creates the operations of one thread.
   *
   * @param upsert true if an insert replaces an existing record
   */
  MongoRecords(MongoDatabase database, int batchSize, boolean upsert) {
    CodecRegistry registry =
        CodecRegistries.fromRegistries(
            CodecRegistries.fromCodecs(codec), database.getCodecRegistry());
    this.database = database.withCodecRegistry(registry);
    this.batchSize = batchSize;
    this.upsert = upsert;
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
    codec.readInto(() -> result);
    FindIterable<MongoRecord> found = collection(table).find(hasKey(key));
    return project(found, fields).first() == null ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> fields,
      Supplier<Map<String, ByteIterator>> records) {
    codec.readInto(records);
    BsonDocument range =
        new BsonDocument("_id", new BsonDocument("$gte", new BsonString(startKey)));
    FindIterable<MongoRecord> found =
        project(collection(table).find(range).sort(BY_KEY).limit(count), fields);
    found.forEach(record -> {});
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, FieldValues values) {
    MongoRecord changed = new MongoRecord("", values);
    BsonDocument set = new BsonDocument("$set", new BsonDocumentWrapper<>(changed, codec));
    UpdateResult result = collection(table).updateOne(hasKey(key), set);
    return result.wasAcknowledged() && result.getMatchedCount() == 0 ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  public Status insert(String table, String key, FieldValues values) {
    MongoRecord record = new MongoRecord(key, values);
    if (batchSize > 1) {
      List<MongoRecord> batch = batches.computeIfAbsent(table, name -> new ArrayList<>());
      batch.add(record);
      if (batch.size() < batchSize) {
        return Status.BATCHED_OK;
      }
      flush(table, batch);
    } else if (upsert) {
      collection(table).replaceOne(hasKey(key), record, UPSERT);
    } else {
      collection(table).insertOne(record);
    }
    return Status.OK;
  }

  @Override
  public Status delete(String table, String key) {
    DeleteResult result = collection(table).deleteOne(hasKey(key));
    return result.wasAcknowledged() && result.getDeletedCount() == 0 ? Status.NOT_FOUND : Status.OK;
  }

  /** Sends the command of {@code mongodump}. */
  @Override
  public long dump(String table) {
    MongoCollection<RawBsonDocument> collection =
        database.getCollection(table, RawBsonDocument.class);
    long read = 0;
    try (MongoCursor<RawBsonDocument> documents = collection.find().cursor()) {
      while (documents.hasNext()) {
        read += documents.next().getByteBuffer().remaining();
      }
    }
    return read;
  }

  @Override
  public PointStore points(String table) {
    return new PointCollection(database, table);
  }

  @Override
  public Status command() {
    database.runCommand(HELLO);
    return Status.OK;
  }

  @Override
  public <C> Status direct(Class<C> type, DirectClient.Use<C> use) throws Exception {
    return use.with(DirectClient.lend(type, database, this));
  }

  @Override
  public Reply query(String text, List<Object> values, boolean writes) {
    return queries
        .computeIfAbsent(text, json -> new MongoQuery(json, writes))
        .run(database, values);
  }

  @Override
  public void flush() {
    batches.forEach(
        (table, batch) -> {
          if (!batch.isEmpty()) {
            flush(table, batch);
          }
        });
  }

  @Override
  public void close() {}

  private void flush(String table, List<MongoRecord> batch) {
    List<MongoRecord> records = List.copyOf(batch);
    // A batch is tried once: a record that cannot be inserted must not block later ones.
    batch.clear();
    if (upsert) {
      collection(table)
          .bulkWrite(
              records.stream()
                  .map(record -> new ReplaceOneModel<>(hasKey(record.key()), record, UPSERT))
                  .toList(),
              UNORDERED_WRITES);
    } else {
      collection(table).insertMany(records, UNORDERED);
    }
  }

  private MongoCollection<MongoRecord> collection(String table) {
    return collections.computeIfAbsent(
        table, name -> database.getCollection(name, MongoRecord.class));
  }

  private static FindIterable<MongoRecord> project(
      FindIterable<MongoRecord> found, @Nullable Set<String> fields) {
    if (fields == null) {
      return found;
    }
    BsonDocument projection = new BsonDocument();
    fields.forEach(field -> projection.put(field, ONE));
    return found.projection(projection);
  }

  private static BsonDocument hasKey(String key) {
    return new BsonDocument("_id", new BsonString(key));
  }
}
