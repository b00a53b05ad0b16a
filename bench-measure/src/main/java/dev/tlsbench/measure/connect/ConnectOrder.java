package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.fork.Conditions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A request to a fork.
 *
 * @param rttNanos added to each round trip
 * @param without series that are left out
 * @param blocks the number of blocks, in which all take turns
 * @param times the number of connections or queries in a turn
 */
record ConnectOrder(Stage stage, long rttNanos, Set<String> without, int blocks, int times) {

  /** The steps of a fork, in order. */
  enum Stage {
    /**
     * Connects once with each series; answered with {@link Possible}, all others with {@link
     * Taken}.
     */
    CONNECT("connecting"),
    WARM_UP("warming up"),
    OPEN("new connections"),
    REUSE("a reused client"),
    SCRIPT("the ApsaraDB script"),
    SCRIPT_REUSE("the ApsaraDB script");

    private final String title;

    Stage(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /**
   * The series that are possible.
   *
   * @param query run on each connection
   * @param series the names, with the control
   * @param unavailable for missing series, the reason
   */
  record Possible(String query, List<String> series, Map<String, String> unavailable) {
    /** Returns the names of the series; reasons may hold more than is to be shown. */
    @Override
    public String toString() {
      return series.toString();
    }
  }

  /**
   * The answer to an order.
   *
   * @param conditions during all of its turns
   */
  record Taken(List<Turn> turns, Conditions conditions) {}
}
