package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Queries on connections that stay open: one client for each thread, without its first query. */
final class ReusedRun implements Turn.Taker, AutoCloseable {
  /** The column of its queries. */
  static final String QUERY = "query";

  private final String name;
  private final Shares shares;
  private final List<Access.Client> clients = new ArrayList<>();

  /**
   * @throws ConnectFailedException if a client cannot connect
   */
  ReusedRun(String name, Access access, Shares shares) throws ConnectFailedException {
    this.name = name;
    this.shares = shares;
    try {
      for (int i = 0; i < shares.threads(); i++) {
        Access.Client client = access.client();
        clients.add(client);
        client.query();
      }
    } catch (ConnectFailedException e) {
      close();
      throw e;
    }
  }

  @Override
  public Turn take(int block, int times) throws InterruptedException {
    return Turn.ofQueries(
        name, block, shares.of(times, (thread, share) -> ask(clients.get(thread), share)));
  }

  private List<Trial> ask(Access.Client client, int times) throws ConnectFailedException {
    List<Trial> asked = new ArrayList<>(times);
    for (int i = 0; i < times; i++) {
      long start = System.nanoTime();
      client.query();
      asked.add(Trial.ofQuery(Map.of(QUERY, System.nanoTime() - start)));
      shares.didOne();
    }
    return asked;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void close() {
    clients.forEach(Access.Client::close);
  }
}
