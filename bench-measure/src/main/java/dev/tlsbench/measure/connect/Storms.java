package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.Gathered.Numbered;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.ForkSample;
import java.util.List;

/** The figures of storms with one number of threads. */
record Storms(Gathered gathered, int threads) {
  static String subject(int threads, String series) {
    return "concurrency=" + threads + "." + series;
  }

  /** Returns logarithms of the ratio of a series' rate to the baseline's. */
  ForkSample ratios(String name) {
    return gathered.paired(
        Stage.STORM,
        subject(threads, name),
        subject(threads, gathered.baseline()),
        (own, base) -> Math.log(own.perSecond() / base.perSecond()));
  }

  /** Adds the figures; returns the part of its cores' CPU time that the client used at most. */
  double addTo(NamedFigures figures, double deviation) {
    boolean isStrong = gathered.forks(gathered.baseline()) > 1;
    double load = 0;
    for (String name : gathered.measured()) {
      String at = subject(threads, name);
      Kind kind = gathered.series(name).kind();
      List<Turn> turns = gathered.all(Stage.STORM, at).map(Numbered::turn).toList();
      ForkSample rates = gathered.sample(Stage.STORM, at, turn -> Math.log(turn.perSecond()));
      ForkSample cpu = gathered.sample(Stage.STORM, at, Turn::serverCpuMicros);
      ForkSample resumed = gathered.sample(Stage.STORM, at, turn -> turn.resumedPercent(kind));
      ForkSample ratios = name.equals(gathered.baseline()) ? new ForkSample() : ratios(name);
      figures
          .of(at, name.equals(Series.CONTROL))
          .add(
              Metric.THROUGHPUT.key(), Unit.RATIO, Figures.exponential(ratios, deviation), isStrong)
          .add("rate", Unit.PER_SECOND, Figures.exponential(rates, deviation), isStrong)
          .add("serverCpuTime", Unit.MICROS, Figures.mean(cpu, deviation), isStrong)
          .add("resumed", Unit.PERCENT, Figures.mean(resumed, 0), isStrong)
          .add("connections", Unit.NUMBER, (double) turns.stream().mapToLong(Turn::made).sum())
          .add("failed", Unit.NUMBER, (double) turns.stream().mapToLong(Turn::failed).sum());
      load = Math.max(load, turns.stream().mapToDouble(Turn::clientLoad).average().orElse(0));
    }
    return load;
  }
}
