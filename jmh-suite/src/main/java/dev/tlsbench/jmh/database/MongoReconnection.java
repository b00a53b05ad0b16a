package dev.tlsbench.jmh.database;

import com.mongodb.client.MongoDatabase;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.concurrent.TimeUnit;
import org.bson.Document;

/**
 * Connects anew by way of the driver's own rule for connections that have idled for too long: the
 * pool closes one when it is asked for it, and opens another. So the client is the same one all the
 * time, as in a service; neither it nor its monitor is part of a reconnect.
 */
final class MongoReconnection implements Reconnection {
  /** The least that the driver knows. */
  private static final long LONGEST_IDLE_MILLIS = 1;

  private static final Document PING = new Document("ping", 1);

  private final SingleMongo client;
  private final MongoDatabase database;
  private final Protection protection;

  private MongoReconnection(SingleMongo client, Protection protection) {
    this.client = client;
    this.database = client.database();
    this.protection = protection;
  }

  static MongoReconnection open(MongoUrl url, Protection protection, TlsSettings settings)
      throws ConnectFailedException {
    SingleMongo client =
        SingleMongo.open(
            url,
            settings,
            pool -> pool.maxConnectionIdleTime(LONGEST_IDLE_MILLIS, TimeUnit.MILLISECONDS));
    MongoReconnection opened = new MongoReconnection(client, protection);
    opened.getReady();
    return opened;
  }

  @Override
  public void connect() {
    Document reply = database.runCommand(PING);
    if (!(reply.get("ok") instanceof Number ok) || ok.intValue() != 1) {
      throw new IllegalStateException("ping: the server replied " + reply);
    }
  }

  @Override
  public void prove() {
    client.log().expectOne(protection);
    getReady();
  }

  /** The driver compares whole milliseconds, and wants more than the limit between them. */
  private void getReady() {
    client.log().clear();
    long idle = System.currentTimeMillis() + LONGEST_IDLE_MILLIS;
    while (System.currentTimeMillis() <= idle) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
