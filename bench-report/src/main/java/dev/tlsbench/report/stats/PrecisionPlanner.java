package dev.tlsbench.report.stats;

import org.jspecify.annotations.Nullable;

/**
 * Plans how to narrow the interval of a run most in the next seconds: by blocks on the same
 * connections, by fresh connections (an epoch) or by a fresh JVM (a fork).
 *
 * <p>The number of blocks for each epoch follows the classic optimum for nested designs (Cochran,
 * "Sampling Techniques", chapter 10): {@code sqrt(s2Block * cost of an epoch / (s2Epoch * cost of a
 * block))}. For forks and epochs that formula does not suffice, since it ignores Student's t. The
 * planner tries every number of forks, computes the required number of epochs, and keeps the
 * cheapest design. A fourth fork narrows the interval of three by a quarter even if no two forks
 * differ.
 *
 * <p>A plan is an expectation: components estimated from few units are uncertain, so plan again
 * after every epoch. Immutable.
 */
public final class PrecisionPlanner {
  private static final int FEWEST_BLOCKS = 2;
  private static final int MOST_BLOCKS = 64;
  private static final int MORE_FORKS = 100;
  private static final int MOST_UNEVEN = 2;
  private static final int MOST_EPOCHS = 1_000_000;

  private final Costs costs;
  private final double goal;
  private final int fewestForks;

  /**
   * Costs of each unit without its inner units, in seconds.
   *
   * @param fork the time to start and warm up a JVM
   * @param epoch the time to reconnect all variants
   * @param block the time to run one window of each variant
   */
  public record Costs(double fork, double epoch, double block) {}

  /** The next action. */
  public enum Step {
    /** Reconnect in this fork. */
    EPOCH,
    /** Start another fork. */
    FORK,
    /** Stop: the goal is reached. */
    STOP
  }

  /**
   * The next action and the expected result.
   *
   * @param blocksPerEpoch the number of blocks for the next epoch, 2 to 64; at most twice the
   *     number of earlier epochs, because a component estimated as 0 from few epochs may not be 0
   * @param secondsToGoal the expected remaining time to the goal; infinite if none of the planned
   *     numbers of epochs or forks reaches it
   */
  public record Plan(Step next, int blocksPerEpoch, double secondsToGoal) {}

  /**
   * Creates a planner for one run.
   *
   * @param goal half of the 95 % interval, as a fraction of 1: 0.01 is 1 %
   * @param fewestForks 1 or more; the goal is not reached with fewer. With fewer than 3, the
   *     variance between forks is almost unknown; 5 avoid an interval that is wide for that reason
   *     alone
   */
  public PrecisionPlanner(Costs costs, double goal, int fewestForks) {
    this.costs = costs;
    this.goal = goal;
    this.fewestForks = fewestForks;
  }

  /**
   * Plans the rest of the run.
   *
   * @param now the current estimate
   * @param epochsInFork the number of its epochs in the current fork
   * @param remainingSeconds until the run must end; 0 or less if it is over
   */
  public Plan plan(LevelEstimate now, int epochsInFork, double remainingSeconds) {
    Outlook outlook = new Outlook(now, blocksPerEpoch(now));
    int blocks = outlook.blocks;
    // Ending as soon as the interval is narrow would stop too often when forks happen to
    // agree, with too much confidence. The width expected from the components does not
    // depend on that.
    double halfWidth = outlook.design(now.size().forks(), now.size().epochs()).halfWidth();
    if (halfWidth <= goal && now.size().forks() >= fewestForks) {
      return new Plan(Step.STOP, blocks, 0);
    }
    Design best = outlook.cheapest();
    double seconds = best == null ? Double.POSITIVE_INFINITY : best.seconds();
    if (best == null || seconds > remainingSeconds) {
      best = outlook.narrowest(remainingSeconds);
    }
    int each = Math.max(1, (int) Math.ceil((double) best.epochs() / best.forks()));
    boolean full = epochsInFork >= (best.forks() > now.size().forks() ? each : MOST_UNEVEN * each);
    return new Plan(full ? Step.FORK : Step.EPOCH, blocks, seconds);
  }

  private int blocksPerEpoch(LevelEstimate now) {
    VarianceComponents sd = now.components();
    double optimum = MOST_BLOCKS;
    if (sd.sdEpoch() > 0) {
      optimum = sd.sdBlock() / sd.sdEpoch() * Math.sqrt(costs.epoch() / costs.block());
    }
    double most = Math.min(MOST_BLOCKS, 2.0 * now.size().blocks() / now.size().epochs());
    return (int) Math.round(Math.max(FEWEST_BLOCKS, Math.min(optimum, most)));
  }

  /** A number of forks and total epochs, with its cost and the resulting interval. */
  private record Design(int forks, int epochs, double seconds, double halfWidth) {}

  /** The possible continuations of a run. */
  private final class Outlook {
    private final LevelEstimate now;
    private final int blocks;
    private final double secondsPerEpoch;

    /** Ratio of the interval to the one expected from the components: uneven forks, 1 or more. */
    private final double excess;

    Outlook(LevelEstimate now, int blocks) {
      this.now = now;
      this.blocks = blocks;
      secondsPerEpoch = costs.epoch() + blocks * costs.block();
      double expected = halfWidth(now.size().forks(), now.size().epochs());
      excess = expected > 0 ? Math.max(1, now.halfWidth() / expected) : 1;
    }

    /** Returns the design that reaches the goal soonest. */
    @Nullable Design cheapest() {
      Design best = null;
      int first = Math.max(now.size().forks(), fewestForks);
      for (int forks = first; forks <= first + MORE_FORKS; forks++) {
        int epochs = epochsToGoal(forks);
        if (epochs <= MOST_EPOCHS) {
          Design design = design(forks, epochs);
          if (best != null && design.seconds() >= best.seconds()) {
            break; // forks cost more than their smaller quantile saves, and ever more
          }
          best = design;
        }
      }
      return best;
    }

    /**
     * Returns the design with the narrowest interval that fits into the time; otherwise one more
     * epoch.
     */
    Design narrowest(double seconds) {
      Design best = design(now.size().forks(), now.size().epochs() + 1);
      for (int more = 0; more <= MORE_FORKS; more++) {
        double epochs = Math.min((seconds - more * costs.fork()) / secondsPerEpoch, MOST_EPOCHS);
        if (epochs < Math.max(1, more)) {
          break;
        }
        Design design = design(now.size().forks() + more, now.size().epochs() + (int) epochs);
        best = design.halfWidth() < best.halfWidth() ? design : best;
      }
      return best;
    }

    /**
     * Returns the minimum number of epochs, over all forks, that reaches the goal; more than the
     * maximum if none does.
     */
    private int epochsToGoal(int forks) {
      int low =
          Math.max(now.size().epochs() + Math.max(1, forks - now.size().forks()), forks + 1) - 1;
      int high = low + 1;
      while (high <= MOST_EPOCHS && design(forks, high).halfWidth() > goal) {
        low = high;
        high *= 2;
      }
      while (high <= MOST_EPOCHS && high - low > 1) {
        int middle = (low + high) >>> 1;
        if (design(forks, middle).halfWidth() <= goal) {
          high = middle;
        } else {
          low = middle;
        }
      }
      return high;
    }

    Design design(int forks, int epochs) {
      double seconds =
          (forks - now.size().forks()) * costs.fork()
              + (epochs - now.size().epochs()) * secondsPerEpoch;
      return new Design(forks, epochs, seconds, excess * halfWidth(forks, epochs));
    }

    private double halfWidth(int forks, int epochs) {
      // Measured epochs keep their blocks.
      double perEpoch =
          (now.size().blocks() + (double) (epochs - now.size().epochs()) * blocks) / epochs;
      double reach = Spread.expected(now.components(), forks, epochs, perEpoch).halfWidth(0.95);
      return now.ratio() * Math.sinh(reach);
    }
  }
}
