package dev.tlsbench.jmh.database;

import dev.tlsbench.embedded.EmbeddedServer;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/** One use of a server that is shared by all who use its kind at the same time in this JVM. */
final class ServerLease implements AutoCloseable {
  private static final Map<ServerKind, Shared> RUNNING = new EnumMap<>(ServerKind.class);

  private final ServerKind kind;
  private final EmbeddedServer server;
  private boolean ended;

  private ServerLease(ServerKind kind, EmbeddedServer server) {
    this.kind = kind;
    this.server = server;
  }

  /** Starts the server if it is not running. */
  static ServerLease of(ServerKind kind) throws IOException {
    synchronized (RUNNING) {
      Shared shared = RUNNING.get(kind);
      if (shared == null) {
        shared = new Shared(kind.start());
        RUNNING.put(kind, shared);
      }
      shared.users++;
      return new ServerLease(kind, shared.server);
    }
  }

  EmbeddedServer server() {
    return server;
  }

  /** Stops the server if nobody else uses it. */
  @Override
  public void close() {
    synchronized (RUNNING) {
      Shared shared = RUNNING.get(kind);
      if (!ended && shared != null && --shared.users == 0) {
        RUNNING.remove(kind);
        shared.server.close();
      }
      ended = true;
    }
  }

  private static final class Shared {
    final EmbeddedServer server;
    int users;

    Shared(EmbeddedServer server) {
      this.server = server;
    }
  }
}
