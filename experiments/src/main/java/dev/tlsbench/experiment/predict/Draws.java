package dev.tlsbench.experiment.predict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Collects costs with their draws. */
final class Draws {
  /**
   * The relative model error of message costs between days, servers and connections (standard
   * deviation), in addition to the measurement's error. See docs/results/prediction.md.
   */
  static final double ERROR_OF_MESSAGES = 0.08;

  /** The relative model error of connection costs, which differ more from run to run. */
  static final double ERROR_OF_CONNECTIONS = 0.1;

  /** The standard deviation of the logarithm of a cost that is replaced by another one. */
  private static final double GUESS = 0.25;

  private final List<Cost> costs = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Map<String, double[]> errors = new HashMap<>();
  private final SplittableRandom random = new SplittableRandom(7);

  /**
   * Adds a cost; one that is not a finite number in each draw is unknown, and left out.
   *
   * @param at returns the value in a draw, and at −1 the value for the measured means
   */
  void add(CostKey key, IntToDoubleFunction at) {
    double value = at.applyAsDouble(-1);
    Double[] drawn = new Double[Calibration.DRAWS];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = at.applyAsDouble(i);
    }
    if (Double.isFinite(value) && Arrays.stream(drawn).allMatch(Double::isFinite)) {
      costs.add(new Cost(key, value, List.of(drawn)));
    }
  }

  void note(String sentence) {
    notes.add(sentence);
  }

  /**
   * Returns factors near 1, the model's error of all costs of a subject together.
   *
   * @param error its standard deviation
   */
  double[] modelError(String subject, double error) {
    return Arrays.stream(normal(subject)).map(z -> Math.max(0, 1 + error * z)).toArray();
  }

  /** Returns factors for a cost that is replaced by another one. */
  double[] guess(String name) {
    return Arrays.stream(normal("guess of " + name)).map(z -> Math.exp(GUESS * z)).toArray();
  }

  /** Returns standard normal draws, the same for the same subject. */
  private double[] normal(String subject) {
    return errors.computeIfAbsent(subject, none -> normal(random));
  }

  /** Returns standard normal draws of the mean 0, the same for the same seed. */
  static Drawn standardNormal(long seed) {
    double[] drawn = normal(new SplittableRandom(seed));
    return Drawn.of(draw -> draw < 0 ? 0 : drawn[draw]);
  }

  private static double[] normal(SplittableRandom random) {
    return IntStream.range(0, Calibration.DRAWS).mapToDouble(i -> random.nextGaussian()).toArray();
  }

  /** Returns the factor of a draw; 1 for the means. */
  static double scale(double[] factors, int draw) {
    return draw < 0 ? 1 : factors[draw];
  }

  List<Cost> costs() {
    return List.copyOf(costs);
  }

  List<String> notes() {
    return List.copyOf(notes);
  }
}
