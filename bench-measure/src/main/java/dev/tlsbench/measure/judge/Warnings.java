package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.fork.EpochData;
import dev.tlsbench.measure.fork.EpochData.WindowData;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.judge.Measured.Epoch;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.report.stats.EarlyShift;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Finds what readers of a comparison must know, except about its control. */
public final class Warnings {
  private static final int FEWEST_FORKS = 3;

  /** The part of a variant's operations that may fail from the beginning. */
  private static final double MOST_FAILED = 0.1;

  /** The used part of the machine's CPU time from which it counts as busy. */
  private static final double BUSY = 0.95;

  /** The part that a hypervisor may give to other virtual machines before a warning. */
  private static final double MUCH_STEAL = 0.01;

  /** The part that other processes may use before a warning, without confinement. */
  static final double OTHERS = 0.1;

  private final List<Contender> contenders;
  private final Settings settings;
  private final Measured measured;
  private final PairedRatios ratios;
  private final String baseline;
  private final List<Warning> found = new ArrayList<>();

  private Warnings(List<Contender> contenders, Settings settings, Measured measured) {
    this.contenders = contenders;
    this.settings = settings;
    this.measured = measured;
    this.baseline = contenders.get(0).name();
    this.ratios = new PairedRatios(measured, baseline, settings.clients().areOpenLoop());
    work();
    forks();
    warmth();
    epochs();
    pauses();
    machine();
  }

  static List<Warning> of(List<Contender> contenders, Settings settings, Measured measured) {
    return List.copyOf(new Warnings(contenders, settings, measured).found);
  }

  /**
   * Returns a variant of which more than a tenth of the operations failed in these epochs, or whose
   * statements have had no row since the fork's start, if the last epoch counts.
   */
  public static Optional<Warning> ofFailures(List<Contender> contenders, List<EpochData> epochs) {
    return contenders.stream()
        .map(contender -> failures(contender.name(), epochs))
        .filter(failed -> failed.errors() > MOST_FAILED * failed.operations())
        .findFirst()
        .<Warning>map(
            failed ->
                new Warning.NothingWorks(
                    failed.variant(),
                    failed.errors(),
                    failed.operations(),
                    reason(failed.variant(), epochs)))
        .or(() -> ofEmptyReplies(epochs.get(epochs.size() - 1)));
  }

  private static Optional<Warning> ofEmptyReplies(EpochData last) {
    return last.counted().entrySet().stream()
        .filter(variant -> last.number() >= 0 && variant.getValue().foundNothing())
        .findFirst()
        .map(
            variant -> {
              long all = variant.getValue().replies();
              String reason = "no reply had a row; give --parameters that occur in the data";
              return new Warning.NothingWorks(variant.getKey(), all, all, reason);
            });
  }

  private static String reason(String variant, List<EpochData> epochs) {
    return epochs.stream()
        .map(epoch -> epoch.clients().get(variant))
        .flatMap(client -> client == null ? Stream.empty() : Stream.ofNullable(client.failure()))
        .findFirst()
        .orElse(
            "records were not found; if they were loaded with other properties than those of this"
                + " run, fill another table: -p table=NAME --load");
  }

  private static Warning.OperationsFailed failures(String variant, List<EpochData> epochs) {
    long errors = 0;
    long operations = 0;
    for (EpochData epoch : epochs) {
      for (WindowData window : epoch.windows()) {
        if (window.variant().equals(variant)) {
          errors += window.result().errors();
          operations += window.result().operations();
        }
      }
      EpochData.BurstData bursts = epoch.bursts().get(variant);
      errors += bursts == null ? 0 : bursts.errors();
      operations += bursts == null ? 0 : bursts.operations();
    }
    return new Warning.OperationsFailed(variant, errors, operations);
  }

  private void work() {
    contenders.stream()
        .map(contender -> failures(contender.name(), measured.data()))
        .filter(failed -> failed.errors() > 0)
        .forEach(found::add);
    measured.data().stream()
        .flatMap(epoch -> epoch.clients().entrySet().stream())
        .flatMap(
            client ->
                client.getValue().differences().stream()
                    .map(line -> new Warning.TlsDiffers(client.getKey(), line)))
        .distinct()
        .forEach(found::add);
  }

  private void forks() {
    int warm = measured.forks();
    int cold = measured.coldForks();
    int all = warm + cold;
    long limit = Warmth.limit(contenders.size()).toSeconds();
    if (cold > 0 && (warm < Warmth.fewestForks(settings) || warm < cold)) {
      found.add(
          measured.coldErrors() == 0
              ? new Warning.TooFewWarmForks(warm, all, limit)
              : new Warning.TooFewWorkingForks(
                  warm, all, limit, measured.coldErrors(), measured.coldOperations()));
    } else if (cold > 0) {
      found.add(new Warning.ForksCold(cold, all, limit));
    }
    if (settings.timing().quick()) {
      found.add(new Warning.Quick(Summary.spread(measured)));
    } else if (warm == 1) {
      found.add(new Warning.OneFork());
    }
  }

  /** Looks for forks whose ratios changed after the warm-up. */
  private void warmth() {
    for (Contender contender : contenders.subList(1, contenders.size())) {
      Optional.of(Metric.TYPICAL)
          .filter(metric -> !settings.clients().areOpenLoop())
          .flatMap(metric -> ratios.of(metric, contender.name()))
          .or(() -> ratios.of(Metric.THROUGHPUT, contender.name()))
          .flatMap(EarlyShift::of)
          .filter(EarlyShift::flagged)
          .map(
              shift ->
                  new Warning.RatioChanged(
                      contender.name(), baseline, shift.early() - 1, shift.later() - 1))
          .ifPresent(found::add);
    }
    // Without bursts, time alone decided that forks were warm.
    double compiled =
        Math.max(
                measured.mean(each -> each.overhead().compileMillis()),
                measured.mean(each -> each.overhead().serverCompileMillis()))
            / Math.max(1, measured.mean(Conditions::wall));
    if (compiled > Warmth.COMPILING && measured.bursts(baseline).isEmpty()) {
      found.add(new Warning.CompilersWorked(compiled));
    }
  }

  private void epochs() {
    int all = measured.epochs().size();
    List<Epoch> clean = measured.epochs().stream().filter(measured.clean()).toList();
    Warning.Disturbed disturbed =
        new Warning.Disturbed(all - clean.size(), all, measured.occupied());
    long forks = clean.stream().map(Epoch::fork).distinct().count();
    if (2 * disturbed.number() > all || forks < Math.min(FEWEST_FORKS, measured.forks())) {
      found.add(
          new Warning.MachineTooBusy(
              disturbed, measured.mean(Conditions::foreign), measured.mean(Conditions::elsewhere)));
    } else if (disturbed.number() > 0) {
      Map<String, Interval> with = withDisturbed();
      found.add(
          with.isEmpty()
              ? new Warning.EpochsDisturbed(disturbed)
              : new Warning.EpochsLeftOut(disturbed, with));
    }
    long busy =
        clean.stream()
            .flatMap(epoch -> Stream.ofNullable(epoch.data().conditions().elsewhere()))
            .filter(part -> part > Conditions.ELSEWHERE)
            .count();
    if (busy > 0) {
      found.add(new Warning.OtherCoresBusy(Math.toIntExact(busy), all));
    }
  }

  private void pauses() {
    List<EpochData.Pause> pauses =
        measured.data().stream().flatMap(epoch -> Stream.ofNullable(epoch.pause())).toList();
    pauses.stream()
        .max(Comparator.comparingDouble(EpochData.Pause::seconds))
        .map(
            longest ->
                new Warning.StoodStill(
                    Math.round(longest.seconds()),
                    Math.round(longest.startSeconds()),
                    pauses.size()))
        .ifPresent(found::add);
  }

  /** Returns ratios of all epochs; empty if no typical time leads. */
  private Map<String, Interval> withDisturbed() {
    Map<String, Interval> all = new LinkedHashMap<>();
    for (Contender contender : contenders.subList(1, contenders.size())) {
      String name = contender.name();
      ratios
          .of(Metric.TYPICAL, name)
          .filter(ForkSample::isRepeated)
          .flatMap(clean -> ratios.ofTypicalInAll(name))
          .ifPresent(sample -> all.put(name, sample.estimate().ratio()));
    }
    return all;
  }

  /**
   * Returns the part of this machine's CPU time that processes other than the client and the known
   * ones of the server used in windows; 0 without any.
   */
  static double others(List<WindowData> windows) {
    return windows.isEmpty() ? 0 : used(windows) - client(windows) - server(windows);
  }

  private static double used(List<WindowData> windows) {
    return 1 - part(windows, WindowData::idleMillis);
  }

  private static double client(List<WindowData> windows) {
    return part(windows, window -> window.result().use().clientCpuMillis());
  }

  private static double server(List<WindowData> windows) {
    return part(
        windows,
        window -> Objects.requireNonNullElse(window.result().use().serverCpuMillis(), 0.0));
  }

  private static double part(List<WindowData> windows, ToDoubleFunction<WindowData> millis) {
    double seconds = windows.stream().mapToDouble(window -> window.result().seconds()).sum();
    return windows.stream().mapToDouble(millis).sum() / (1e3 * seconds * ServerLoad.cores());
  }

  private void machine() {
    List<WindowData> windows = measured.windows();
    if (windows.isEmpty()) {
      return;
    }
    double used = used(windows);
    double client = client(windows);
    double others = others(windows);
    double stolen = part(windows, window -> window.result().use().stealMillis());
    if (used >= BUSY) {
      found.add(new Warning.MachineBusy(used, client));
    }
    // With known foreign time, epochs are left out instead.
    boolean isForeignTimeKnown =
        measured.data().stream().anyMatch(epoch -> epoch.conditions().foreign() != null);
    if (others > OTHERS && !isForeignTimeKnown) {
      found.add(new Warning.OthersWorked(others));
    }
    if (stolen > MUCH_STEAL) {
      found.add(new Warning.CpuStolen(stolen));
    }
  }
}
