package dev.tlsbench.ycsb.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.MongoDatabase;
import dev.tlsbench.ycsb.session.FieldValues;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
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
  private final Commands commands;
  private final BsonFields fields = new BsonFields();

  DirectCommands(MongoDatabase database) {
    this.database =
        database.withCodecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new Reply.Raw()), database.getCodecRegistry()));
    this.commands = new Commands(database.getReadConcern(), database.getWriteConcern());
  }

  Status read(
      String table, String key, @Nullable Set<String> wanted, Map<String, ByteIterator> result) {
    BsonDocument find = commands.find(table, key, wanted);
    Reply reply = database.runCommand(find, database.getReadPreference(), Reply.class);
    int document = reply.firstDocument();
    if (document == Reply.NONE) {
      return Status.NOT_FOUND;
    }
    fields.read(reply.bytes(), document, result);
    return Status.OK;
  }

  Status update(String table, String key, FieldValues values) {
    Reply reply = database.runCommand(commands.update(table, key, values), Reply.class);
    if (reply.hasWriteError()) {
      throw new MongoException("the server did not do it: " + reply);
    }
    return reply.hasMatched() ? Status.OK : Status.NOT_FOUND;
  }
}
