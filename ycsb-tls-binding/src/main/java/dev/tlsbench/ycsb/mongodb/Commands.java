package dev.tlsbench.ycsb.mongodb;

import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import dev.tlsbench.ycsb.session.FieldValues;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.jspecify.annotations.Nullable;

/**
 * The commands {@code find} and {@code update} for one record, as documents that are reused: new
 * ones for each operation would cost 2 kB of garbage an update. A returned document is valid until
 * the next call; an instance serves one thread.
 */
final class Commands {
  private static final BsonInt32 ONE = new BsonInt32(1);

  private final BsonDocument key = new BsonDocument();
  private final BsonDocument find = new BsonDocument();
  private final BsonDocument values = new BsonDocument();
  private final BsonDocument set = new BsonDocument("$set", values);
  private final BsonDocument update = new BsonDocument();

  /** Creates commands with these concerns, which are omitted if they are the server's defaults. */
  Commands(ReadConcern readConcern, WriteConcern writeConcern) {
    find.append("find", new BsonString(""))
        .append("filter", key)
        .append("limit", ONE)
        .append("singleBatch", BsonBoolean.TRUE);
    if (!readConcern.isServerDefault()) {
      find.append("readConcern", readConcern.asDocument());
    }
    BsonDocument change = new BsonDocument("q", key).append("u", set);
    update.append("update", new BsonString("")).append("updates", new BsonArray(List.of(change)));
    if (!writeConcern.isServerDefault()) {
      update.append("writeConcern", writeConcern.asDocument());
    }
  }

  /** Finds a record; all its fields if {@code fields} is {@code null}. */
  BsonDocument find(String table, String recordKey, @Nullable Set<String> fields) {
    find.put("find", new BsonString(table));
    key.put("_id", new BsonString(recordKey));
    if (fields == null) {
      find.remove("projection");
    } else {
      find.put("projection", projection(fields));
    }
    return find;
  }

  BsonDocument update(String table, String recordKey, FieldValues fields) {
    update.put("update", new BsonString(table));
    key.put("_id", new BsonString(recordKey));
    set(fields);
    return update;
  }

  /** Returns the {@code $set} part of an update. */
  BsonDocument set(FieldValues fields) {
    values.clear();
    for (int i = 0; i < fields.size(); i++) {
      values.put(fields.name(i), new BsonBinary(fields.value(i)));
    }
    return set;
  }

  /** Matches the record with this key. */
  static BsonDocument hasKey(String recordKey) {
    return new BsonDocument("_id", new BsonString(recordKey));
  }

  /** Selects these fields and the key. */
  static BsonDocument projection(Set<String> fields) {
    BsonDocument projection = new BsonDocument();
    fields.forEach(field -> projection.put(field, ONE));
    return projection;
  }
}
