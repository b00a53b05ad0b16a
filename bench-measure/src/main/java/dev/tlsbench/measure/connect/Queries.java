package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Queries on connections that stay open, without each client's first one; and the procedure of the
 * ApsaraDB test's script ({@code docs/guide/connect.md}): it builds a client and runs one query,
 * many times; then it repeats the query on one reused client. The script uses one thread, builds
 * every client from the start, and counts the reused client's first query, which connects, like the
 * others.
 */
final class Queries implements AutoCloseable {
  /** The column of queries on connections that stay open. */
  static final String QUERY = "query";

  static final String WITHOUT_TLS = "without-ssl";
  static final String WITH_TLS = "with-ssl";
  static final List<String> SCRIPTS = List.of(WITHOUT_TLS, WITH_TLS);
  static final String ONLY_CONNECTION = "onlyConnection";
  static final String FIRST_QUERY = "firstQuery";
  static final String BOTH = "connectionAndFirstQuery";
  static final String REUSED = "reused";

  private final SharedWork shares;
  private final List<Access.Client> clients = new ArrayList<>();

  Queries(SharedWork shares) {
    this.shares = shares;
  }

  private interface Step {
    Map<String, Long> run(int thread) throws ConnectFailedException;
  }

  /** Repeats a step, on the first thread or on all. */
  private record Repeated(String name, SharedWork shares, boolean alone, Step step)
      implements Turn.Taker {
    @Override
    public Turn take(int block, int times) throws InterruptedException {
      List<Trial> queries =
          shares.of(
              times, (thread, share) -> repeat(thread, !alone ? share : thread == 0 ? times : 0));
      return new Turn(name, block, queries, queries.size(), 0, 0, null, 0, null, 0);
    }

    private List<Trial> repeat(int thread, int times) throws ConnectFailedException {
      List<Trial> done = new ArrayList<>(times);
      for (int i = 0; i < times; i++) {
        done.add(new Trial(step.run(thread), 0, null, false, null, null));
        shares.didOne();
      }
      return done;
    }
  }

  private Access.Client client(Access access) throws ConnectFailedException {
    Access.Client client = access.client();
    clients.add(client);
    return client;
  }

  private static Map<String, Long> query(String column, Access.Client client)
      throws ConnectFailedException {
    long start = System.nanoTime();
    client.query();
    return Map.of(column, System.nanoTime() - start);
  }

  /** Connects a client for each thread. */
  Turn.Taker reused(String name, Access access) throws ConnectFailedException {
    List<Access.Client> own = new ArrayList<>();
    for (int i = 0; i < shares.threads(); i++) {
      own.add(client(access));
      own.get(i).query();
    }
    return new Repeated(name, shares, false, thread -> query(QUERY, own.get(thread)));
  }

  /** The script never closes the client that it builds; this method does. */
  Turn.Taker script(String name, Access access) {
    return new Repeated(
        name,
        shares,
        true,
        thread -> {
          long start = System.nanoTime();
          try (Access.Client built = access.client()) {
            long ready = System.nanoTime();
            built.query();
            long end = System.nanoTime();
            return Map.of(
                ONLY_CONNECTION, ready - start, FIRST_QUERY, end - ready, BOTH, end - start);
          }
        });
  }

  /** Builds the client in the first turn. */
  Turn.Taker scriptReuse(String name, Access access) {
    List<Access.Client> own = new ArrayList<>();
    return new Repeated(
        name,
        shares,
        true,
        thread -> {
          if (own.isEmpty()) {
            own.add(client(access));
          }
          return query(REUSED, own.get(0));
        });
  }

  @Override
  public void close() {
    clients.forEach(Access.Client::close);
  }
}
