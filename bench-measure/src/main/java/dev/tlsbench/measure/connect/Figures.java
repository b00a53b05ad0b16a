package dev.tlsbench.measure.connect;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsConnection;
import dev.tlsbench.measure.connect.ConnectResult.Attempts;
import dev.tlsbench.measure.connect.ConnectResult.Cpu;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.PartResult;
import dev.tlsbench.measure.connect.ConnectResult.Reused;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.connect.ConnectResult.Server;
import dev.tlsbench.measure.connect.ConnectResult.Setup;
import dev.tlsbench.measure.connect.ConnectResult.Wire;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Timeline;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Computes the figures of a run. */
final class Figures {
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double P95 = 0.95;

  private final RunFacts facts;
  private final ConnectSettings settings;

  Figures(RunFacts facts, ConnectSettings settings) {
    this.facts = facts;
    this.settings = settings;
  }

  ConnectResult result() {
    return new ConnectResult(
        RunRecord.of(
            facts.command(),
            facts.started().truncatedTo(ChronoUnit.SECONDS),
            Duration.between(facts.started(), Instant.now()),
            facts.lost() == null,
            problems(),
            new Notes(facts, settings).lines()),
        setup(),
        new Server(
            facts.hosts(),
            facts.target().isEmbedded(),
            facts.target().isLocal(),
            facts.target().description().orElse(null),
            facts.target().tlsRemark().orElse(null)),
        kinds(),
        reused(),
        facts.measured().scripts().stream().filter(Figures::isWhole).map(this::script).toList());
  }

  private List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (KindRun kind : facts.measured().kinds().values()) {
      if (kind.firstFailure() != null) {
        problems.add(
            kind.failed()
                + " connections of "
                + kind.series().name()
                + " failed, the first with: "
                + facts.hide().apply(String.valueOf(kind.firstFailure().getMessage())));
      }
    }
    if (facts.lost() != null) {
      problems.add("the run ended early: " + facts.lost());
    }
    return problems;
  }

  private Setup setup() {
    return new Setup(
        facts.target().binding().id(),
        facts.measured().kinds().size() > 1 ? facts.measured().baseline().name() : null,
        settings.connections(),
        settings.concurrency(),
        settings.rtt().toNanos() / NANOS_PER_MICRO / MILLIS_PER_SECOND,
        facts.measured().kinds().values().iterator().next().access().query(),
        settings.seed());
  }

  private List<KindResult> kinds() {
    Map<Part, Resamples> baseline = new EnumMap<>(Part.class);
    List<KindResult> results = new ArrayList<>();
    facts.measured().kinds().values().forEach(run -> results.add(kind(run, baseline)));
    facts.measured().unavailable().forEach((series, why) -> results.add(missing(series, why)));
    return results;
  }

  private static KindResult missing(Series series, String why) {
    return new KindResult(
        series.name(),
        why,
        new Attempts(0, 0, 0, null, null),
        List.of(),
        Map.of(),
        Map.of(),
        new Cpu(null, null),
        null,
        List.of());
  }

  /** Computes the figures of a series; the baseline's must be first, as others use its medians. */
  private KindResult kind(KindRun run, Map<Part, Resamples> baseline) {
    Map<String, PartResult> parts = new LinkedHashMap<>();
    for (Part part : Part.values()) {
      double[][] micros = micros(run, part);
      if (Resamples.all(micros).length > 0) {
        Resamples median = Resamples.ofMedian(micros, settings.seed());
        parts.put(part.id(), part(Resamples.all(micros), median, baseline.get(part)));
        if (run.series().equals(facts.measured().baseline())) {
          baseline.put(part, median);
        }
      }
    }
    return new KindResult(
        run.series().name(),
        null,
        new Attempts(
            run.timelines().size(),
            run.otherHandshakes(),
            run.failed(),
            run.helloRetryRequests(),
            run.timelines().isEmpty() ? null : run.perSecond()),
        negotiated(run),
        logins(run),
        parts,
        new Cpu(clientCpu(run), run.serverCpuMicros()),
        wire(run),
        run.summaries());
  }

  static double[][] micros(KindRun run, Part part) {
    return run.rounds().stream()
        .map(
            round ->
                round.stream()
                    .map(timeline -> timeline.nanos(part))
                    .filter(OptionalLong::isPresent)
                    .mapToDouble(nanos -> nanos.getAsLong() / NANOS_PER_MICRO)
                    .toArray())
        .toArray(double[][]::new);
  }

  private PartResult part(double[] micros, Resamples median, @Nullable Resamples baseline) {
    Interval more = baseline == null ? null : median.with(baseline, (own, other) -> own - other);
    Interval ratio = baseline == null ? null : median.with(baseline, (own, other) -> own / other);
    boolean isToPlain = facts.measured().baseline().kind() == Kind.PLAIN;
    return new PartResult(
        Arrays.stream(micros).min().orElseThrow(),
        median.estimate(),
        Arrays.stream(micros).average().orElseThrow(),
        Resamples.percentile(micros, P95),
        isToPlain ? more : null,
        isToPlain ? ratio : null,
        isToPlain ? null : more,
        isToPlain ? null : ratio);
  }

  private static @Nullable Wire wire(KindRun run) {
    List<TlsConnection.Bytes> all =
        run.timelines().stream().map(Timeline::bytes).filter(Objects::nonNull).toList();
    return all.isEmpty()
        ? null
        : new Wire(
            all.stream().mapToLong(TlsConnection.Bytes::sent).average().orElseThrow(),
            all.stream().mapToLong(TlsConnection.Bytes::received).average().orElseThrow(),
            all.stream().mapToInt(TlsConnection.Bytes::clientHello).average().orElseThrow(),
            all.stream().filter(each -> each.clientHello() > Wire.SEGMENT_BYTES).count());
  }

  private static List<Negotiated> negotiated(KindRun run) {
    Map<NegotiatedTls, Long> counts = new LinkedHashMap<>();
    for (Timeline timeline : run.timelines()) {
      NegotiatedTls negotiated = timeline.negotiated();
      if (negotiated != null) {
        counts.merge(negotiated, 1L, Long::sum);
      }
    }
    return counts.entrySet().stream()
        .map(outcome -> Negotiated.of(outcome.getKey(), outcome.getValue()))
        .toList();
  }

  private static Map<String, Long> logins(KindRun run) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (Timeline timeline : run.timelines()) {
      if (timeline.login() != null) {
        counts.merge(timeline.login(), 1L, Long::sum);
      }
    }
    return counts;
  }

  private @Nullable Interval clientCpu(KindRun run) {
    double[][] micros =
        run.rounds().stream()
            .map(round -> round.stream().mapToDouble(t -> t.cpuNanos() / NANOS_PER_MICRO).toArray())
            .toArray(double[][]::new);
    boolean known = Arrays.stream(Resamples.all(micros)).anyMatch(each -> each > 0);
    return known ? Resamples.ofMean(micros, settings.seed()).estimate() : null;
  }

  private List<Reused> reused() {
    List<Reused> results = new ArrayList<>();
    Resamples plain = null;
    for (ReusedRun run : facts.measured().reused()) {
      if (run.latencies().isEmpty()) {
        continue;
      }
      double[] micros = run.latencies().micros();
      double[][] rounds = run.latencies().microsByRound();
      Resamples mean = Resamples.ofMean(rounds, settings.seed());
      results.add(
          new Reused(
              run.name(),
              micros.length,
              mean.estimate(),
              Resamples.ofMedian(rounds, settings.seed()).estimate(),
              Resamples.percentile(micros, P95),
              plain == null ? null : mean.with(plain, (own, other) -> own / other)));
      plain = run.name().equals(Series.PLAIN) ? mean : plain;
    }
    return results;
  }

  /** Returns true if the script completed its last column. */
  private static boolean isWhole(ApsaraDbScript script) {
    return !script.reused().isEmpty();
  }

  private Script script(ApsaraDbScript script) {
    return new Script(
        script.name(),
        script.onlyConnection().size(),
        meanMillis(script.onlyConnection()),
        meanMillis(script.firstQuery()),
        meanMillis(script.connectionAndFirstQuery()),
        meanMillis(script.reused()));
  }

  private Interval meanMillis(Latencies latencies) {
    double[][] millis =
        Arrays.stream(latencies.microsByRound())
            .map(round -> Arrays.stream(round).map(each -> each / MILLIS_PER_SECOND).toArray())
            .toArray(double[][]::new);
    return Resamples.ofMean(millis, settings.seed()).estimate();
  }
}
