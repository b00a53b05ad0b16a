package dev.tlsbench.measure.connect;

import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.connect.ConnectResult.Reused;
import dev.tlsbench.measure.connect.ConnectResult.Round;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.connect.ConnectResult.Setup;
import dev.tlsbench.measure.connect.ConnectResult.Wire;
import dev.tlsbench.measure.connect.Gathered.Numbered;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.fork.Conditions;
import dev.tlsbench.measure.result.Sentences;
import dev.tlsbench.measure.result.Warning;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.ControlRule;
import dev.tlsbench.report.stats.Estimate;
import dev.tlsbench.report.stats.ForkSample;
import dev.tlsbench.report.stats.Interval;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Quantile;
import org.jspecify.annotations.Nullable;

/**
 * Computes the figures of a run: means over forks, of medians or means by block, with Student's t
 * ({@link ForkSample}). Medians and ratios are means of logarithms.
 */
final class Figures {
  private static final double P95 = 0.95;
  private static final Quantile QUANTILE =
      Quantile.withDefaults().with(Quantile.EstimationMethod.HF7).withCopy(true);

  /** The largest deviation of the control from 1, in either direction, that intervals include. */
  private static final double MOST_OFF = 0.02;

  /** The part of its cores' CPU time from which the client limits a storm. */
  private static final double BUSY = 0.9;

  private final Target target;
  private final ConnectSettings settings;
  private final Set<Integer> cores;
  private final Gathered gathered;
  private final UnaryOperator<String> hide;

  private final List<String> controlProblems = new ArrayList<>();
  private final List<String> controlWarnings = new ArrayList<>();

  /** The logarithms by which controls are off, if that widens intervals. */
  private final Map<String, Double> deviations = new LinkedHashMap<>();

  /** Added to both sides of the interval of a logarithm. */
  private final double deviation;

  Figures(
      Target target,
      ConnectSettings settings,
      Set<Integer> cores,
      Gathered gathered,
      UnaryOperator<String> hide) {
    this.target = target;
    this.settings = settings;
    this.cores = cores;
    this.gathered = gathered;
    this.hide = hide;
    Map<String, ForkSample> controls = new LinkedHashMap<>();
    controls.put("", ratios(Series.CONTROL, Part.TOTAL));
    for (int threads : settings.storms()) {
      controls.put(at(threads), new Storms(gathered, threads).ratios(Series.CONTROL));
    }
    judge(controls);
    this.deviation = deviations.getOrDefault("", 0.0);
  }

  private static String at(int threads) {
    return "concurrency " + threads + ": ";
  }

  /** Judges the controls; one fork cannot show how far JVMs differ by chance. */
  private void judge(Map<String, ForkSample> controls) {
    controls.values().removeIf(control -> control.forks() < 2);
    Set<Estimate> off =
        ControlRule.off(controls.values().stream().map(ForkSample::estimate).toList());
    controls.forEach(
        (at, sample) -> {
          Estimate control = sample.estimate();
          double by = Math.expm1(Math.abs(control.mean()));
          if (off.contains(control) && by > MOST_OFF) {
            controlProblems.add(
                at + Sentences.of(new Warning.ControlOff(control.ratio(), MOST_OFF)));
          } else if (off.contains(control)) {
            deviations.put(at, Math.abs(control.mean()));
            controlWarnings.add(
                at + Sentences.of(new Warning.IntervalsWidened(control.ratio(), by)));
          }
        });
  }

  /** Returns the result; {@code more} are reasons not to use it that figures do not show. */
  ConnectResult result(
      String command, Instant started, boolean isComplete, List<String> more, List<String> notes) {
    List<String> warnings = new ArrayList<>();
    NamedFigures storms = new NamedFigures();
    for (int threads : settings.storms()) {
      double load =
          new Storms(gathered, threads).addTo(storms, deviations.getOrDefault(at(threads), 0.0));
      if (load > BUSY) {
        warnings.add(at(threads) + Sentences.of(new Warning.ClientLimits(load)));
      }
    }
    warnings.addAll(notes);
    List<KindResult> kinds = gathered.measured().stream().map(name -> kind(name, null)).toList();
    Stream<KindResult> missing =
        gathered.unavailable().entrySet().stream()
            .filter(series -> !gathered.measured().contains(series.getKey()))
            .map(series -> kind(series.getKey(), series.getValue()));
    return new ConnectResult(
        RunRecord.of(
            command,
            started.truncatedTo(ChronoUnit.SECONDS),
            Duration.between(started, Instant.now()),
            isComplete,
            problems(isComplete, more),
            warnings(kinds, warnings)),
        setup(),
        new ConnectResult.Server(
            target.binding().url(target.properties()).hosts().stream()
                .map(host -> hide.apply(host.toString()))
                .toList(),
            target.isEmbedded(),
            target.isLocal(),
            target.description().orElse(null),
            target.tlsRemark().orElse(null)),
        Stream.concat(kinds.stream(), missing).toList(),
        reused(),
        scripts(),
        storms.list());
  }

  private List<String> problems(boolean isComplete, List<String> more) {
    List<String> problems = new ArrayList<>();
    gathered
        .failed()
        .forEach(
            (name, failed) ->
                problems.add(
                    failed.stream().mapToInt(Turn::failed).sum()
                        + " connections of "
                        + name
                        + " failed, the first with: "
                        + hide.apply(String.valueOf(failed.get(0).failure()))));
    long forks = gathered.forks(gathered.baseline());
    for (String name : gathered.measured()) {
      if (isComplete && gathered.forks(name) < forks) {
        problems.add(
            "%s was possible in %s of %s Java processes only: %s"
                .formatted(name, gathered.forks(name), forks, gathered.unavailable().get(name)));
      }
    }
    gathered
        .disturbed(true)
        .forEach(parts -> problems.add("This machine was too busy: " + parts + "."));
    if (gathered.measured().size() > 1 && estimate(ratios(Series.CONTROL, Part.TOTAL)) == null) {
      problems.add("The control, a second measurement of the baseline, has no figure to judge.");
    }
    problems.addAll(controlProblems);
    problems.addAll(more);
    return problems;
  }

  private List<String> warnings(List<KindResult> kinds, List<String> notes) {
    List<String> warnings = new ArrayList<>(controlWarnings);
    if (gathered.forks(gathered.baseline()) == 1) {
      warnings.add(
          "One Java process measured all: figures of another one may lie outside of these"
              + " intervals.");
    }
    gathered.disturbed(false).forEach(parts -> warnings.add(parts + ", and are left out."));
    boolean isServerKnown =
        !target.isLocal() || kinds.stream().allMatch(kind -> kind.cpu().serverMicros() != null);
    if (cores.isEmpty() && isServerKnown && gathered.elsewhere() > Conditions.FOREIGN) {
      warnings.add(Sentences.of(new Warning.OthersWorked(gathered.elsewhere())));
    }
    warnings.addAll(notes);
    warnings.addAll(new Notes(target, settings, gathered, kinds).lines());
    return warnings;
  }

  private Setup setup() {
    return new Setup(
        target.binding().id(),
        gathered.measured().size() > 1 ? gathered.baseline() : null,
        settings.connections(),
        (int) gathered.forks(gathered.baseline()),
        List.copyOf(new TreeSet<>(cores)),
        settings.threads(),
        settings.rtt().toNanos() / 1e6,
        gathered.query(),
        settings.seed());
  }

  private KindResult kind(String name, @Nullable String unavailable) {
    List<Trial> trials = gathered.trials(Stage.OPEN, name);
    List<Turn> turns = gathered.of(Stage.OPEN, name).stream().map(Numbered::turn).toList();
    List<Turn> all = gathered.all(Stage.OPEN, name).map(Numbered::turn).toList();
    long made = turns.stream().mapToLong(Turn::made).sum();
    Map<String, PartResult> parts = new LinkedHashMap<>();
    for (Part part : Part.values()) {
      double[] micros = Trial.micros(trials, part.id());
      if (micros.length > 0) {
        parts.put(part.id(), part(name, part, micros));
      }
    }
    double serverMillis =
        turns.stream()
            .mapToDouble(turn -> Objects.requireNonNullElse(turn.serverCpuMillis(), Double.NaN))
            .sum();
    return new KindResult(
        name,
        gathered.series(name),
        unavailable,
        new ConnectResult.Attempts(
            trials.size(),
            all.stream().mapToLong(Turn::others).sum(),
            all.stream().mapToLong(Turn::failed).sum(),
            trials.stream().filter(Trial::retried).count(),
            trials.isEmpty() ? null : made * 1e9 / turns.stream().mapToLong(Turn::nanos).sum()),
        counts(trials, Trial::tls).entrySet().stream()
            .map(outcome -> outcome.getKey().counting(outcome.getValue()))
            .toList(),
        counts(trials, Trial::login),
        parts,
        new ConnectResult.Cpu(clientCpu(name), known(serverMillis * 1e3 / made)),
        wire(trials),
        gathered.of(Stage.OPEN, name).stream()
            .filter(each -> !each.turn().trials().isEmpty())
            .map(Figures::round)
            .toList());
  }

  private static Round round(Numbered each) {
    return new Round(
        each.fork(),
        each.number(),
        each.turn().medianMicros(Part.TOTAL.id()),
        known(each.turn().clientCpuMicros()),
        known(each.turn().serverCpuMicros()));
  }

  private static @Nullable Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  private PartResult part(String name, Part part, double[] micros) {
    Interval median =
        wider(logs(Stage.OPEN, name, turn -> turn.medianMicros(part.id())), deviation).ratio();
    boolean isBaseline = name.equals(gathered.baseline());
    Interval times = isBaseline ? null : exponential(ratios(name, part), deviation);
    Interval more = times == null ? null : difference(name, part, median.value());
    boolean isToPlain = gathered.series(gathered.baseline()).kind() == Kind.PLAIN;
    return new PartResult(
        Arrays.stream(micros).min().orElseThrow(),
        median,
        Arrays.stream(micros).average().orElseThrow(),
        QUANTILE.evaluate(micros, P95),
        isToPlain ? more : null,
        isToPlain ? times : null,
        isToPlain ? null : more,
        isToPlain ? null : times);
  }

  /** Returns logarithms of the ratio to the baseline, by block. */
  private ForkSample ratios(String name, Part part) {
    return gathered.ratios(name, gathered.baseline(), part);
  }

  private Interval difference(String name, Part part, double median) {
    ForkSample differences =
        gathered.paired(
            Stage.OPEN,
            name,
            gathered.baseline(),
            (own, base) -> own.medianMicros(part.id()) - base.medianMicros(part.id()));
    return wider(Objects.requireNonNull(estimate(differences)), deviation * median).interval();
  }

  private Estimate logs(Stage stage, String name, ToDoubleFunction<Turn> value) {
    return Objects.requireNonNull(
        estimate(gathered.sample(stage, name, turn -> Math.log(value.applyAsDouble(turn)))));
  }

  /** Estimates a mean; with {@code NaN} as reach if there is one value, null if there is none. */
  static @Nullable Estimate estimate(ForkSample sample) {
    return sample.isRepeated()
        ? sample.estimate()
        : sample.epochs() == 0
            ? null
            : new Estimate(sample.values()[0][0], Double.NaN, Double.NaN, 1, 1, 1);
  }

  private static Estimate wider(Estimate of, double by) {
    return new Estimate(
        of.mean(), of.reach95() + by, of.reach99() + by, of.p(), of.forks(), of.epochs());
  }

  private static @Nullable Wire wire(List<Trial> trials) {
    List<TlsConnection.Bytes> all =
        trials.stream().map(Trial::bytes).filter(Objects::nonNull).toList();
    return all.isEmpty()
        ? null
        : new Wire(
            all.stream().mapToLong(TlsConnection.Bytes::sent).average().orElseThrow(),
            all.stream().mapToLong(TlsConnection.Bytes::received).average().orElseThrow(),
            all.stream().mapToInt(TlsConnection.Bytes::clientHello).average().orElseThrow(),
            all.stream().filter(each -> each.clientHello() > Wire.SEGMENT_BYTES).count());
  }

  private static <T> Map<T, Long> counts(List<Trial> trials, Function<Trial, @Nullable T> outcome) {
    return trials.stream()
        .flatMap(trial -> Stream.ofNullable(outcome.apply(trial)))
        .collect(
            Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting()));
  }

  private @Nullable Interval clientCpu(String name) {
    return mean(gathered.sample(Stage.OPEN, name, Turn::clientCpuMicros), deviation);
  }

  /** Returns a mean whose interval reaches further by a part of it. */
  static @Nullable Interval mean(ForkSample values, double deviation) {
    Estimate mean = estimate(values);
    return mean == null ? null : wider(mean, deviation * mean.mean()).interval();
  }

  /** Returns a geometric mean, or a ratio, whose interval reaches further. */
  static @Nullable Interval exponential(ForkSample logarithms, double deviation) {
    Estimate mean = estimate(logarithms);
    return mean == null ? null : wider(mean, deviation).ratio();
  }

  private List<Reused> reused() {
    List<Reused> results = new ArrayList<>();
    for (String name : List.of(Series.PLAIN, Series.TLS)) {
      double[] micros = Trial.micros(gathered.trials(Stage.REUSE, name), Queries.QUERY);
      if (micros.length > 0) {
        Estimate ratio =
            estimate(
                gathered.paired(
                    Stage.REUSE,
                    name,
                    Series.PLAIN,
                    (own, plain) ->
                        Math.log(own.meanMicros(Queries.QUERY) / plain.meanMicros(Queries.QUERY))));
        results.add(
            new Reused(
                name,
                micros.length,
                mean(Stage.REUSE, name, Queries.QUERY, 1),
                logs(Stage.REUSE, name, turn -> turn.medianMicros(Queries.QUERY)).ratio(),
                QUANTILE.evaluate(micros, P95),
                ratio == null || name.equals(Series.PLAIN) ? null : ratio.ratio()));
      }
    }
    return results;
  }

  private Interval mean(Stage stage, String name, String column, double perMicro) {
    return Objects.requireNonNull(
            estimate(gathered.sample(stage, name, turn -> perMicro * turn.meanMicros(column))))
        .interval();
  }

  private List<Script> scripts() {
    return Queries.SCRIPTS.stream()
        .filter(name -> !gathered.trials(Stage.SCRIPT, name).isEmpty())
        .filter(name -> !gathered.trials(Stage.SCRIPT_REUSE, name).isEmpty())
        .map(this::script)
        .toList();
  }

  private Script script(String name) {
    double millis = 1e-3;
    return new Script(
        name,
        gathered.trials(Stage.SCRIPT, name).size(),
        mean(Stage.SCRIPT, name, Queries.ONLY_CONNECTION, millis),
        mean(Stage.SCRIPT, name, Queries.FIRST_QUERY, millis),
        mean(Stage.SCRIPT, name, Queries.BOTH, millis),
        mean(Stage.SCRIPT_REUSE, name, Queries.REUSED, millis));
  }
}
