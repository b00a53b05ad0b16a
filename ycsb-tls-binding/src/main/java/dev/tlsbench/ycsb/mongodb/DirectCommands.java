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
 * <p>The driver adds session, read preference and cluster time, but does not try a bare command
 * again: where it would, the result is empty, and the caller asks the driver. One object serves one
 * thread.
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

  /** Reads a record; empty if the driver would try again after a failure like the one that came. */
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

  /** Changes fields of a record; empty if the driver would try again or not wait for an answer. */
  Optional<Status> update(String table, String key, FieldValues values) {
    if (retries.writes()) {
      return Optional.empty();
    }
    Reply reply = database.runCommand(commands.update(table, key, values), Reply.class);
    if (reply.hasWriteError()) {
      throw new MongoException("the server did not do it: " + reply);
    }
    return Optional.of(reply.hasMatched() ? Status.OK : Status.NOT_FOUND);
  }

  /**
   * Retries of the driver, which a bare command does not have.
   *
   * @param reads whether it tries a read again when the connection broke
   * @param writes whether it tries a write again, which a bare command cannot; or whether it does
   *     not wait for an answer to one
   */
  record Retries(boolean reads, boolean writes) {}
}
