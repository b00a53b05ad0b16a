package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tlsbench.report.json.Json;
import dev.tlsbench.report.json.OneLine;
import java.util.List;

/**
 * A measured cost and its uncertainty. Numbers are rounded as in a file, so that costs read from a
 * file give the same prediction.
 *
 * @param draws joint draws from a bootstrap: draw i of all costs belongs together
 */
@OneLine
public record Cost(@JsonProperty("name") CostKey key, double value, List<Double> draws) {
  /**
   * Creates a cost.
   *
   * @throws IllegalArgumentException if a number is not finite
   */
  public Cost {
    value = rounded(key, value);
    CostKey of = key;
    draws = draws.stream().map(draw -> rounded(of, draw)).toList();
  }

  private static double rounded(CostKey key, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(key + ": " + value + " is not finite");
    }
    return Double.parseDouble(Json.number(value));
  }

  Drawn drawn() {
    return Drawn.of(draw -> draw < 0 ? value : draws.get(draw));
  }
}
