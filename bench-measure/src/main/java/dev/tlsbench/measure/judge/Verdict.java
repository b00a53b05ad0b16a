package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Measured.Epoch;
import dev.tlsbench.measure.judge.Measured.Percentiles;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.Estimator;
import dev.tlsbench.report.stats.PairedSample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Decides whether a result can be used, and lists warnings for its readers. */
final class Verdict {
  private static final int FEWEST_FORKS = 3;

  /** The part of a cluster's blocks that may begin late before a warning. */
  private static final double MANY_LATE = 0.1;

  /** The part that may begin late before the result must not be used. */
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
      problems.add(tooCold());
    }
    if (isTooBusy()) {
      problems.add(
          String.format(
              Locale.ROOT,
              "This machine was too busy: in %d of %d epochs other processes used more than %.0f %%"
                  + " of the confined cores, or more than %.0f %% of the others where those slow the"
                  + " confined ones; on average %.0f %% and %.0f %%. In %d more the control"
                  + " scattered more than %.1f times as much as usual.",
              measured.occupied(),
              measured.epochs().size(),
              100 * Conditions.FOREIGN,
              100 * Conditions.ELSEWHERE,
              100 * measured.mean(Conditions::foreign),
              100 * measured.mean(Conditions::elsewhere),
              measured.disturbed() - measured.occupied(),
              Measured.UNUSUAL));
    }
    if (late() > MOST_LATE) {
      problems.add(lateBlocks());
    }
    Ratio control = control();
    if (control != null && excludesOne(control.low99(), control.high99())) {
      problems.add(
          "The control, a second measurement of the baseline, should be 1 but is "
              + interval(control.value(), control.low99(), control.high99())
              + " (99 % interval): something other than the variants made a difference.");
    } else if (control == null && problems.isEmpty()) {
      problems.add("There are too few epochs for an interval.");
    }
    return problems;
  }

  private String tooCold() {
    String found =
        "Only "
            + measured.forks()
            + " of "
            + (measured.forks() + measured.coldForks())
            + " JVMs became warm within "
            + Warmth.limit(contenders.size()).toSeconds()
            + " s: in the others ";
    return measured.coldErrors() > 0
        ? String.format(
            Locale.ROOT,
            "%s%,d of %,d operations failed, and only blocks without a failure have a ratio.",
            found,
            measured.coldErrors(),
            measured.coldOperations())
        : found
            + "compilers still worked, or ratios still changed. This machine was too busy for"
            + " them.";
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
    busyElsewhere(warnings);
    rounds(warnings);
    warnings.addAll(new Disagreements(settings.clients(), measured, variants).explained());
    warnings.addAll(new WarmthWarnings(contenders, measured).list());
    warnings.addAll(new MachineWarnings(contenders, measured).list(settings.cluster() != null));
    if (measured.forks() == 1) {
      warnings.add(
          "There was one fork: the intervals hold for this JVM only, and another JVM's figures"
              + " may lie outside.");
    }
    return warnings;
  }

  private boolean isTooCold() {
    int warm = measured.forks();
    return measured.coldForks() > 0
        && (warm < Warmth.fewestForks(settings) || warm < measured.coldForks());
  }

  private boolean isTooBusy() {
    List<Integer> forks =
        measured.epochs().stream().filter(measured.clean()).map(Epoch::fork).distinct().toList();
    return 2 * measured.disturbed() > measured.epochs().size()
        || forks.size() < Math.min(FEWEST_FORKS, measured.forks());
  }

  /** Reports forks and epochs that were left out, and what the ratios would be with them. */
  private void leftOut(List<String> warnings) {
    if (measured.coldForks() > 0 && !isTooCold()) {
      warnings.add(
          measured.coldForks()
              + " of "
              + (measured.forks() + measured.coldForks())
              + " JVMs did not become warm within "
              + Warmth.limit(contenders.size()).toSeconds()
              + " s, and were not measured.");
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
            "%d of %d epochs %s: in %d other processes"
                + " used more than %.0f %% of the confined cores, or more than %.0f %% of the others"
                + " where those slow the confined ones;"
                + " in %d the control scattered more than %.1f times as much as usual,"
                + " for example because of work that this machine cannot see, such as other virtual"
                + " machines'. %s.",
            measured.disturbed(),
            measured.epochs().size(),
            both.isEmpty() ? "were disturbed" : "are left out of the time of a typical operation",
            measured.occupied(),
            100 * Conditions.FOREIGN,
            100 * Conditions.ELSEWHERE,
            measured.disturbed() - measured.occupied(),
            Measured.UNUSUAL,
            both.isEmpty()
                ? "Ratios of throughput include them"
                : "Ratios without and with these epochs: " + both));
  }

  /** Reports epochs that count although other processes were busy on the other cores. */
  private void busyElsewhere(List<String> warnings) {
    double[] slowdowns =
        measured.epochs().stream()
            .filter(measured.clean())
            .map(epoch -> epoch.data().conditions())
            .filter(Objects::nonNull)
            .filter(Conditions::areOthersBusy)
            .flatMap(conditions -> Stream.ofNullable(conditions.slowdown()))
            .mapToDouble(Double::doubleValue)
            .toArray();
    if (slowdowns.length > 0) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "In %d of %d epochs other processes used more than %.0f %% of the other cores. These"
                  + " epochs count, since work on those cores slowed the confined ones by %.1f %% at"
                  + " most.",
              slowdowns.length,
              measured.epochs().size(),
              100 * Conditions.ELSEWHERE,
              100 * Arrays.stream(slowdowns).max().orElse(0)));
    }
  }

  /** Returns the part of the blocks that some executors began late. */
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
    boolean ofLatency = settings.clients().areOpenLoop();
    return (ofLatency ? ratios.ofMedianLatency(variant) : ratios.ofTypical(variant))
        .filter(PairedSample::isRepeated)
        .flatMap(
            clean ->
                (ofLatency
                        ? ratios.ofLatencies(variant, Percentiles::p50)
                        : ratios.ofTypicalInAll(variant))
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
          .data()
          .clients()
          .forEach(
              (variant, client) ->
                  client.differences().forEach(line -> lines.add(variant + ": " + line + ".")));
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
    return variant.leadingMetric().of(variant).orElse(null);
  }

  private static boolean excludesOne(double low, double high) {
    return low > 1 || high < 1;
  }

  static String interval(double value, double low, double high) {
    return String.format(Locale.ROOT, "%.4f [%.4f, %.4f]", value, low, high);
  }

  private void precision(List<String> warnings) {
    Double goal = settings.timing().precision();
    double widest =
        variants.stream()
            .map(Verdict::lead)
            .filter(Objects::nonNull)
            .mapToDouble(Ratio::halfWidth)
            .max()
            .orElse(0);
    if (goal != null && widest > goal) {
      warnings.add(
          String.format(
              Locale.ROOT,
              "The precision of %.2f %% was not reached: half of the widest interval is %.2f %%.",
              100 * goal,
              100 * widest));
    }
  }
}
