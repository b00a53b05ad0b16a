package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import dev.tlsbench.jmh.cell.CpuSide;
import dev.tlsbench.jmh.cell.VariantSet;
import dev.tlsbench.report.Numbers;
import java.util.List;
import java.util.Optional;

/**
 * Cells that were measured in turns in one JVM.
 *
 * @param cell the paired benchmark with its parameters
 * @param coldForks forks whose code was still being compiled in most iterations; no ratio includes
 *     them
 * @param ratios of each cell, and of the control, to the baseline
 */
record PairedComparison(BenchmarkCell cell, int coldForks, List<VariantRatio> ratios) {

  /** Returns the baseline divided by itself. */
  Optional<VariantRatio> control(CpuSide side) {
    return ratios.stream().filter(ratio -> ratio.isControl() && ratio.side() == side).findFirst();
  }

  /** Returns false if the control shows that the ratios of a side must not be used. */
  boolean isSound(CpuSide side) {
    return control(side).map(control -> !control.mean().excludesOne()).orElse(false);
  }

  boolean isOfProviders() {
    return VariantSet.providers.name().equals(cell.parameters().get("comparison"));
  }

  /** Returns true if forks were left out and too few remain for an interval. */
  boolean isTooCold() {
    return coldForks > 0 && forks() < 2;
  }

  int forks() {
    return ratios.stream().mapToInt(ratio -> ratio.mean().forks()).max().orElse(0);
  }

  /** Returns text such as {@code Message of 16 KiB, jdk} or {@code Handshake}. */
  String title() {
    String size = cell.parameters().get("size");
    return (size == null ? "Handshake" : "Message of " + Numbers.size(Long.parseLong(size)))
        + (isOfProviders() ? "" : ", " + cell.parameters().get("provider"));
  }

  /** Returns a message about the forks that were left out. */
  String cold() {
    return title()
        + ": the code of "
        + coldForks
        + " of "
        + (coldForks + forks())
        + " forks was still being compiled, since the machine was busy or is slow; give more warm-up"
        + " iterations, such as -wi 15. "
        + (isTooCold() ? "Too few are left for a result." : "They are left out.");
  }
}
