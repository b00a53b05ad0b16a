package dev.tlsbench.measure.connect;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.measure.driver.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Repeats the procedure of the ApsaraDB test's script ({@code docs/guide/connect.md}), with one way
 * to connect: it builds a client and runs one query, many times; then it repeats the query on one
 * reused client. It uses one thread, builds every client from the start, and counts the reused
 * client's first query, which connects, like the others.
 */
final class ApsaraDbScript implements AutoCloseable {
  static final String WITHOUT_TLS = "without-ssl";
  static final String WITH_TLS = "with-ssl";
  static final List<String> NAMES = List.of(WITHOUT_TLS, WITH_TLS);
  static final String ONLY_CONNECTION = "onlyConnection";
  static final String FIRST_QUERY = "firstQuery";
  static final String BOTH = "connectionAndFirstQuery";
  static final String REUSED = "reused";

  private final String name;
  private final Access access;
  private final Shares shares;
  private final List<Access.Client> reused = new ArrayList<>();

  /**
   * @param name the name in the script, one of {@link #NAMES}
   */
  ApsaraDbScript(String name, Access access, Shares shares) {
    this.name = name;
    this.access = access;
    this.shares = shares;
  }

  /** One step of the script. */
  private interface Step {
    Map<String, Long> run() throws ConnectFailedException;
  }

  private Turn.Taker taker(Step step) {
    return new Turn.Taker() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Turn take(int block, int times) throws InterruptedException {
        return Turn.ofQueries(
            name,
            block,
            shares.of(times, (thread, share) -> thread == 0 ? repeat(times, step) : List.of()));
      }
    };
  }

  private List<Trial> repeat(int times, Step step) throws ConnectFailedException {
    List<Trial> done = new ArrayList<>(times);
    for (int i = 0; i < times; i++) {
      done.add(Trial.ofQuery(step.run()));
      shares.didOne();
    }
    return done;
  }

  /** Returns what builds clients and runs one query with each. */
  Turn.Taker connecting() {
    return taker(this::connect);
  }

  /** The script never closes the client; this method does. */
  private Map<String, Long> connect() throws ConnectFailedException {
    long start = System.nanoTime();
    try (Access.Client built = access.client()) {
      long ready = System.nanoTime();
      built.query();
      long end = System.nanoTime();
      return Map.of(ONLY_CONNECTION, ready - start, FIRST_QUERY, end - ready, BOTH, end - start);
    }
  }

  /** Returns what repeats the query on one client. */
  Turn.Taker reusing() {
    return taker(this::ask);
  }

  private Map<String, Long> ask() throws ConnectFailedException {
    if (reused.isEmpty()) {
      reused.add(access.client());
    }
    long start = System.nanoTime();
    reused.get(0).query();
    return Map.of(REUSED, System.nanoTime() - start);
  }

  @Override
  public void close() {
    reused.forEach(Access.Client::close);
  }
}
