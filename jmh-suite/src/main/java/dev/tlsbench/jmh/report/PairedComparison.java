package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.cell.Comparison;
import dev.tlsbench.jmh.cell.Cost;
import dev.tlsbench.report.Numbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Cells that were measured in turns in one JVM.
 *
 * @param benchmark {@code RecordPairs.block} or {@code HandshakePairs.block}
 * @param parameters of that benchmark, by name
 * @param coldForks forks whose code was not compiled in time; no ratio includes them
 * @param ratios of each cell, and of the control, to the baseline
 */
public record PairedComparison(
    String benchmark, Map<String, String> parameters, int coldForks, List<PairedRatio> ratios) {

  /** Returns the baseline divided by itself. */
  Optional<PairedRatio> control(Cost cost) {
    return ratios.stream().filter(ratio -> ratio.isControl() && ratio.cost() == cost).findFirst();
  }

  /** Returns false if the control shows that the ratios of a cost must not be used. */
  boolean isSound(Cost cost) {
    return control(cost).map(control -> !control.excludesOne()).orElse(false);
  }

  boolean isOfProviders() {
    return Comparison.providers.name().equals(parameters.get("comparison"));
  }

  /** Returns true if forks were left out and too few remain for an interval. */
  boolean isTooCold() {
    return coldForks() > 0 && forks() < 2;
  }

  int forks() {
    return ratios.stream().mapToInt(ratio -> ratio.forks().size()).max().orElse(0);
  }

  /** Returns text such as {@code Message of 16 KiB, jdk} or {@code Handshake}. */
  String title() {
    String size = parameters.get("size");
    return (size == null ? "Handshake" : "Message of " + Numbers.size(Long.parseLong(size)))
        + (isOfProviders() ? "" : ", " + parameters.get("provider"));
  }

  /** Returns a message about the forks that were left out. */
  String cold() {
    return title()
        + ": the code of "
        + coldForks
        + " of "
        + (coldForks + forks())
        + " forks was not compiled in time: the machine was busy, or there was too much to compile"
        + (isTooCold() ? ". Too few are left for a result." : ". They are left out.");
  }
}
