package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.fork.Conditions;
import java.util.List;
import java.util.Map;

/** A request to a fork; the control takes part if the baseline does. */
record ConnectOrder(Stage stage, long rttNanos, List<Series> series, int blocks, int times) {

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
    SCRIPT_REUSE("the ApsaraDB script"),
    /** Opens connections on as many threads as the order has times. */
    STORM("storms");

    private final String title;

    Stage(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  record Possible(String query, List<String> series, Map<String, String> unavailable) {
    /** Returns the names of the series; reasons may hold more than is to be shown. */
    @Override
    public String toString() {
      return series.toString();
    }
  }

  /** The answer to an order, with the conditions during all of its turns. */
  record Taken(List<Turn> turns, Conditions conditions) {}
}
