package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Connections;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A test suite that fails if its connections are not encrypted as they should be. */
class CustomersOverTlsTest {
  private static EmbeddedMongo server;

  @BeforeAll
  static void start() throws Exception {
    server = EmbeddedMongo.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void storesACustomerOverTls13() throws Exception {
    MongoUrl url = MongoUrl.parse(server.url());
    TlsSettings settings = url.settings(Map.of("tls.protocols", "TLSv1.3"));

    try (MongoConnections connections = url.open(settings, Dialer.DIRECT, new TlsLedger())) {
      MongoCollection<Document> customers = connections.database().getCollection("customers");
      customers.insertOne(new Document("_id", 1).append("name", "Ada"));
      assertEquals("Ada", customers.find().first().getString("name"));

      for (NegotiatedTls negotiated : connections.ledger().handshakes().keySet()) {
        assertEquals("TLSv1.3", negotiated.protocol());
        assertEquals("CN=localhost", negotiated.peer().subject());
      }
      assertTrue(connections.ledger().fullHandshakes() > 0);
    }
  }

  @Test
  void refusesAServerOfAnUntrustedAuthority() {
    MongoUrl url = MongoUrl.parse("mongodb://127.0.0.1:" + server.port() + "/?tls=true");

    try (Connections connections = url.open()) {
      ConnectFailedException refusal =
          assertThrows(
              ConnectFailedException.class, () -> connections.driver(MongoClient.class));

      assertTrue(refusal.getMessage().contains("no trusted authority"), refusal.getMessage());
    }
  }
}
