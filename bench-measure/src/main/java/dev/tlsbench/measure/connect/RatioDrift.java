package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The drift of ratios in the warm-up of a fork: of the mean logarithm of all kinds' ratios to the
 * baseline, from the third quarter of the blocks to the last. Times alone cannot show that code
 * becomes warm, since the speed of a virtual machine changes in steps.
 */
final class RatioDrift {
  /** The drift that a warm fork may have: as much as a control may be off. */
  static final double MOST = 0.02;

  private static final int LEAST_BLOCKS = 20;

  private final String baseline;
  private final List<Double> blocks = new ArrayList<>();

  RatioDrift(String baseline) {
    this.baseline = baseline;
  }

  void add(List<Turn> block) {
    double ratio =
        meanLog(block, name -> !name.equals(baseline) && !name.equals(Series.CONTROL))
            - meanLog(block, baseline::equals);
    if (Double.isFinite(ratio)) {
      blocks.add(ratio);
    }
  }

  private static double meanLog(List<Turn> block, Predicate<String> names) {
    return block.stream()
        .filter(turn -> names.test(turn.name()))
        .mapToDouble(turn -> Math.log(turn.medianMicros(Part.TOTAL.id())))
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  /** Returns the part by which ratios have drifted beyond chance; 0 if there are too few blocks. */
  double beyondChance() {
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
