package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Measured.Epoch;
import dev.tlsbench.measure.judge.Measured.Percentiles;
import dev.tlsbench.measure.result.Ratio;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.measure.result.VariantResult.Role;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.stats.Estimator;
import dev.tlsbench.report.stats.PairedSample;
import java.util.ArrayList;
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
              "This machine was too busy: %d of %d parts of the run were disturbed (%s). On average others"
                  + " used %.0f %% of the measured cores and %.0f %% of the rest.",
              measured.disturbed(),
              measured.epochs().size(),
              disturbances(),
              100 * measured.mean(Conditions::foreign),
              100 * measured.mean(Conditions::elsewhere)));
    }
    if (late() > MOST_LATE) {
      problems.add(lateBlocks());
    }
    Ratio control = control();
    if (control != null && excludesOne(control.low99(), control.high99())) {
      problems.add(
          "The control, a second measurement of the baseline, differs from it by "
              + control.interval().change()
              + ": something other than the variants made a difference.");
    } else if (control == null && problems.isEmpty()) {
      problems.add("The run has too few parts for an interval.");
    }
    return problems;
  }

  private String tooCold() {
    String found =
        "Only "
            + measured.forks()
            + " of "
            + (measured.forks() + measured.coldForks())
            + " Java processes became warm within "
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

  /** Returns warnings for readers, the most important first: reports fold all but three. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    Ratio control = control();
    if (control != null
        && excludesOne(control.low95(), control.high95())
        && !excludesOne(control.low99(), control.high99())) {
      warnings.add(
          "The control, a second measurement of the baseline, differs from it by "
              + control.interval().change()
              + ", as happens in one run of twenty: do not rely on differences of this size.");
    }
    precision(warnings);
    if (measured.forks() == 1) {
      warnings.add(
          "One Java process measured all: figures of another one may lie outside of these"
              + " intervals.");
    }
    warnings.addAll(new WarmthWarnings(contenders, measured).list());
    leftOut(warnings);
    rounds(warnings);
    warnings.addAll(new Disagreements(settings.clients(), measured, variants).explained());
    warnings.addAll(new MachineWarnings(contenders, measured).list(settings.cluster() != null));
    busyElsewhere(warnings);
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
              + " Java processes did not become warm within "
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
            .flatMap(contender -> withDisturbed(ratios, contender.name()).stream())
            .collect(Collectors.joining("; "));
    warnings.add(
        String.format(
            Locale.ROOT,
            "%d of %d parts of the run were disturbed (%s) and %s.",
            measured.disturbed(),
            measured.epochs().size(),
            disturbances(),
            both.isEmpty() ? "count" : "are left out; with them: " + both));
  }

  /** Returns the causes of disturbed epochs, such as {@code 3 by other processes}. */
  private String disturbances() {
    long unseen = measured.disturbed() - measured.occupied();
    // Other virtual machines, for example; the control is the only sign of them.
    String scattered = unseen + " by something that only the control shows";
    return measured.occupied() == 0
        ? scattered
        : measured.occupied() + " by other processes" + (unseen == 0 ? "" : ", " + scattered);
  }

  /** Reports epochs that count although other processes were busy on the other cores. */
  private void busyElsewhere(List<String> warnings) {
    long busy =
        measured.epochs().stream()
            .filter(measured.clean())
            .map(epoch -> epoch.data().conditions())
            .filter(conditions -> conditions != null && conditions.areOthersBusy())
            .count();
    if (busy > 0) {
      warnings.add(
          "Other processes kept the other cores busy in "
              + busy
              + " of "
              + measured.epochs().size()
              + " parts of the run: where they share hardware with the measured ones, ratios are"
              + " those of slower cores.");
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

  /** Returns a variant's difference with disturbed epochs; empty if no typical time leads. */
  private Optional<String> withDisturbed(PairedRatios ratios, String variant) {
    Estimator estimator = new Estimator(settings.seed());
    boolean ofLatency = settings.clients().areOpenLoop();
    return (ofLatency ? ratios.ofMedianLatency(variant) : ratios.ofTypical(variant))
        .filter(PairedSample::isRepeated)
        .flatMap(
            clean ->
                ofLatency
                    ? ratios.ofLatencies(variant, Percentiles::p50)
                    : ratios.ofTypicalInAll(variant))
        .map(all -> variant + " " + Summary.ratio(estimator.estimate(all)).interval().change());
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
              "The precision of %s was not reached: half of the widest interval is %s.",
              Numbers.percent(goal),
              Numbers.percent(widest)));
    }
  }
}
