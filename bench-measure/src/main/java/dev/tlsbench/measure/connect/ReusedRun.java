package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** Queries on connections that stay open: one client for each thread, without its first query. */
final class ReusedRun implements AutoCloseable {
  private final String name;
  private final List<Access.Client> clients = new ArrayList<>();
  private final Latencies latencies = new Latencies();

  /**
   * @throws ConnectFailedException if a client cannot connect
   */
  ReusedRun(String name, Access access, int workers) throws ConnectFailedException {
    this.name = name;
    try {
      for (int i = 0; i < workers; i++) {
        Access.Client client = access.client();
        clients.add(client);
        client.query();
      }
    } catch (ConnectFailedException e) {
      close();
      throw e;
    }
  }

  /**
   * @throws ConnectFailedException if a query failed
   */
  void block(int queries, Openers workers) throws ConnectFailedException {
    AtomicReference<ConnectFailedException> failure = new AtomicReference<>();
    latencies.beginRound();
    workers.run(
        queries,
        (worker, times) -> {
          try {
            ask(clients.get(worker), times);
          } catch (ConnectFailedException e) {
            failure.set(e);
          }
        });
    ConnectFailedException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }

  private void ask(Access.Client client, int times) throws ConnectFailedException {
    Latencies own = new Latencies();
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      client.query();
      own.addNanos(System.nanoTime() - start);
    }
    synchronized (latencies) {
      latencies.addAll(own);
    }
  }

  String name() {
    return name;
  }

  Latencies latencies() {
    return latencies;
  }

  @Override
  public void close() {
    clients.forEach(Access.Client::close);
  }
}
