package dev.tlsbench.embedded.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.bwaldvogel.mongo.bson.Document;
import dev.tlsbench.embedded.mongodb.MongoServerMain.StoredBackend;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import org.h2.mvstore.MVStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoredBackendTest {
  private static final int RECORDS = 3_000;

  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final Path file;
  private final MVStore store;
  private final StoredBackend backend;

  /** Opens a store that caches nothing, and frees at once what is older than its last version. */
  StoredBackendTest(@TempDir Path directory) {
    file = directory.resolve("mongo.mv");
    store =
        new MVStore.Builder().fileName(file.toString()).cacheSize(0).autoCommitDisabled().open();
    store.setRetentionTime(0);
    store.setVersionsToKeep(0);
    backend = new StoredBackend(store, file.toString());
    for (int i = 0; i < RECORDS; i++) {
      insert("counted", i);
      insert("changed", i);
    }
    store.commit();
  }

  @AfterEach
  void close() {
    store.closeImmediately();
  }

  @Test
  void readsOnWhileTheStoreMovesRecords() {
    Iterator<Object> records = store.openMap("databases.ycsb.counted").keyIterator(null);
    int count =
        backend.read(
            () -> {
              int read = 0;
              while (records.hasNext()) {
                records.next();
                move(read++);
              }
              return read;
            });

    assertThat(count).isEqualTo(RECORDS);
    assertThat(file).exists();
  }

  /** Leaves a gap beside other records, which the store then moves. */
  private void move(int id) {
    if (id < 10) {
      Document deleted = new Document("q", new Document("_id", id)).append("limit", 1);
      command(new Document("delete", "changed").append("deletes", List.of(deleted)));
      store.commit();
      store.compact(100, 1 << 24);
      store.commit();
    }
  }

  @Test
  void keepsAFileThatCannotBeReadFromTheNextStart() throws IOException {
    int header = 2 * 4096;
    try (FileChannel damaged = FileChannel.open(file, StandardOpenOption.WRITE)) {
      damaged.write(ByteBuffer.allocate((int) damaged.size() - header), header);
    }

    assertThatThrownBy(this::count)
        .hasMessageStartingWith(file + " cannot be read (")
        .hasMessageEndingWith("as mongo.mv.damaged, and its records have to be loaded again");
    assertThat(file).doesNotExist();
    assertThat(Path.of(file + ".damaged")).exists();
  }

  private void insert(String table, int id) {
    Document record = new Document("_id", id).append("field0", "x".repeat(1_000));
    command(new Document("insert", table).append("documents", List.of(record)));
  }

  private String count() {
    Document sum = new Document("_id", 1).append("n", new Document("$sum", 1));
    return command(
            new Document("aggregate", "counted")
                .append("pipeline", List.of(new Document("$group", sum)))
                .append("cursor", new Document()))
        .toString();
  }

  private Document command(Document command) {
    return backend.handleCommand(channel, "ycsb", command.keySet().iterator().next(), command);
  }
}
