package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;

/**
 * Repeats the procedure of the ApsaraDB test's script ({@code docs/guide/connect.md}), with one way
 * to connect: it builds a client and runs one query, many times; then it repeats the query on one
 * reused client. It uses one thread, builds every client from the start, and counts the reused
 * client's first query, which connects, like the others.
 */
final class ApsaraDbScript implements AutoCloseable {
  private final String name;
  private final Access access;
  private final Latencies onlyConnection = new Latencies();
  private final Latencies firstQuery = new Latencies();
  private final Latencies both = new Latencies();
  private final Latencies reused = new Latencies();
  private Access.Client client = new NoClient();

  /**
   * @param name the name in the script, {@code without-ssl} or {@code with-ssl}
   */
  ApsaraDbScript(String name, Access access) {
    this.name = name;
    this.access = access;
  }

  private static final class NoClient implements Access.Client {
    @Override
    public void query() {}

    @Override
    public void close() {}
  }

  /** Builds a client and runs one query. The script never closes the client; this method does. */
  void connectOnce() throws ConnectFailedException {
    onlyConnection.beginRound();
    firstQuery.beginRound();
    both.beginRound();
    long start = System.nanoTime();
    try (Access.Client built = access.client()) {
      long ready = System.nanoTime();
      built.query();
      long end = System.nanoTime();
      onlyConnection.addNanos(ready - start);
      firstQuery.addNanos(end - ready);
      both.addNanos(end - start);
    }
  }

  void buildReused() throws ConnectFailedException {
    client = access.client();
  }

  /** Repeats the query on the reused client. */
  void askReused(int times) throws ConnectFailedException {
    reused.beginRound();
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      client.query();
      reused.addNanos(System.nanoTime() - start);
    }
  }

  String name() {
    return name;
  }

  Latencies onlyConnection() {
    return onlyConnection;
  }

  Latencies firstQuery() {
    return firstQuery;
  }

  Latencies connectionAndFirstQuery() {
    return both;
  }

  Latencies reused() {
    return reused;
  }

  @Override
  public void close() {
    client.close();
  }
}
