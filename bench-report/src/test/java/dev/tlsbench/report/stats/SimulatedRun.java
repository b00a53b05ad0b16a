package dev.tlsbench.report.stats;

import java.util.SplittableRandom;

/**
 * A run whose truth is known: the logarithm of a ratio is 0, and each fork and each epoch differs
 * from it by chance.
 *
 * @param forks with a goal, at most
 * @param epochs of a fork
 * @param goal the half-width at which the run ends, if at least five forks are over; 0 for none
 * @param sdFork the standard deviation of forks
 * @param sdEpoch the standard deviation of the epochs of a fork
 * @param trouble what hits whole epochs, and one side only
 */
record SimulatedRun(
    int forks, int epochs, double goal, double sdFork, double sdEpoch, Trouble trouble) {
  private static final int MOST_FORKS = 200;
  private static final int LEAST_FORKS = 5;

  /**
   * Trouble of whole epochs.
   *
   * @param cold the first epochs of each fork, in which the variant loses another 20 %, then less
   * @param contended the part of the epochs in which the variant loses another 5 %, as beside a
   *     busy neighbour of its core
   * @param stalled the part of the epochs in which either side loses 10 to 35 %
   * @param leftOut true if the epochs that are cold or contended do not count
   */
  record Trouble(int cold, double contended, double stalled, boolean leftOut) {
    static final Trouble NONE = new Trouble(0, 0, 0, false);
    private static final double COLD = Math.log(0.8);
    private static final double CONTENDED = Math.log(0.95);

    Trouble whoseEpochsAreLeftOut() {
      return new Trouble(cold, contended, stalled, true);
    }
  }

  static SimulatedRun of(int forks, int epochs, double sdFork, double sdEpoch) {
    return new SimulatedRun(forks, epochs, 0, sdFork, sdEpoch, Trouble.NONE);
  }

  /** A run that ends at its precision. */
  static SimulatedRun until(double goal, int epochs, double sdFork, double sdEpoch) {
    return new SimulatedRun(MOST_FORKS, epochs, goal, sdFork, sdEpoch, Trouble.NONE);
  }

  SimulatedRun with(Trouble other) {
    return new SimulatedRun(forks, epochs, goal, sdFork, sdEpoch, other);
  }

  /** One such run; the same seed gives the same one. */
  Estimate estimate(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    ForkSample sample = new ForkSample();
    int fork = 0;
    do {
      add(sample, fork++, random);
    } while (fork < forks && !isPrecise(sample));
    return sample.estimate();
  }

  private boolean isPrecise(ForkSample sample) {
    return goal > 0 && sample.forks() >= LEAST_FORKS && sample.estimate().halfWidth() <= goal;
  }

  private void add(ForkSample sample, int fork, SplittableRandom random) {
    double ofFork = sdFork * random.nextGaussian();
    for (int epoch = 0; epoch < epochs; epoch++) {
      double ratio = ofFork + sdEpoch * random.nextGaussian();
      boolean cold = epoch < trouble.cold();
      boolean contended = random.nextDouble() < trouble.contended();
      if ((!cold && !contended) || !trouble.leftOut()) {
        sample.add(
            fork,
            ratio
                + (cold ? Trouble.COLD * (trouble.cold() - epoch) / trouble.cold() : 0)
                + (contended ? Trouble.CONTENDED : 0)
                + stall(random));
      }
    }
  }

  private double stall(SplittableRandom random) {
    double lost = -Math.log(0.65 + 0.25 * random.nextDouble());
    boolean ofVariant = random.nextBoolean();
    return random.nextDouble() >= trouble.stalled() ? 0 : ofVariant ? -lost : lost;
  }

  @Override
  public String toString() {
    return goal > 0
        ? "until ± " + 100 * goal + " %, " + epochs + " epochs each"
        : forks + " x " + epochs;
  }
}
