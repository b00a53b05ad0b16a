package dev.tlsbench.experiment.history;

import dev.tlsbench.experiment.report.Names;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.report.Figure;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Change;
import dev.tlsbench.report.stats.Interval;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A figure of one variant in one run.
 *
 * @param interval the value and its 95 % interval, whose ends are {@code NaN} if unknown
 * @param freedom the degrees of freedom of the interval; infinite if it is a bootstrap's
 */
record KeptFigure(FigureKey key, Interval interval, double freedom) {
  /** The figures that are compared with those of other times, for readers. */
  private static final Map<String, String> TITLES = new HashMap<>();

  static {
    for (Metric metric :
        List.of(
            Metric.TYPICAL,
            Metric.TRIMMED_MEAN,
            Metric.THROUGHPUT,
            Metric.CLIENT_CPU,
            Metric.SERVER_CPU)) {
      TITLES.put(metric.key(), metric.title() + " against the baseline");
    }
    TITLES.put("rate", "rate a second");
    TITLES.put("fullHandshake", "full handshake");
    TITLES.put("connection", "opening a connection");
    TITLES.put("total", "total against the baseline");
    TITLES.put("totalTime", "total, median");
    TITLES.put("tlsHandshakeTime", "TLS handshake, median");
    TITLES.put("clientCpuTime", "client CPU time");
  }

  /**
   * Identifies a figure in all runs of a workload.
   *
   * @param subject the variant, such as {@code tls13}, {@code threads=16.tls13} or {@code tls-full}
   * @param unit {@link Unit#RATIO} for ratios to the baseline
   * @param paired true for a ratio of variants that took turns, whose spread between runs is known
   */
  record FigureKey(String subject, String name, Unit unit, boolean paired) {
    /** Returns the variant for readers. */
    String label() {
      int is = subject.indexOf('=');
      int dot = is < 0 ? -1 : subject.lastIndexOf('.');
      return Names.of(subject.substring(dot + 1))
          + (dot < 0 ? "" : ", " + subject.substring(0, dot).replace('=', ' '));
    }

    /** Returns the name for readers. */
    String title() {
      return Objects.requireNonNull(TITLES.get(name));
    }

    /** Returns the name in limits, such as {@code tls13.typical.change}. */
    String limit() {
      return subject + "." + name + ".change";
    }

    /** Returns true for rates, of which more is better. */
    boolean isRate() {
      return unit == Unit.PER_SECOND || name.equals(Metric.THROUGHPUT.key());
    }
  }

  /**
   * Returns the figures of a run that are compared; a file may hold any number.
   *
   * @param paired true if variants took turns
   */
  static List<KeptFigure> of(List<NamedFigure> figures, double freedom, boolean paired) {
    return figures.stream()
        .filter(one -> !one.control() && TITLES.containsKey(one.name()))
        .filter(one -> one.value() > 0 && Double.isFinite(one.value()))
        .map(
            one ->
                new KeptFigure(
                    new FigureKey(
                        one.subject(), one.name(), one.unit(), paired && one.unit() == Unit.RATIO),
                    one.interval(),
                    freedom))
        .toList();
  }

  /** Returns the value with the interval, if there is one. */
  Figure figure() {
    return figure(interval, key.unit());
  }

  /** Returns a figure without the ends that are unknown. */
  static Figure figure(Interval interval, Unit unit) {
    return Double.isFinite(interval.low95()) && Double.isFinite(interval.high95())
        ? interval.in(unit)
        : Figure.of(interval.value(), unit);
  }

  Change.Run run() {
    return Change.Run.of(interval, freedom);
  }
}
