package dev.tlsbench.report.stats;

import java.util.SplittableRandom;

/**
 * A run whose truth is known: every window of a baseline and a variant that take turns, as
 * throughput. On top of the effects of fork, epoch and block the machine drifts, neighbouring
 * windows resemble each other, and pauses hit windows of either.
 *
 * @param shape forks, epochs and blocks
 * @param sd the standard deviations of the levels' effects
 * @param effect the true log ratio
 * @param drift the change of both throughputs' logarithm over a fork
 * @param correlation of a block's noise with the one before it, 0 to 1
 * @param pauses the part of all windows that lose a good third of their throughput on average
 * @param trouble what does not hit both sides alike, or not all the time
 */
record SimulatedRun(
    Shape shape,
    VarianceComponents sd,
    double effect,
    double drift,
    double correlation,
    double pauses,
    Trouble trouble) {

  /**
   * Trouble of whole epochs.
   *
   * @param cold the first epochs of each fork, in which the variant loses another 20 %, then less
   * @param contended the part of the epochs in which the variant loses another 5 %, as beside a
   *     busy neighbour of its core
   * @param slow the part of the epochs in which the machine is slower by a third
   * @param leftOut true if the epochs that are cold or contended do not count
   */
  record Trouble(int cold, double contended, double slow, boolean leftOut) {
    static final Trouble NONE = new Trouble(0, 0, 0, false);
    private static final double COLD = Math.log(0.8);
    private static final double CONTENDED = Math.log(0.95);
    private static final double SLOW = Math.log(2 / 3.0);

    Trouble whoseEpochsAreLeftOut() {
      return new Trouble(cold, contended, slow, true);
    }
  }

  /**
   * The amount of measurements.
   *
   * @param cutShort true if the last fork ends after two epochs and every third epoch after a block
   */
  record Shape(int forks, int epochs, int blocks, boolean cutShort) {
    Shape(int forks, int epochs, int blocks) {
      this(forks, epochs, blocks, false);
    }

    @Override
    public String toString() {
      return forks + " x " + epochs + " x " + blocks + (cutShort ? ", cut short" : "");
    }
  }

  /** A run of that shape whose levels differ by these parts of 1, and nothing else. */
  static SimulatedRun of(Shape shape, double sdFork, double sdEpoch, double sdBlock) {
    return new SimulatedRun(
        shape, new VarianceComponents(sdFork, sdEpoch, sdBlock), 0, 0, 0, 0, Trouble.NONE);
  }

  SimulatedRun withEffect(double log) {
    return new SimulatedRun(shape, sd, log, drift, correlation, pauses, trouble);
  }

  SimulatedRun withDrift(double log) {
    return new SimulatedRun(shape, sd, effect, log, correlation, pauses, trouble);
  }

  SimulatedRun withCorrelation(double rho) {
    return new SimulatedRun(shape, sd, effect, drift, rho, pauses, trouble);
  }

  SimulatedRun withPauses(double part) {
    return new SimulatedRun(shape, sd, effect, drift, correlation, part, trouble);
  }

  SimulatedRun with(Trouble other) {
    return new SimulatedRun(shape, sd, effect, drift, correlation, pauses, other);
  }

  /** One such run; the same seed gives the same one. */
  PairedSample sample(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    PairedSample.Builder sample = PairedSample.builder();
    for (int fork = 0; fork < shape.forks(); fork++) {
      double ofFork = effect + sd.sdFork() * random.nextGaussian();
      boolean cut = shape.cutShort() && fork == shape.forks() - 1;
      int epochs = cut ? 2 : shape.epochs();
      for (int epoch = 0; epoch < epochs; epoch++) {
        double ofEpoch = ofFork + sd.sdEpoch() * random.nextGaussian();
        boolean cold = epoch < trouble.cold();
        boolean contended = happens(trouble.contended(), random);
        if ((!cold && !contended) || !trouble.leftOut()) {
          double lost =
              (cold ? Trouble.COLD * (trouble.cold() - epoch) / trouble.cold() : 0)
                  + (contended ? Trouble.CONTENDED : 0);
          addBlocks(sample, fork, epoch, ofEpoch + lost, random);
        }
      }
    }
    return sample.build();
  }

  private void addBlocks(
      PairedSample.Builder sample, int fork, int epoch, double ofEpoch, SplittableRandom random) {
    int blocks = shape.cutShort() && epoch % 3 == 2 ? 1 : shape.blocks();
    double[] variant = new double[blocks];
    double[] baseline = new double[blocks];
    double noise = random.nextGaussian();
    double speed = happens(trouble.slow(), random) ? Trouble.SLOW : 0;
    for (int block = 0; block < blocks; block++) {
      if (block > 0) {
        double fresh = Math.sqrt(1 - correlation * correlation);
        noise = correlation * noise + fresh * random.nextGaussian();
      }
      // Two windows a block, in random order; the second is later by half a block.
      boolean variantFirst = random.nextBoolean();
      double late = drift / 2 / shape.epochs() / shape.blocks();
      double half = sd.sdBlock() * noise / 2;
      baseline[block] = Math.exp(speed + (variantFirst ? late : 0) + pause(random) - half);
      variant[block] = Math.exp(speed + (variantFirst ? 0 : late) + pause(random) + ofEpoch + half);
    }
    sample.addEpoch(fork, epoch, variant, baseline);
  }

  private static boolean happens(double share, SplittableRandom random) {
    return share > 0 && random.nextDouble() < share;
  }

  /** Most windows lose nothing; a paused one keeps 30 to 95 % of its throughput. */
  private double pause(SplittableRandom random) {
    return random.nextDouble() < pauses ? Math.log(0.3 + 0.65 * random.nextDouble()) : 0;
  }
}
