package dev.tlsbench.jmh.database;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.sql.SQLException;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Binary;

/** Finds the record by its {@code _id}. */
final class MongoReader implements RecordReader {
  private static final Bson BY_ID = Filters.eq(MongoDatabase.KEY);

  private final SingleMongo client;
  private final MongoCollection<Document> records;
  private final Protection protection;

  private MongoReader(SingleMongo client, Protection protection) {
    this.client = client;
    this.records = client.database().getCollection(MongoDatabase.COLLECTION);
    this.protection = protection;
  }

  static MongoReader open(MongoUrl url, Protection protection, TlsSettings settings)
      throws ConnectFailedException {
    return new MongoReader(SingleMongo.open(url, settings, pool -> {}), protection);
  }

  @Override
  public byte[] read() throws SQLException {
    Document found = records.find(BY_ID).first();
    if (found == null) {
      throw new SQLException("the collection has no such record");
    }
    return found.get(MongoDatabase.FIELD, Binary.class).getData();
  }

  @Override
  public void prove() {
    client.log().expectCommandsOnOne(protection);
  }

  @Override
  public void close() {
    client.close();
  }
}
