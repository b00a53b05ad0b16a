package dev.tlsbench.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.util.HashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

class MongoTlsClientTest extends BindingContract {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  MongoTlsClientTest() {
    super(Binding.of("mongodb-tls"), "mongodb.batchsize", MongoDatabase.class);
  }

  @BeforeAll
  static void start() throws Exception {
    server = SharedServers.mongo();
  }

  @Override
  EmbeddedServer server() {
    return server;
  }

  @Test
  void replacesARecordOnInsertIfUpsertIsAskedFor() throws DBException {
    properties.setProperty("mongodb.upsert", "true");
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));

    assertThat(db.insert("usertable", "user1", text("x", "y"))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).containsEntry("field0", "x").doesNotContainKey("field2");
  }

  @Test
  void replacesRecordsInBatchesToo() throws DBException {
    properties.setProperty("mongodb.upsert", "true");
    properties.setProperty("batchsize", "2");
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    db.insert("usertable", "user2", text("a", "b", "c"));
    db.insert("usertable", "user1", text("x", "y", "z"));

    assertThat(db.insert("usertable", "user3", text("a", "b", "c"))).isSameAs(Status.OK);
    assertThat(read(db, "user1")).containsEntry("field0", "x");
  }

  @Test
  void saysErrorWhileTheServerIsGoneAndGoesOnWhenItIsBack() throws DBException, IOException {
    EmbeddedMongo.Builder builder = EmbeddedMongo.builder().plain().port(ReturningPort.pick());
    EmbeddedMongo first = builder.start();
    properties.setProperty("mongodb.url", first.url() + "?serverSelectionTimeoutMS=3000");
    DB db = open();
    assertThat(db.insert("usertable", "user1", text("a", "b", "c"))).isSameAs(Status.OK);
    first.close();
    assertThat(db.insert("usertable", "user2", text("a", "b", "c"))).isSameAs(Status.ERROR);

    try (EmbeddedMongo second = builder.start()) {
      assertThat(second.port()).isEqualTo(first.port());
      assertThat(db.insert("usertable", "user3", text("a", "b", "c"))).isSameAs(Status.OK);
      db.cleanup();
    }
  }

  @Test
  void readsOverANewConnectionWhereTheOldOneBroke() throws DBException, IOException {
    EmbeddedMongo.Builder builder = EmbeddedMongo.builder().plain().port(ReturningPort.pick());
    EmbeddedMongo first = builder.start();
    properties.setProperty("mongodb.url", first.url());
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));
    first.close();

    try (EmbeddedMongo second = builder.start()) {
      assertThat(second.port()).isEqualTo(first.port());
      // The data was in memory, but the answer is the new server's.
      assertThat(db.read("usertable", "user1", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
      db.cleanup();
    }
  }

  @Test
  void doesNotWaitForAnswersToUnacknowledgedWrites() throws DBException {
    properties.setProperty("mongodb.url", server().url() + "&w=0&maxPoolSize=1");
    DB db = open();

    assertThat(db.update("usertable", "nobody", text("a"))).isSameAs(Status.OK);
    assertThat(db.delete("usertable", "nobody")).isSameAs(Status.OK);
  }

  @Test
  void saysWhetherAnUpdateMatchedWithAWriteConcernToo() throws DBException {
    properties.setProperty("mongodb.url", server().url() + "&w=1&journal=true");
    DB db = open();
    db.insert("usertable", "user1", text("a", "b", "c"));

    assertThat(db.update("usertable", "user1", text("x"))).isSameAs(Status.OK);
    assertThat(db.update("usertable", "user2", text("x"))).isSameAs(Status.NOT_FOUND);
  }
}
