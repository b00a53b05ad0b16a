package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import dev.tlsbench.core.InvalidSettingException;
import io.netty.channel.Channel;
import org.junit.jupiter.api.Test;

class PointCollectionTest {
  /** mongo-java-server accepts a 2dsphere index, but not the queries that need it. */
  @Test
  void namesTheMissingIndexOfTheServer() {
    assertThatThrownBy(() -> create(new MemoryBackend()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("workload: this server has no 2dsphere index ($geoWithin");
  }

  @Test
  void doesNotTakeAnotherRefusalForAMissingIndex() {
    assertThatThrownBy(() -> create(new ReadOnly()))
        .isInstanceOf(MongoCommandException.class)
        .hasMessageContaining("not authorized on ycsb");
  }

  private static void create(MemoryBackend backend) {
    MongoServer server = new MongoServer(backend);
    try (MongoClient client = MongoClients.create(server.bindAndGetConnectionString())) {
      new PointCollection(client.getDatabase("ycsb"), "points").create();
    } finally {
      server.shutdownNow();
    }
  }

  /** Refuses to create an index, as MongoDB does for a user who may only read. */
  private static final class ReadOnly extends MemoryBackend {
    private static final int UNAUTHORIZED = 13;

    @Override
    public Document handleCommand(
        Channel channel, String database, String command, Document query) {
      if (command.equals("createIndexes")) {
        throw new MongoServerError(
            UNAUTHORIZED, "Unauthorized", "not authorized on " + database + " to execute command");
      }
      return super.handleCommand(channel, database, command, query);
    }
  }
}
