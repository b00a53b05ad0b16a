package dev.tlsbench.measure.mongodb;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.socket.FactoryContext;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Route;
import java.net.Socket;
import java.util.List;
import java.util.function.Supplier;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** MongoDB, with the Java driver. */
final class MongoAccess implements Access {
  private final TlsSettings tls;
  private final Route route;
  private final MongoConnections connections;
  private final MongoClientSettings settings;
  private final List<HostAddress> hosts;
  private final String database;
  private final String collection;
  private final boolean find;

  private MongoAccess(
      MongoUrl url, TlsSettings tls, String collection, Route route, MongoConnections connections)
      throws ConnectFailedException {
    this.tls = tls;
    this.route = route;
    this.connections = connections;
    this.settings = connections.clientSettings();
    this.hosts = url.hosts();
    this.database = connections.database().getName();
    this.collection = collection;
    this.find = canFind();
  }

  static MongoAccess open(MongoUrl url, TlsSettings tls, String collection, Route route)
      throws ConnectFailedException {
    MongoConnections connections = url.open(tls, Dialer.DIRECT, new TlsLedger());
    try {
      return new MongoAccess(url, tls, collection, route, connections);
    } catch (ConnectFailedException | RuntimeException e) {
      connections.close();
      throw e;
    }
  }

  /** Returns true if the database user may read; some may only log in. */
  private boolean canFind() throws ConnectFailedException {
    try {
      connections.database().getCollection(collection).find().limit(1).first();
      return true;
    } catch (MongoCommandException e) {
      return false;
    }
  }

  @Override
  public String query() {
    return find ? database + "." + collection + ".find().limit(1)" : "ping";
  }

  void ask(MongoClient client) throws ConnectFailedException {
    try {
      if (find) {
        client.getDatabase(database).getCollection(collection).find().limit(1).first();
      } else {
        client.getDatabase(database).runCommand(new Document("ping", 1));
      }
    } catch (MongoException e) {
      throw Access.failure(hosts, e);
    }
  }

  /** Returns the driver's settings, with sockets that use the route. */
  MongoClientSettings.Builder settings(Supplier<Socket> sockets) {
    return MongoClientSettings.builder(settings)
        .applyToSslSettings(ssl -> ssl.enabled(true).context(new FactoryContext(sockets)));
  }

  /** Returns a TLS context with its own sessions; {@code null} without TLS. */
  @Nullable TlsContext context(TlsLedger ledger) {
    return tls.enabled() ? TlsContext.open(tls, ledger) : null;
  }

  Route route() {
    return route;
  }

  @Override
  public Opener opener() {
    return new MongoOpener(this);
  }

  @Override
  public Client client() {
    TlsContext context = context(new TlsLedger());
    MongoClient client =
        MongoClients.create(settings(() -> new DriverSocket(context, route, null)).build());
    return new Client() {
      @Override
      public void query() throws ConnectFailedException {
        ask(client);
      }

      @Override
      public void close() {
        client.close();
        if (context != null) {
          context.close();
        }
      }
    };
  }

  @Override
  public void close() {
    connections.close();
  }
}
