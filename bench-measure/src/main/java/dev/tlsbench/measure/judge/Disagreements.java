package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Settings.Clients;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Figures of a comparison that differ from its headline, with their likely causes. */
final class Disagreements {
  /** The part of the headline's cost that a difference must exceed. */
  private static final double WORTH_TELLING = 0.1;

  private final Clients clients;
  private final Measured measured;
  private final List<VariantResult> variants;

  /**
   * @param variants the baseline first
   */
  Disagreements(Clients clients, Measured measured, List<VariantResult> variants) {
    this.clients = clients;
    this.measured = measured;
    this.variants = variants;
  }

  /** Returns a sentence for each figure whose interval does not overlap the headline's. */
  List<String> explained() {
    List<String> warnings = new ArrayList<>();
    for (VariantResult variant : variants) {
      Ratio lead = Verdict.lead(variant);
      Ratio whole = Metric.THROUGHPUT.of(variant).orElse(null);
      if (variant.role() != Role.VARIANT
          || lead == null
          || variant.leadingMetric() == Metric.THROUGHPUT) {
        continue;
      }
      // An open loop has a given pace, so its throughput is not a result.
      if (whole != null && !clients.areOpenLoop()) {
        Interval time = new Interval(1 / whole.value(), 1 / whole.high95(), 1 / whole.low95());
        boolean more = time.low95() > lead.high95();
        if ((more || time.high95() < lead.low95()) && isWorthTelling(time, lead)) {
          warnings.add(
              String.format(
                  Locale.ROOT,
                  "%s: the whole run shows a %s cost (time of all operations %s) than a single"
                      + " operation (time %s). Likely cause: %s.",
                  variant.name(),
                  more ? "higher" : "lower",
                  time.change(),
                  interval(lead),
                  more ? causeOfStalls(variant.name()) : causeOfLess()));
        }
      }
      warnings.addAll(cpu(variant, lead));
    }
    return warnings;
  }

  private static boolean isWorthTelling(Interval whole, Ratio lead) {
    double cost = Math.log(lead.value());
    return Math.abs(Math.log(whole.value()) - cost) > WORTH_TELLING * Math.abs(cost);
  }

  private static List<String> cpu(VariantResult variant, Ratio lead) {
    Optional<Ratio> client = apart(variant, Metric.CLIENT_CPU, lead);
    Optional<Ratio> server = apart(variant, Metric.SERVER_CPU, lead);
    if (client.isPresent()
        && server.isPresent()
        && isMore(client.get(), lead) != isMore(server.get(), lead)) {
      boolean ofClient = isMore(client.get(), lead);
      return List.of(
          String.format(
              Locale.ROOT,
              "%s costs the %s more than the %s: the client's CPU time per operation is %s, the"
                  + " server's %s, and the time of an operation %s.",
              variant.name(),
              ofClient ? "client" : "server",
              ofClient ? "server" : "client",
              interval(client.get()),
              interval(server.get()),
              interval(lead)));
    }
    return Stream.of(
            client.map(cpu -> explained(variant, lead, cpu, "client", "server")),
            server.map(cpu -> explained(variant, lead, cpu, "server", "client")))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Returns a ratio of CPU time if its interval does not overlap the headline's. */
  private static Optional<Ratio> apart(VariantResult variant, Metric metric, Ratio lead) {
    return metric
        .of(variant)
        .filter(cpu -> cpu.low95() > lead.high95() || cpu.high95() < lead.low95());
  }

  private static boolean isMore(Ratio cpu, Ratio lead) {
    return cpu.value() > lead.value();
  }

  private static String interval(Ratio ratio) {
    return ratio.interval().change();
  }

  private static String explained(
      VariantResult variant, Ratio lead, Ratio cpu, String side, String other) {
    // Distances from 1, since the ratio of a saving variant is below 1.
    boolean more = Math.abs(Math.log(cpu.value())) > Math.abs(Math.log(lead.value()));
    String rest = other + "'s work or waiting";
    return String.format(
        Locale.ROOT,
        "%s changes the %s's CPU time per operation (%s) %s than the time of an operation"
            + " (%s). Likely cause: %s.",
        variant.name(),
        side,
        interval(cpu),
        more ? "more" : "less",
        interval(lead),
        more
            ? "the rest of that time is the " + rest + ", which changes less"
            : "the " + rest + " changes more");
  }

  /**
   * Returns the cause of a lower ratio; on one core client and server never work at the same time.
   */
  private String causeOfLess() {
    return clients.cores().size() == 1 && clients.shareCores()
        ? "something disturbed parts of the run; on one core client and server cannot overlap"
        : "client and server work at the same time while operations wait";
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
