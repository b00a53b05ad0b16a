package dev.tlsbench.measure.connect;

import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.connect.ConnectResult.Reused;
import dev.tlsbench.measure.connect.ConnectResult.Script;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of connections.
 *
 * @param isRepeated false for one fork, whose intervals hold for that JVM alone
 */
record ConnectFigures(NamedFigures figures, boolean isRepeated) {
  private static final double MILLIS = 1000;

  /**
   * The range of n measurements contains the median with a probability of 1 - 2^(1-n): fewer than
   * six give no 95 % interval.
   */
  private static final int FEWEST = 6;

  private static final int FEWEST_FORKS = 2;

  static List<NamedFigure> of(
      @Nullable Integer forks, List<KindResult> kinds, List<Reused> reused, List<Script> scripts) {
    // Results of version 2 name no forks, and have intervals over connections.
    ConnectFigures all =
        new ConnectFigures(new NamedFigures(), forks == null || forks >= FEWEST_FORKS);
    kinds.stream().filter(kind -> kind.unavailable() == null).forEach(all::add);
    reused.forEach(all::add);
    scripts.forEach(all::add);
    return all.figures.list();
  }

  private void add(KindResult kind) {
    figures.of(kind.name(), kind.repeatsBaseline());
    boolean isStrong = isRepeated && kind.connections().counted() >= FEWEST;
    for (Part part : Part.values()) {
      ConnectResult.PartResult found = kind.find(part);
      if (found != null) {
        figures
            .add(part.id(), Unit.RATIO, found.ratio(), isStrong)
            .add(part.id() + "Time", Unit.MICROS, found.medianMicros(), isStrong);
      }
    }
    Long retries = kind.connections().helloRetryRequests();
    figures
        .add("rate", Unit.PER_SECOND, kind.connections().perSecond())
        .add("clientCpuTime", Unit.MICROS, kind.cpu().clientMicros(), isStrong)
        .add("serverCpuTime", Unit.MICROS, kind.cpu().serverMicros())
        .add("helloRetryRequests", Unit.NUMBER, retries == null ? null : retries.doubleValue());
    ConnectResult.Wire wire = kind.wire();
    if (wire != null) {
      figures
          .add("sentBytes", Unit.BYTES, wire.sentBytes())
          .add("receivedBytes", Unit.BYTES, wire.receivedBytes())
          .add("clientHelloBytes", Unit.BYTES, wire.clientHelloBytes())
          .add("longClientHellos", Unit.NUMBER, (double) wire.longClientHellos());
    }
  }

  private void add(Reused way) {
    boolean isStrong = isRepeated && way.queries() >= FEWEST;
    figures
        .of("reused-" + way.name(), false)
        .add("mean", Unit.RATIO, way.ratioOfMeansToPlain(), isStrong)
        .add("meanTime", Unit.MICROS, way.meanMicros(), isStrong);
  }

  private void add(Script way) {
    figures.of("script-" + way.name(), false);
    add(way, "onlyConnectionTime", way.onlyConnectionMillis());
    add(way, "firstQueryTime", way.firstQueryMillis());
    add(way, "connectionAndFirstQueryTime", way.connectionAndFirstQueryMillis());
    add(way, "reusedTime", way.reusedMillis());
  }

  private void add(Script way, String name, @Nullable Interval millis) {
    figures.add(
        name,
        Unit.MICROS,
        millis == null ? null : millis.times(MILLIS),
        isRepeated && way.repeat() >= FEWEST);
  }
}
