package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Setup;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.experiment.result.VariantResult.Role;
import dev.tlsbench.experiment.run.ForkReply.WindowData;
import dev.tlsbench.experiment.run.Measured.Epoch;
import dev.tlsbench.report.stats.EarlyShift;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Estimator;
import dev.tlsbench.report.stats.Trend;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides if a result can be used, and lists warnings for its readers. */
final class Verdict {
  private static final double BUSY = 0.95;
  private static final double MUCH_STEAL = 0.01;
  private static final int FEWEST_FORKS = 3;

  /** The part of the machine that others may use before a warning, where nothing is confined. */
  private static final double OTHERS = 0.1;

  /** The part of a cluster's blocks that may begin late before a warning. */
  private static final double MANY_LATE = 0.1;

  /** The part that may begin late before the result is of no use. */
  private static final double MOST_LATE = 0.5;

  private final List<Contender> contenders;
  private final Settings settings;
  private final Measured measured;
  private final List<VariantResult> variants;

  Verdict(
      List<Contender> contenders,
      Settings settings,
      Measured measured,
      List<VariantResult> variants) {
    this.contenders = contenders;
    this.settings = settings;
    this.measured = measured;
    this.variants = variants;
  }

  /** Returns the reasons why the result must not be used; empty if it can. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (VariantResult variant : variants) {
      if (variant.work().errors() > 0) {
        problems.add(
            String.format(
                Locale.ROOT,
                "%,d of %,d operations of %s failed; blocks with a failure are left out of the"
                    + " ratios.",
                variant.work().errors(),
                variant.work().operations(),
                variant.name()));
      }
    }
    problems.addAll(differences());
    if (isTooCold()) {
      problems.add(
          "Only "
              + measured.forks()
              + " of "
              + (measured.forks() + measured.coldForks())
              + " JVMs became warm within 30 s: in the others compilers still worked, or ratios"
              + " still changed. This machine was too busy for them.");
    }
    if (isTooBusy()) {
      problems.add(
          String.format(
              Locale.ROOT,
              "This machine was too busy: in %d of %d epochs other processes used more than %.0f %%"
                  + " of the confined cores, or more than %.0f %% of the others, whose load can"
                  + " change a ratio too; on average %.0f %% and %.0f %%. In %d more the control"
                  + " scattered more than %.1f times as much as usual.",
              occupied(),
              measured.epochs().size(),
              100 * Conditions.FOREIGN,
              100 * Conditions.ELSEWHERE,
              100 * mean(Conditions::foreign),
              100 * mean(Conditions::elsewhere),
              measured.disturbed() - occupied(),
              Measured.UNUSUAL));
    }
    if (late() > MOST_LATE) {
      problems.add(lateBlocks());
    }
    return problems;
  }

  /** Returns warnings for readers. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    Ratio control = control();
    if (control != null
        && excludesOne(control.low95(), control.high95())
        && !excludesOne(control.low99(), control.high99())) {
      warnings.add(
          "The control, a second measurement of the baseline, should be 1 but is "
              + interval(control.value(), control.low95(), control.high95())
              + " (95 % interval), as happens in one run of twenty: do not trust differences of"
              + " this size.");
    }
    precision(warnings);
    leftOut(warnings);
    rounds(warnings);
    warnings.addAll(new Disagreements(settings.clients(), measured, variants).explained());
    trends(warnings);
    shifts(warnings);
    compiled(warnings);
    if (settings.cluster() == null) {
      cpu(warnings);
      others(warnings);
    }
    stolen(warnings);
    collected(warnings);
    if (measured.forks() == 1) {
      warnings.add(
          "There was one fork: the intervals hold for this JVM only, and another JVM's figures"
              + " may lie outside.");
    }
    return warnings;
  }

  private boolean isTooCold() {
    int fewest = Math.min(FEWEST_FORKS, settings.timing().forks());
    int warm = measured.forks();
    return measured.coldForks() > 0 && (warm < fewest || warm < measured.coldForks());
  }

  private boolean isTooBusy() {
    List<Integer> forks =
        measured.epochs().stream().filter(measured.clean()).map(Epoch::fork).distinct().toList();
    return 2 * measured.disturbed() > measured.epochs().size()
        || forks.size() < Math.min(FEWEST_FORKS, measured.forks());
  }

  /** Returns the number of those in which other processes used too much of the cores. */
  private long occupied() {
    return measured.epochs().stream().filter(epoch -> !epoch.isUndisturbed()).count();
  }

  private double mean(Function<Conditions, @Nullable Double> part) {
    return measured.epochs().stream()
        .map(Epoch::conditions)
        .filter(Objects::nonNull)
        .map(part)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average()
        .orElse(0);
  }

  /** Reports forks and epochs that were left out, and what the ratios would be with them. */
  private void leftOut(List<String> warnings) {
    if (measured.coldForks() > 0 && !isTooCold()) {
      warnings.add(
          measured.coldForks()
              + " of "
              + (measured.forks() + measured.coldForks())
              + " JVMs did not become warm within 30 s, and were not measured.");
    }
    if (measured.disturbed() == 0 || isTooBusy()) {
      return;
    }
    PairedRatios ratios = new PairedRatios(measured, contenders.get(0).name());
    String both =
        contenders.stream()
            .skip(1)
            .flatMap(contender -> withAndWithout(ratios, contender.name()).stream())
            .collect(Collectors.joining("; "));
    warnings.add(
        String.format(
            Locale.ROOT,
            "%d of %d epochs are left out of the time of a typical operation: in %d other processes"
                + " used more than %.0f %% of the confined cores, or more than %.0f %% of the others;"
                + " in %d the control scattered more than %.1f times as much as usual,"
                + " as beside work that only the hardware knows of, such as that of other virtual"
                + " machines. Ratios without and with these epochs: %s.",
            measured.disturbed(),
            measured.epochs().size(),
            occupied(),
            100 * Conditions.FOREIGN,
            100 * Conditions.ELSEWHERE,
            measured.disturbed() - occupied(),
            Measured.UNUSUAL,
            both));
  }

  /** Returns the part of the blocks that not all executors began in time. */
  private double late() {
    Setup.Executors executors = measured.executors();
    return executors == null || executors.lateBlocks() == 0
        ? 0
        : (double) executors.lateBlocks() / (executors.lateBlocks() + measured.blocks());
  }

  private String lateBlocks() {
    return String.format(
        Locale.ROOT,
        "%.0f %% of the blocks are left out, since not all executors began their windows in time:"
            + " they were too busy, or operations took too long. Give fewer --threads or a longer"
            + " --window.",
        100 * late());
  }

  private void rounds(List<String> warnings) {
    if (late() > MANY_LATE && late() <= MOST_LATE) {
      warnings.add(lateBlocks());
    }
    Setup.Executors executors = measured.executors();
    if (executors != null && executors.lostRounds() > 0) {
      warnings.add(
          "Rounds were lost with an executor: "
              + executors.lostRounds()
              + ". The others count; at the end there were "
              + executors.number()
              + " executors.");
    }
    if (executors != null && executors.driftedRounds() > 0) {
      warnings.add(
          "Rounds are left out because the executors' clocks moved by more than the time between"
              + " windows: "
              + executors.driftedRounds()
              + ". Synchronize the clocks of all machines, for example with chrony.");
    }
  }

  private Optional<String> withAndWithout(PairedRatios ratios, String variant) {
    Estimator estimator = new Estimator(settings.seed());
    return ratios
        .ofTypical(variant)
        .filter(sample -> sample.epochs() > 1)
        .flatMap(
            clean ->
                ratios
                    .ofTypicalInAll(variant)
                    .map(
                        all ->
                            variant
                                + " "
                                + halfWidth(estimator.estimate(clean))
                                + " and "
                                + halfWidth(estimator.estimate(all))));
  }

  private static String halfWidth(Estimate estimate) {
    return String.format(Locale.ROOT, "%.4f ± %.4f", estimate.ratio(), estimate.halfWidth());
  }

  private Set<String> differences() {
    Set<String> lines = new LinkedHashSet<>();
    for (Epoch epoch : measured.epochs()) {
      epoch
          .differences()
          .forEach((variant, all) -> all.forEach(line -> lines.add(variant + ": " + line + ".")));
    }
    return lines;
  }

  private @Nullable Ratio control() {
    return variants.stream()
        .filter(variant -> variant.role() == Role.CONTROL)
        .flatMap(variant -> Stream.ofNullable(lead(variant)))
        .findFirst()
        .orElse(null);
  }

  static @Nullable Ratio lead(VariantResult variant) {
    return variant.ratios().get(variant.leadingMetric());
  }

  private static boolean excludesOne(double low, double high) {
    return low > 1 || high < 1;
  }

  static String interval(double value, double low, double high) {
    return String.format(Locale.ROOT, "%.4f [%.4f, %.4f]", value, low, high);
  }

  private List<WindowData> windows() {
    return contenders.stream().flatMap(c -> measured.windows(c.name()).stream()).toList();
  }

  private void precision(List<String> warnings) {
    Double goal = settings.timing().precision();
    double widest =
        variants.stream()
            .map(Verdict::lead)
            .filter(Objects::nonNull)
            .mapToDouble(Ratio::halfWidth)
            .max()
            .orElse(Double.POSITIVE_INFINITY);
    if (goal != null && widest > goal) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "The precision of %.2f %% was not reached in %d s: half of the widest interval is"
                  + " %.2f %%.",
              100 * goal,
              settings.timing().maxDuration().toSeconds(),
              100 * widest));
    }
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
                                "Fork %d was not warm: %s changed by %+.1f %% [%+.1f, %+.1f] while"
                                    + " it was measured. Pairs protect the ratios from most of that;"
                                    + " for the rest, use a longer --warm-up.",
                                fork + 1,
                                baseline,
                                100 * trend.change(),
                                100 * trend.low95(),
                                100 * trend.high95()))));
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
                          "Forks were not warm: the ratio of %s to %s was %.3f in the first quarter"
                              + " of forks, and %.3f later; use a longer --warm-up.",
                          contender.name(),
                          contenders.get(0).name(),
                          shift.early(),
                          shift.later())));
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

  /** Warns about a busy machine. An open loop that keeps its pace shows that in latency alone. */
  private void cpu(List<String> warnings) {
    double cores = ServerLoad.cores();
    double millis =
        1e3 * windows().stream().mapToDouble(window -> window.work().seconds()).sum() * cores;
    double client = windows().stream().mapToDouble(window -> window.use().clientCpu()).sum();
    double idle = windows().stream().mapToDouble(window -> window.use().idle()).sum();
    if (millis == 0 || idle / millis > 1 - BUSY) {
      return;
    }
    boolean clientIsMost = client / millis > 0.5;
    warnings.add(
        String.format(
            Locale.ROOT,
            "This machine was busy: %.0f %% of its CPU time was used, %.0f %% by the client. %s",
            100 * (1 - idle / millis),
            100 * client / millis,
            clientIsMost
                ? "The client was the bottleneck: the ratios are those of its CPU time."
                : "Client and server share it, so the ratios are those of their total CPU time."));
  }

  /** Warns of compilers in what counts, where time alone decided that forks were warm. */
  private void compiled(List<String> warnings) {
    double wall = mean(Conditions::wall);
    double compile =
        Math.max(mean(Conditions::compile), mean(Conditions::serverCompile)) / Math.max(1, wall);
    if (compile > Warmth.COMPILING) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "Forks were not warm: compilers worked for %.0f %% of the measured time; use a longer"
                  + " --warm-up.",
              100 * compile));
    }
  }

  /** Warns of other processes where no epoch could be left out for them. */
  private void others(List<String> warnings) {
    double millis =
        1e3
            * windows().stream().mapToDouble(window -> window.work().seconds()).sum()
            * ServerLoad.cores();
    boolean checked =
        measured.epochs().stream()
            .map(Epoch::conditions)
            .anyMatch(conditions -> conditions != null && conditions.foreign() != null);
    if (checked || millis == 0) {
      return;
    }
    double used = 0;
    for (WindowData window : windows()) {
      Double server = window.use().serverCpu();
      used += window.use().idle() + window.use().clientCpu() + (server == null ? 0 : server);
    }
    double others = 1 - used / millis;
    if (others > OTHERS) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "Processes other than the client and the known ones of the server used %.0f %% of"
                  + " this machine's CPU time, and no epoch is left out for that. If they belong to"
                  + " the server, name them with --server-pid; if not, repeat the run without them.",
              100 * others));
    }
  }

  private void stolen(List<String> warnings) {
    double stolen = windows().stream().mapToDouble(window -> window.use().steal()).sum();
    double millis =
        1e3
            * windows().stream().mapToDouble(window -> window.work().seconds()).sum()
            * ServerLoad.cores();
    if (millis > 0 && stolen / millis > MUCH_STEAL) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "The hypervisor gave %.1f %% of this machine's CPU time to others.",
              100 * stolen / millis));
    }
  }

  private void collected(List<String> warnings) {
    long hit = windows().stream().filter(window -> window.use().gc() > 0).count();
    if (hit > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "The client's garbage collector ran in %,d of %,d windows, which are marked and"
                  + " counted.",
              hit,
              windows().size()));
    }
  }
}
