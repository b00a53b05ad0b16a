package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.experiment.result.VariantResult.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Figures of a comparison that differ from its headline, with their likely causes. */
final class Disagreements {
  private final Measured measured;
  private final List<VariantResult> variants;

  /**
   * @param variants the baseline first
   */
  Disagreements(Measured measured, List<VariantResult> variants) {
    this.measured = measured;
    this.variants = variants;
  }

  /** Returns a sentence for each figure whose interval does not meet that of the headline. */
  List<String> explained() {
    List<String> warnings = new ArrayList<>();
    for (VariantResult variant : variants) {
      Ratio lead = Verdict.lead(variant);
      Ratio whole = variant.ratios().get(VariantResult.THROUGHPUT);
      Ratio cpu = variant.ratios().get(VariantResult.CLIENT_CPU);
      if (variant.role() != Role.VARIANT
          || lead == null
          || variant.leadingMetric().equals(VariantResult.THROUGHPUT)) {
        continue;
      }
      if (whole != null) {
        boolean more = 1 / whole.high95() > lead.high95();
        if (more || 1 / whole.low95() < lead.low95()) {
          warnings.add(
              String.format(
                  Locale.ROOT,
                  "%s: the whole run shows a %s cost (throughput %s) than a single operation (time"
                      + " %s). Likely cause: %s.",
                  variant.name(),
                  more ? "higher" : "lower",
                  Verdict.interval(whole.value(), whole.low95(), whole.high95()),
                  Verdict.interval(lead.value(), lead.low95(), lead.high95()),
                  more
                      ? causeOfStalls(variant.name())
                      : "client and server overlap in long windows"));
        }
      }
      if (cpu != null && (cpu.low95() > lead.high95() || cpu.high95() < lead.low95())) {
        warnings.add(
            String.format(
                Locale.ROOT,
                "%s changes the client's CPU time per operation (%s) %s than the time of an"
                    + " operation (%s). Likely cause: %s.",
                variant.name(),
                Verdict.interval(cpu.value(), cpu.low95(), cpu.high95()),
                cpu.value() > lead.value() ? "more" : "less",
                Verdict.interval(lead.value(), lead.low95(), lead.high95()),
                cpu.value() > lead.value()
                    ? "the rest of that time is the server's work or waiting, which changes less"
                    : "the server's work or waiting changes more"));
      }
    }
    return warnings;
  }

  private String causeOfStalls(String variant) {
    double own = collecting(variant);
    double base = collecting(variants.get(0).name());
    return own > base
        ? String.format(
            Locale.ROOT,
            "stalls, which a typical operation does not have; the client collected garbage for"
                + " %.1f %% of its windows' time (%s: %.1f %%)",
            100 * own,
            variants.get(0).name(),
            100 * base)
        : "stalls, which a typical operation does not have, for example flushes of the server";
  }

  private double collecting(String variant) {
    double seconds =
        measured.windows(variant).stream().mapToDouble(window -> window.work().seconds()).sum();
    double millis = measured.windows(variant).stream().mapToDouble(w -> w.use().gc()).sum();
    return seconds == 0 ? 0 : millis / 1e3 / seconds;
  }
}
