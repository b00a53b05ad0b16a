package dev.tlsbench.experiment.predict;

import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/**
 * Throughput of clients that each wait for an answer before the next request, as a closed network
 * with one queue: cores that are busy for a demand, and a delay without a queue. The estimate is by
 * mean value analysis (Reiser and Lavenberg, Journal of the ACM 27, 1980). Service times on a real
 * server are not exponential, so queueing is only bounded: the interval reaches from no wait at all
 * to the wait for all others, the asymptotic bounds, and to what TLS adds with cold caches.
 */
final class ClosedLoop {
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  private final int threads;
  private final DoubleUnaryOperator usualWake;
  private final DoubleUnaryOperator mostWake;
  private final double least;
  private final double most;
  private final IntToDoubleFunction rare;

  /**
   * @param usualWake returns what TLS is taken to add to the duration, from what it adds with warm
   *     caches, in microseconds
   * @param mostWake returns what it may add at most
   * @param least what TLS may add to the demand at least, in times of what it adds for one thread
   * @param most the same at most
   * @param rare returns, for a draw, what TLS may add at most if handshakes are rare, in times of
   *     what it adds where one follows another
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

  /**
   * An operation, in microseconds: the estimate, then each draw.
   *
   * @param demand of the cores that are full first
   * @param duration without any queue
   */
  @SuppressWarnings("ArrayRecordComponent") // Not compared.
  record Load(double[] demand, double[] duration) {}

  /** Returns throughput over TLS divided by that in plain text. */
  Interval ratio(Load plain, Load tls) {
    int draws = plain.demand().length - 1;
    double[] low = new double[draws];
    double[] high = new double[draws];
    for (int i = 0; i < draws; i++) {
      double mean = mean(tls, i + 1) / mean(plain, i + 1);
      double best = best(tls, i + 1) / best(plain, i + 1);
      double worst = worst(tls, i + 1) / worst(plain, i + 1);
      double demand = plain.demand()[i + 1];
      double added = tls.duration()[i + 1] - plain.duration()[i + 1];
      double work = tls.demand()[i + 1] - demand;
      double cold = rare.applyAsDouble(i + 1);
      double slow =
          throughput(
                  demand + most * cold * work,
                  plain.duration()[i + 1] + mostWake.applyAsDouble(cold * added))
              / mean(plain, i + 1);
      double fast =
          throughput(demand + least * work, plain.duration()[i + 1] + least * added)
              / mean(plain, i + 1);
      low[i] = Math.min(Math.min(mean, slow), Math.min(best, worst));
      high[i] = Math.max(Math.max(mean, fast), Math.max(best, worst));
    }
    return new Interval(
        usual(plain, tls) / mean(plain, 0),
        Resamples.percentile(low, LOW),
        Resamples.percentile(high, HIGH));
  }

  /** Returns the estimate: between warm caches and those that forget a handshake's code. */
  private double usual(Load plain, Load tls) {
    double often = (1 + rare.applyAsDouble(0)) / 2;
    double demand = plain.demand()[0];
    double duration = plain.duration()[0];
    return throughput(
        demand + often * (tls.demand()[0] - demand),
        duration + usualWake.applyAsDouble(often * (tls.duration()[0] - duration)));
  }

  private double mean(Load load, int draw) {
    return throughput(load.demand()[draw], load.duration()[draw]);
  }

  private double throughput(double demand, double duration) {
    double delay = Math.max(0, duration - demand);
    double waiting = 0;
    double throughput = 0;
    for (int n = 1; n <= threads; n++) {
      double response = demand * (1 + waiting);
      throughput = n / (delay + response);
      waiting = throughput * response;
    }
    return throughput;
  }

  private double best(Load load, int draw) {
    return Math.min(threads / load.duration()[draw], 1 / load.demand()[draw]);
  }

  private double worst(Load load, int draw) {
    return threads / (load.duration()[draw] + (threads - 1) * load.demand()[draw]);
  }
}
