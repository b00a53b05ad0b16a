package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.judge.Measured.Epoch;
import dev.tlsbench.report.stats.EarlyShift;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Trend;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Warnings about forks that were not warm when they were measured. */
final class WarmthWarnings {
  private final List<Contender> contenders;
  private final Measured measured;

  WarmthWarnings(List<Contender> contenders, Measured measured) {
    this.contenders = contenders;
    this.measured = measured;
  }

  /** Returns the warnings, one sentence or two each. */
  List<String> list() {
    List<String> warnings = new ArrayList<>();
    trends(warnings);
    shifts(warnings);
    compiled(warnings);
    return warnings;
  }

  /** Warns if a fork's baseline became faster or slower after its warm-up. */
  private void trends(List<String> warnings) {
    String baseline = contenders.get(0).name();
    Map<Integer, List<Epoch>> forks =
        measured.epochs().stream()
            .filter(Epoch::isSound)
            .collect(Collectors.groupingBy(Epoch::fork, TreeMap::new, Collectors.toList()));
    forks.forEach(
        (fork, epochs) ->
            Trend.of(
                    epochs.stream().mapToDouble(epoch -> epoch.startMillis() / 1e3).toArray(),
                    epochs.stream().mapToDouble(epoch -> logThroughput(epoch, baseline)).toArray())
                .filter(Trend::flagged)
                .ifPresent(
                    trend ->
                        warnings.add(
                            String.format(
                                Locale.ROOT,
                                "Java process %d was not warm: the speed of %s changed by %s while it was"
                                    + " measured. Turns protect the differences from most of that;"
                                    + " for the rest, use a longer --warm-up.",
                                fork + 1,
                                baseline,
                                new Interval(
                                        1 + trend.change(), 1 + trend.low95(), 1 + trend.high95())
                                    .change()))));
  }

  /** Warns if a variant warmed up more slowly or quickly than the baseline. */
  private void shifts(List<String> warnings) {
    PairedRatios ratios = new PairedRatios(measured, contenders.get(0).name());
    for (Contender contender : contenders.subList(1, contenders.size())) {
      ratios
          .ofTypical(contender.name())
          .or(() -> ratios.ofThroughput(contender.name()))
          .flatMap(EarlyShift::of)
          .filter(EarlyShift::flagged)
          .ifPresent(
              shift ->
                  warnings.add(
                      String.format(
                          Locale.ROOT,
                          "The Java processes were not warm: %s differed by %+.1f %% from %s in the first quarter"
                              + " of their time, and by %+.1f %% later; use a longer --warm-up.",
                          contender.name(),
                          100 * (shift.early() - 1),
                          contenders.get(0).name(),
                          100 * (shift.later() - 1))));
    }
  }

  private static double logThroughput(Epoch epoch, String variant) {
    return Math.log(
        epoch
            .soundWindows(variant)
            .mapToDouble(window -> window.work().perSecond())
            .average()
            .orElse(1));
  }

  /** Warns of compilers in what counts if time alone decided that forks were warm. */
  private void compiled(List<String> warnings) {
    if (!measured.bursts(contenders.get(0).name()).isEmpty()) {
      return;
    }
    double wall = measured.mean(Conditions::wall);
    double compile =
        Math.max(
                measured.mean(each -> each.jvm().compile()),
                measured.mean(each -> each.jvm().serverCompile()))
            / Math.max(1, wall);
    if (compile > Warmth.COMPILING) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "The Java processes were not warm: compilers worked for %.0f %% of the measured time; use a longer"
                  + " --warm-up.",
              100 * compile));
    }
  }
}
