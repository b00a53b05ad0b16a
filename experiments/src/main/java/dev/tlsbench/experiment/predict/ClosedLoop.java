package dev.tlsbench.experiment.predict;

import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * Throughput of clients that each wait for an answer before the next request, as a closed network
 * with one queue: cores that are busy for a demand, and a delay without a queue. The estimate is by
 * mean value analysis (Reiser and Lavenberg, Journal of the ACM 27, 1980). Service times on a real
 * server are not exponential, so queueing is only bounded: the interval covers the asymptotic
 * bounds, from no wait to a wait for all other clients, and the cost of TLS with cold caches.
 */
final class ClosedLoop {
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  /**
   * The relative growth of throughput per client below which the cores are saturated. With free
   * cores, even one more client of a million adds far more.
   */
  private static final double LEAST_STEP = 1e-13;

  private final int threads;
  private final DoubleUnaryOperator usualWake;
  private final DoubleUnaryOperator mostWake;
  private final double least;
  private final double most;
  private final IntToDoubleFunction rare;

  /**
   * @param usualWake returns the estimated addition of TLS to the duration, without waits, from the
   *     addition with warm caches, in microseconds
   * @param mostWake returns the largest possible addition, likewise
   * @param least the smallest possible addition of TLS to the demand, as a multiple of its addition
   *     for one thread
   * @param most the largest possible addition, likewise
   * @param rare returns, for a draw (−1 for the estimate), the largest possible addition of TLS if
   *     handshakes are rare, as a multiple of its addition with consecutive handshakes
   */
  ClosedLoop(
      int threads,
      DoubleUnaryOperator usualWake,
      DoubleUnaryOperator mostWake,
      double least,
      double most,
      IntToDoubleFunction rare) {
    this.threads = threads;
    this.usualWake = usualWake;
    this.mostWake = mostWake;
    this.least = least;
    this.most = most;
    this.rare = rare;
  }

  /** Returns the throughput over TLS divided by the throughput in plain text. */
  Interval ratio(Model.Load plain, Model.Load tls) {
    double[] low = new double[Calibration.DRAWS];
    double[] high = new double[Calibration.DRAWS];
    for (int i = 0; i < low.length; i++) {
      double usual = mean(plain, i);
      double mean = mean(tls, i) / usual;
      double best = best(tls, i) / best(plain, i);
      double worst = worst(tls, i) / worst(plain, i);
      double demand = plain.demand().at(i);
      double duration = plain.duration().at(i) + tls.waits().at(i);
      double added = tls.duration().at(i) - duration;
      double work = tls.demand().at(i) - demand;
      double cold = rare.applyAsDouble(i);
      double slow =
          throughput(demand + most * cold * work, duration + mostWake.applyAsDouble(cold * added))
              / usual;
      double fast = throughput(demand + least * work, duration + least * added) / usual;
      low[i] = Math.min(Math.min(mean, slow), Math.min(best, worst));
      high[i] = Math.max(Math.max(mean, fast), Math.max(best, worst));
    }
    return new Interval(
        usual(plain, tls) / mean(plain, -1),
        Resamples.percentile(low, LOW),
        Resamples.percentile(high, HIGH));
  }

  /** Returns the estimate: between warm caches and caches without a handshake's code. */
  private double usual(Model.Load plain, Model.Load tls) {
    double often = (1 + rare.applyAsDouble(-1)) / 2;
    double demand = plain.demand().at(-1);
    double duration = plain.duration().at(-1) + tls.waits().at(-1);
    return throughput(
        demand + often * (tls.demand().at(-1) - demand),
        duration + usualWake.applyAsDouble(often * (tls.duration().at(-1) - duration)));
  }

  private double mean(Model.Load load, int draw) {
    return throughput(load.demand().at(draw), load.duration().at(draw));
  }

  private double throughput(double demand, double duration) {
    double delay = Math.max(0, duration - demand);
    double waiting = 0;
    double throughput = 0;
    for (int n = 1; n <= threads; n++) {
      double response = demand * (1 + waiting);
      double before = throughput;
      throughput = n / (delay + response);
      if (Math.abs(throughput - before) < LEAST_STEP * throughput) {
        // The cores are saturated.
        return throughput;
      }
      waiting = throughput * response;
    }
    return throughput;
  }

  private double best(Model.Load load, int draw) {
    return Math.min(threads / load.duration().at(draw), 1 / load.demand().at(draw));
  }

  private double worst(Model.Load load, int draw) {
    return threads / (load.duration().at(draw) + (threads - 1) * load.demand().at(draw));
  }
}
