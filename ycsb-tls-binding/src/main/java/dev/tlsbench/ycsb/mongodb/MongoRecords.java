package dev.tlsbench.ycsb.mongodb;

import com.mongodb.ReadPreference;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.result.DeleteResult;
import dev.tlsbench.ycsb.session.FieldValues;
import dev.tlsbench.ycsb.session.Records;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * The operations of one thread on records in MongoDB. A record is a document whose {@code _id} is
 * the key and whose fields are binary, as the stock binding writes it.
 *
 * <p>Reads and updates of one record are what most workloads measure, so they go to the server as
 * bare commands, with the read preference and concerns of the database: around {@link
 * MongoCollection#find} the driver allocates more than twice as much. What a bare command cannot
 * do, the driver's collection does: fetch a long scan in several replies, split a batch, and write
 * without waiting for a reply ({@code w=0}).
 *
 * <p>All operations throw what the driver throws.
 */
final class MongoRecords implements Records {
  private static final InsertManyOptions UNORDERED = new InsertManyOptions().ordered(false);
  private static final BulkWriteOptions UNORDERED_WRITES = new BulkWriteOptions().ordered(false);
  private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
  private static final BsonDocument BY_KEY = new BsonDocument("_id", new BsonInt32(1));

  private final MongoDatabase database;
  private final int batchSize;
  private final boolean upsert;
  private final boolean acknowledged;
  private final Commands commands;
  private final RecordCodec codec = new RecordCodec();
  private final BsonFields fields = new BsonFields();
  private final Map<String, MongoCollection<MongoRecord>> collections = new HashMap<>();
  private final Map<String, List<MongoRecord>> batches = new HashMap<>();

  MongoRecords(MongoDatabase database, int batchSize, boolean upsert) {
    CodecRegistry registry =
        CodecRegistries.fromRegistries(
            CodecRegistries.fromCodecs(codec, new Reply.Codec()), database.getCodecRegistry());
    this.database = database.withCodecRegistry(registry);
    this.batchSize = batchSize;
    this.upsert = upsert;
    this.acknowledged = database.getWriteConcern().isAcknowledged();
    this.commands = new Commands(database.getReadConcern(), database.getWriteConcern());
  }

  @Override
  public Status read(
      String table, String key, @Nullable Set<String> wanted, Map<String, ByteIterator> result) {
    BsonDocument find = commands.find(table, key, wanted);
    Reply reply = database.runCommand(find, database.getReadPreference(), Reply.class);
    return reply.firstRecord(fields, result) ? Status.OK : Status.NOT_FOUND;
  }

  @Override
  public Status scan(
      String table,
      String startKey,
      int count,
      @Nullable Set<String> wanted,
      Supplier<Map<String, ByteIterator>> records) {
    codec.readInto(records);
    BsonDocument range =
        new BsonDocument("_id", new BsonDocument("$gte", new BsonString(startKey)));
    FindIterable<MongoRecord> found = collection(table).find(range).sort(BY_KEY).limit(count);
    if (wanted != null) {
      found.projection(Commands.projection(wanted));
    }
    found.forEach(record -> {});
    return Status.OK;
  }

  @Override
  public Status update(String table, String key, FieldValues values) {
    if (!acknowledged) {
      collection(table).updateOne(hasKey(key), commands.set(values));
      return Status.OK;
    }
    BsonDocument update = commands.update(table, key, values);
    Reply reply = database.runCommand(update, ReadPreference.primary(), Reply.class);
    return reply.matched() == 0 ? Status.NOT_FOUND : Status.OK;
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
    // A batch is tried once: a record that cannot be inserted must not stop all later ones.
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

  private static BsonDocument hasKey(String key) {
    return new BsonDocument("_id", new BsonString(key));
  }
}
