package dev.tlsbench.ycsb.mongodb;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonDocumentWrapper;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.codecs.configuration.CodecRegistries;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * Read and update as bare commands: the same messages to the server, but the reply is not taken
 * apart by the driver. Its {@code find} makes a set of decoders for each reply and its {@code
 * updateOne} goes through the machinery of bulk writes, at about 15 and 4 kB of garbage an
 * operation (driver 5.14; the cost benchmark has the figures).
 *
 * <p>The driver adds session, read preference and cluster time, but does not try a bare command
 * again; that is left to {@link MongoRecords}. One object serves one thread.
 */
final class DirectCommands {
  private final MongoDatabase database;
  private final RecordCodec codec;
  private final BsonFields fields = new BsonFields();
  private final BsonDocument readConcern;
  private final BsonDocument writeConcern;

  DirectCommands(MongoDatabase database, RecordCodec codec) {
    this.database =
        database.withCodecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new Reply.Raw()), database.getCodecRegistry()));
    this.codec = codec;
    this.readConcern = database.getReadConcern().asDocument();
    WriteConcern concern = database.getWriteConcern();
    this.writeConcern = concern.isServerDefault() ? new BsonDocument() : concern.asDocument();
  }

  Status read(
      String table, String key, @Nullable Set<String> wanted, Map<String, ByteIterator> result) {
    BsonDocument command =
        new BsonDocument("find", new BsonString(table)).append("filter", hasKey(key));
    if (wanted != null) {
      command.append("projection", projection(wanted));
    }
    command.append("limit", new BsonInt32(1)).append("singleBatch", BsonBoolean.TRUE);
    if (!readConcern.isEmpty()) {
      command.append("readConcern", readConcern);
    }
    Reply reply = database.runCommand(command, database.getReadPreference(), Reply.class);
    int document = reply.firstDocument();
    if (document == Reply.NONE) {
      return Status.NOT_FOUND;
    }
    fields.read(reply.bytes(), document, result);
    return Status.OK;
  }

  Status update(String table, String key, MongoRecord changes) {
    BsonDocument update =
        new BsonDocument("q", hasKey(key))
            .append("u", new BsonDocument("$set", new BsonDocumentWrapper<>(changes, codec)));
    BsonDocument command =
        new BsonDocument("update", new BsonString(table))
            .append("updates", new BsonArray(List.of(update)));
    if (!writeConcern.isEmpty()) {
      command.append("writeConcern", writeConcern);
    }
    Reply reply = database.runCommand(command, Reply.class);
    if (reply.hasWriteError()) {
      throw new MongoException("the server did not do it: " + reply);
    }
    return reply.hasMatched() ? Status.OK : Status.NOT_FOUND;
  }

  static BsonDocument hasKey(String key) {
    return new BsonDocument("_id", new BsonString(key));
  }

  static BsonDocument projection(Set<String> fields) {
    BsonDocument projection = new BsonDocument();
    fields.forEach(field -> projection.put(field, new BsonInt32(1)));
    return projection;
  }
}
