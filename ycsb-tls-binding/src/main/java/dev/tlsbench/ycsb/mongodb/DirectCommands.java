package dev.tlsbench.ycsb.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoNodeIsRecoveringException;
import com.mongodb.MongoNotPrimaryException;
import com.mongodb.MongoSocketException;
import com.mongodb.client.MongoDatabase;
import dev.tlsbench.ycsb.session.FieldValues;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.codecs.configuration.CodecRegistries;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/**
 * Read and update as bare commands, for {@code mongodb.directCommands=true}: the same messages to
 * the server, but the reply is not taken apart by the driver. Its {@code find} makes a set of
 * decoders for each reply and its {@code updateOne} goes through the machinery of bulk writes,
 * which costs a client some garbage an operation ({@code docs/results/performance.md} has the
 * figures).
 *
 * <p>The driver adds session, read preference and cluster time, but does not retry a bare command:
 * where it would retry, the result is empty, and the caller uses the driver's API. An instance
 * serves one thread.
 */
final class DirectCommands {
  private final MongoDatabase database;
  private final Retries retries;
  private final Commands commands;
  private final BsonFields fields = new BsonFields();

  DirectCommands(MongoDatabase database, Retries retries) {
    this.database =
        database.withCodecRegistry(
            CodecRegistries.fromRegistries(
                CodecRegistries.fromCodecs(new Reply.Raw()), database.getCodecRegistry()));
    this.retries = retries;
    this.commands = new Commands(database.getReadConcern(), database.getWriteConcern());
  }

  /** Reads a record; empty after a failure on which the driver would retry. */
  Optional<Status> read(
      String table, String key, @Nullable Set<String> wanted, Map<String, ByteIterator> result) {
    try {
      return Optional.of(readOnce(table, key, wanted, result));
    } catch (MongoSocketException
        | MongoNotPrimaryException
        | MongoNodeIsRecoveringException failure) {
      if (retries.reads()) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  private Status readOnce(
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

  /** Changes fields of a record; empty if the driver would retry, or not wait for an answer. */
  Optional<Status> update(String table, String key, FieldValues values) {
    if (retries.writes()) {
      return Optional.empty();
    }
    Reply reply = database.runCommand(commands.update(table, key, values), Reply.class);
    if (reply.hasWriteError()) {
      throw new MongoException("the update failed: " + reply);
    }
    return Optional.of(reply.hasMatched() ? Status.OK : Status.NOT_FOUND);
  }

  /**
   * The driver's retries, which bare commands lack.
   *
   * @param reads true if it retries reads after a broken connection
   * @param writes true if it retries writes, or does not wait for an answer to them
   */
  record Retries(boolean reads, boolean writes) {}
}
