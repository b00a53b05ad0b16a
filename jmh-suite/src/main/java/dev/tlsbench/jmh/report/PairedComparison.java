package dev.tlsbench.jmh.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cells that were measured in turns in one JVM.
 *
 * @param benchmark {@code RecordPairs.block} or {@code HandshakePairs.block}
 * @param parameters of that benchmark, by name
 * @param coldForks forks whose code was not compiled in time; no ratio has them
 * @param ratios of each cell, and of the control, to the baseline
 */
public record PairedComparison(
    String benchmark, Map<String, String> parameters, int coldForks, List<PairedRatio> ratios) {

  /** The control of a figure: the baseline divided by itself. */
  Optional<PairedRatio> control(String figure) {
    return ratios.stream()
        .filter(ratio -> ratio.isControl() && ratio.figure().equals(figure))
        .findFirst();
  }

  /** Returns false if the control shows that the ratios of a figure must not be used. */
  boolean isSound(String figure) {
    return control(figure).map(control -> !control.excludesOne()).orElse(false);
  }

  /** Returns true if forks were left out and too few remain for an interval. */
  boolean isTooCold() {
    return coldForks() > 0 && forks() < 2;
  }

  int forks() {
    return ratios.stream().mapToInt(ratio -> ratio.forks().size()).max().orElse(0);
  }
}
