package dev.tlsbench.ycsb.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.ycsb.session.FieldValues;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** Behaviour that needs a special server; the contract of all bindings has the rest. */
class MongoRecordsTest {
  private static EmbeddedMongo server;
  private static MongoClient client;
  private MongoCollection<Document> collection;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedMongo.builder().plain().start();
    client = MongoClients.create(server.url());
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void empty() {
    collection = client.getDatabase("ycsb").getCollection("t");
    collection.drop();
  }

  @Test
  void sendsOneCommandForEachOperation() throws Exception {
    List<String> sent = new ArrayList<>();
    CommandListener listener =
        new CommandListener() {
          @Override
          public void commandStarted(CommandStartedEvent event) {
            sent.add(event.getCommandName());
          }
        };
    MongoClientSettings settings =
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString(server.url()))
            .addCommandListener(listener)
            .build();
    try (MongoClient own = MongoClients.create(settings)) {
      MongoRecords records = records(own.getDatabase("ycsb"));
      assertThat(records.command()).isSameAs(Status.OK);
      assertThat(records.command()).isSameAs(Status.OK);
    }
    assertThat(sent).containsExactly("isMaster", "isMaster");
  }

  @Test
  void throwsTheWriteErrorOfAnUpdateAndGoesOn() {
    collection.createIndex(new Document("a", 1), new IndexOptions().unique(true));
    MongoRecords records = records(client.getDatabase("ycsb"));
    records.insert("t", "k1", values(Map.of("a", "x")));
    records.insert("t", "k2", values(Map.of("a", "y")));

    assertThatThrownBy(() -> records.update("t", "k2", values(Map.of("a", "x"))))
        .isInstanceOf(MongoException.class)
        .hasMessageContainingAll("11000", "duplicate key");
    assertThat(read(records, "k2")).isEqualTo("{a=y}");
  }

  @Test
  void throwsWhatTheServerSaysToACommandItRefuses() {
    MongoRecords records = records(client.getDatabase("ycsb"));
    records.insert("t", "k", values(Map.of("a", "x")));
    assertThatThrownBy(() -> records.update("t", "k", values(Map.of("_id", "other"))))
        .isInstanceOf(MongoException.class);
    assertThatThrownBy(() -> records.read("", "k", null, new LinkedHashMap<>()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(read(records, "k")).isEqualTo("{a=x}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"w=1", "w=1&journal=true", "readConcernLevel=local"})
  void readsAndUpdatesWithTheConcernsOfTheUrl(String options) {
    try (MongoClient own = MongoClients.create(server.url() + "?" + options)) {
      MongoRecords records = records(own.getDatabase("ycsb"));
      collection.insertOne(new Document("_id", "k").append("a", "x").append("b", "y"));

      assertThat(records.update("t", "k", values(Map.of("a", "z")))).isSameAs(Status.OK);
      assertThat(read(records, "k")).isEqualTo("{a=z, b=y}");
    }
  }

  @Test
  void readsAllFieldsAfterSome() {
    MongoRecords records = records(client.getDatabase("ycsb"));
    collection.insertOne(new Document("_id", "k").append("a", "x").append("b", "y"));
    Map<String, ByteIterator> some = new LinkedHashMap<>();
    records.read("t", "k", Set.of("b"), some);
    assertThat(some).hasToString("{b=y}");
    assertThat(read(records, "k")).isEqualTo("{a=x, b=y}");
  }

  private MongoRecords records(MongoDatabase database) {
    return new MongoRecords(database, 1, false);
  }

  private static String read(MongoRecords records, String key) {
    Map<String, ByteIterator> result = new LinkedHashMap<>();
    assertThat(records.read("t", key, null, result)).isSameAs(Status.OK);
    return result.toString();
  }

  private static FieldValues values(Map<String, String> texts) {
    return FieldValues.of(StringByteIterator.getByteIteratorMap(texts));
  }
}
