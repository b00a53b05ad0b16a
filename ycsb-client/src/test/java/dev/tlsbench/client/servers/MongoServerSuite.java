package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import com.mongodb.event.ConnectionPoolListener;
import com.mongodb.event.ConnectionReadyEvent;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for every server that speaks the protocol of MongoDB. */
abstract class MongoServerSuite {
  private static final String ALL = "dev.tlsbench.client.servers.Security#all";
  private static final String ENCRYPTED = "dev.tlsbench.client.servers.Security#encryptedOnes";
  private static final String MUTUAL = "dev.tlsbench.client.servers.Security#mutualOnes";

  abstract MongoTarget target();

  /** Returns whether a session of this kind is resumed between this client and this server. */
  boolean resumes(Security security) {
    return security.resumes();
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void readsInKeyOrderWhatItWrote(Security security) throws Exception {
    try (MongoConnections connections = connect(security)) {
      MongoCollection<Document> documents = connections.database().getCollection("suite");
      documents.drop();
      documents.insertMany(
          List.of(
              new Document("_id", "b").append("n", 2),
              new Document("_id", "c").append("n", 3),
              new Document("_id", "a").append("n", 1)));
      assertThat(
              documents
                  .find(Filters.gte("_id", "a"))
                  .sort(Sorts.ascending("_id"))
                  .into(new java.util.ArrayList<>()))
          .extracting(document -> document.getInteger("n"))
          .containsExactly(1, 2, 3);
    }
  }

  @Test
  void runsCommandsOfTheUsers(@TempDir Path directory) throws Exception {
    StatementRun run =
        new StatementRun(directory, Binding.of("mongodb-tls"), target().url(Security.PLAIN));
    try (MongoConnections connections = connect(Security.PLAIN)) {
      MongoCollection<Document> documents = connections.database().getCollection("asked");
      documents.drop();
      for (int i = 1; i <= 150; i++) {
        documents.insertOne(new Document("_id", "u" + i).append("n", i));
      }
      String byName =
          "{'find': 'asked', 'filter': {'_id': '?'}, 'comment': '" + StatementRun.SECRET + "'}";

      run.reads(20, byName, "u{1..150}");
      run.reads(20, "{\"find\": \"asked\", \"filter\": {\"n\": {\"$eq\": \"?\"}}}", "1..150");
      run.reads(3000, "{\"find\": \"asked\"}", "");
      run.reads(
          20, "{\"aggregate\": \"asked\", \"pipeline\": [{\"$match\": {\"n\": \"?\"}}]}", "9..9");
      run.reads(20, "{\"count\": \"asked\"}", "");
      run.reads(3000, "{\"distinct\": \"asked\", \"key\": \"n\"}", "");
      run.findsNothing(byName, "x{1..2}");
      run.isRefused("parameters in it: 1, with values: 0", byName, "");
      run.isRefused("not a command in JSON", byName.replace(":", ""), "u{1..2}");
      run.isRefused("refused by the server: ", "{'find': 'asked', 'filter': {'$no': 1}}", "");
      run.isRefused("more than one batch", "{'find': 'asked', 'batchSize': 10}", "");
      run.isRefused("delete may write", "{'delete': 'asked'}", "");
      run.isRefused("$out may write", "{'aggregate': 'asked', 'pipeline': [{'$out': 'x'}]}", "");
      run.reads(
          20,
          "{'update': 'asked', 'updates': [{'q': {'n': '?'}, 'u': {'$set': {'m': 1}}}]}",
          "1..150",
          "-p",
          "statement.writes=true");
      documents.drop();
    }
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void negotiatesWhatWasAskedFor(Security security) throws Exception {
    try (MongoConnections connections = connect(security)) {
      assertThat(connections.ledger().handshakes()).isNotEmpty();
      assertThat(connections.ledger().handshakes().keySet())
          .extracting(NegotiatedTls::protocol)
          .containsOnly(security.protocols().get(0));
      assertThat(connections.ledger().differences(settings(security))).isEmpty();
    }
  }

  @Test
  void negotiatesNothingInPlainText() throws Exception {
    try (MongoConnections connections = connect(Security.PLAIN)) {
      assertThat(connections.ledger().handshakes()).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void resumesSessionsWhereBothSidesCan(Security security) throws Exception {
    try (MongoConnections connections =
        new MongoConnections(
            MongoUrl.parse(target().url(security)),
            settings(security),
            Dialer.DIRECT,
            new TlsLedger(),
            builder -> builder.applyToConnectionPoolSettings(pool -> pool.minSize(6)))) {
      connections.awaitConnections(6);
      if (resumes(security)) {
        assertThat(connections.ledger().resumedHandshakes()).isPositive();
      } else {
        assertThat(connections.ledger().resumedHandshakes()).isZero();
      }
      assertThat(connections.ledger().fullHandshakes()).isPositive();
    }
  }

  /** As it must be for who waits for them: the driver may be one short when a pool starts. */
  @Test
  void opensWhatAPoolLacksWithinSeconds() throws Exception {
    CountDownLatch ready = new CountDownLatch(8);
    ConnectionPoolListener listener =
        new ConnectionPoolListener() {
          @Override
          public void connectionReady(ConnectionReadyEvent event) {
            ready.countDown();
          }
        };
    MongoConnections connections =
        new MongoConnections(
            MongoUrl.parse(target().url(Security.PLAIN)),
            settings(Security.PLAIN),
            Dialer.DIRECT,
            new TlsLedger(),
            builder ->
                builder.applyToConnectionPoolSettings(
                    pool ->
                        pool.minSize(2)
                            .maxConnectionIdleTime(1, TimeUnit.MILLISECONDS)
                            .addConnectionPoolListener(listener)));
    try (connections) {
      connections.client();
      assertThat(ready.await(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void returnsWhatWorkloadAWrote(@TempDir Path directory) throws Exception {
    Security security = Security.TLS_13;
    try (MongoConnections connections = connect(security)) {
      connections.database().getCollection(IntegrityRun.TABLE).drop();
    }
    Map<String, String> properties = target().properties(security);
    properties.put("mongodb.url", target().url(security));
    IntegrityRun.endsWithoutAMismatch(directory, "mongodb-tls", properties);
  }

  @ParameterizedTest
  @MethodSource(MUTUAL)
  void turnsAwayAClientWithoutCertificate(Security security) {
    Map<String, String> properties = target().properties(security);
    properties.remove("tls.certificateKeyFile");
    MongoUrl url = MongoUrl.parse(target().mutualUrl());
    assertThatThrownBy(() -> connected(url, url.settings(properties)).close())
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("client certificate");
  }

  @ParameterizedTest
  @MethodSource(ENCRYPTED)
  void isNotTrustedWithoutItsAuthority(Security security) {
    Map<String, String> properties = target().properties(security);
    properties.remove("tls.caFile");
    MongoUrl url = MongoUrl.parse(target().url(security));
    assertThatThrownBy(() -> connected(url, url.settings(properties)).close())
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("no trusted authority issued the certificate");
  }

  private MongoConnections connect(Security security) throws ConnectFailedException {
    return connected(MongoUrl.parse(target().url(security)), settings(security));
  }

  private static MongoConnections connected(MongoUrl url, TlsSettings settings)
      throws ConnectFailedException {
    MongoConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger());
    try {
      connections.client();
      return connections;
    } catch (ConnectFailedException e) {
      connections.close();
      throw e;
    }
  }

  private TlsSettings settings(Security security) {
    return MongoUrl.parse(target().url(security)).settings(target().properties(security));
  }
}
