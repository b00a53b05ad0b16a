package dev.tlsbench.jmh.database;

import com.mongodb.client.MongoCollection;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.IOException;
import org.bson.Document;
import org.bson.types.Binary;

/** MongoDB: mongo-java-server, whose TLS is SunJSSE. */
final class MongoDatabase implements Database {
  static final String COLLECTION = "records";
  static final String FIELD = "content";
  static final int KEY = 1;

  private final ServerLease lease;
  private final boolean encrypted;

  private MongoDatabase(ServerLease lease, boolean encrypted) {
    this.lease = lease;
    this.encrypted = encrypted;
  }

  static MongoDatabase open(boolean encrypted) throws IOException {
    return new MongoDatabase(
        ServerLease.of(encrypted ? ServerKind.MONGODB : ServerKind.MONGODB_PLAIN), encrypted);
  }

  @Override
  public Reconnection reconnection(Protection protection) throws ConnectFailedException {
    return MongoReconnection.open(url(), protection, settings(protection));
  }

  @Override
  public void store(byte[] content) throws ConnectFailedException {
    TlsSettings settings =
        encrypted
            ? TlsSettings.builder().caFile(lease.server().caFile()).build()
            : settings(Protection.plain());
    try (SingleMongo client = SingleMongo.open(url(), settings, pool -> {})) {
      MongoCollection<Document> records = client.database().getCollection(COLLECTION);
      records.drop();
      records.insertOne(new Document("_id", KEY).append(FIELD, new Binary(content)));
    }
  }

  @Override
  public RecordReader reader(Protection protection) throws ConnectFailedException {
    return MongoReader.open(url(), protection, settings(protection));
  }

  @Override
  public void close() {
    lease.close();
  }

  private MongoUrl url() {
    return MongoUrl.parse(lease.server().url());
  }

  private TlsSettings settings(Protection protection) {
    return protection.settings(lease.server()::caFile);
  }
}
