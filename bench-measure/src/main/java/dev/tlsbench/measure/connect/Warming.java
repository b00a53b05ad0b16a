package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import java.util.ArrayList;
import java.util.List;

/**
 * Watches whether ratios still change in the warm-up of a fork: the mean logarithm of all kinds'
 * ratios to the baseline, from the third quarter of the blocks to the last. Times alone cannot show
 * it, since the speed of a virtual machine changes in steps.
 */
final class Warming {
  /** The change that ratios of a warm fork may have, as that of controls. */
  static final double MOST = 0.02;

  private static final int LEAST_BLOCKS = 20;

  private final String baseline;
  private final List<Double> blocks = new ArrayList<>();

  Warming(String baseline) {
    this.baseline = baseline;
  }

  void add(List<Turn> block) {
    double base = logs(block.stream().filter(turn -> turn.name().equals(baseline)).toList());
    double others =
        logs(
            block.stream()
                .filter(turn -> !turn.name().equals(baseline))
                .filter(turn -> !turn.name().equals(Series.CONTROL))
                .toList());
    if (Double.isFinite(others - base)) {
      blocks.add(others - base);
    }
  }

  private static double logs(List<Turn> turns) {
    return turns.stream()
        .mapToDouble(turn -> Math.log(turn.medianMicros(Part.TOTAL.id())))
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns how far ratios have changed, as a part, beyond chance; 0 if too few blocks tell. */
  double change() {
    if (blocks.size() < LEAST_BLOCKS) {
      return 0;
    }
    int quarter = blocks.size() / 4;
    ForkSample changes = new ForkSample();
    for (int i = blocks.size() - quarter; i < blocks.size(); i++) {
      changes.add(0, blocks.get(i) - blocks.get(i - quarter));
    }
    Estimate change = changes.estimate();
    return Math.max(0, Math.abs(change.mean()) - change.reach95());
  }
}
