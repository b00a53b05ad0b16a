package dev.tlsbench.ycsb.mongodb;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Records;
import dev.tlsbench.ycsb.session.StatementText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonInvalidOperationException;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.json.JsonParseException;

/** A command of the user's in JSON, in which each value {@code "?"} is a parameter. */
final class MongoQuery {
  private static final Set<String> READING = Set.of("find", "aggregate", "count", "distinct");
  private static final String BATCH = "batchSize";
  private static final BsonInt32 ALL = new BsonInt32(Integer.MAX_VALUE);

  private final BsonDocument command;
  private final List<Consumer<BsonValue>> places = new ArrayList<>();

  MongoQuery(String json, boolean writes) {
    try {
      command = BsonDocument.parse(json);
    } catch (JsonParseException | BsonInvalidOperationException e) {
      throw new InvalidSettingException(
          "it is not a command in JSON such as {\"find\": \"users\", \"filter\": {\"_id\": \"?\"}}");
    }
    String name = command.isEmpty() ? "" : command.getFirstKey();
    if (!writes) {
      StatementText.requireWord(name, READING);
    }
    find(command, value -> {}, writes);
    // By default the first batch has 101 documents, and a command of the driver knows no second
    // one.
    if (name.equals("find")) {
      command.putIfAbsent(BATCH, ALL);
    } else if (name.equals("aggregate")) {
      command.putIfAbsent("cursor", new BsonDocument(BATCH, ALL));
    }
  }

  private void find(BsonValue value, Consumer<BsonValue> place, boolean writes) {
    if (value instanceof BsonDocument document) {
      for (String key : document.keySet()) {
        if (!writes && (key.equals("$out") || key.equals("$merge"))) {
          StatementText.requireWord(key, READING);
        }
        find(document.get(key), one -> document.put(key, one), writes);
      }
    } else if (value instanceof BsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        int index = i;
        find(array.get(i), one -> array.set(index, one), writes);
      }
    } else if (value instanceof BsonString text && text.getValue().equals("?")) {
      places.add(place);
    }
  }

  Records.Reply run(MongoDatabase database, List<Object> values) {
    StatementText.requireCount(places.size(), values.size());
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      places
          .get(i)
          .accept(value instanceof Long n ? new BsonInt64(n) : new BsonString(value.toString()));
    }
    RawBsonDocument reply = database.runCommand(command, RawBsonDocument.class);
    return new Records.Reply(rows(reply), reply.getByteBuffer().remaining());
  }

  private long rows(RawBsonDocument reply) {
    if (reply.get("cursor") instanceof BsonDocument cursor) {
      if (cursor.getNumber("id").longValue() != 0) {
        throw new InvalidSettingException(
            "its reply has more than one batch; give it a limit, or no batchSize");
      }
      return cursor.getArray("firstBatch").size();
    }
    if (reply.get("values") instanceof BsonArray found) {
      return found.size();
    }
    long n = reply.containsKey("n") ? reply.getNumber("n").longValue() : 1;
    return command.containsKey("count") ? Math.min(1, n) : n;
  }
}
