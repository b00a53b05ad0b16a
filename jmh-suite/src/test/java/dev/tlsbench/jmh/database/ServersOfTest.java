package dev.tlsbench.jmh.database;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Keeps every kind of server running, so that no benchmark has to start one of its own. */
public final class ServersOfTest implements AutoCloseable {
  private final Deque<Database> open = new ArrayDeque<>();

  private ServersOfTest() {}

  public static ServersOfTest start() throws IOException {
    ServersOfTest servers = new ServersOfTest();
    try {
      for (boolean encrypted : new boolean[] {false, true}) {
        servers.open.push(Database.open(Database.MONGODB, encrypted));
        servers.open.push(Database.open(Database.MYSQL, encrypted));
      }
      return servers;
    } catch (IOException | RuntimeException e) {
      servers.close();
      throw e;
    }
  }

  @Override
  public void close() {
    open.forEach(Database::close);
  }
}
