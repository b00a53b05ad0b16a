package dev.tlsbench.experiment.stats;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Says where the next seconds of a run narrow its interval most: blocks on the same connections,
 * fresh connections (an epoch) or a fresh JVM (a fork).
 *
 * <p>The number of blocks an epoch follows the classic optimum for nested designs (Cochran,
 * "Sampling Techniques", chapter 10): {@code sqrt(s2Block * cost of an epoch / (s2Epoch * cost of a
 * block))}. Forks and epochs it does not take from that formula, which knows nothing of Student's
 * t: it tries every number of forks, asks how many epochs the goal then takes, and keeps the
 * cheapest. Going from three forks to four narrows an interval by a quarter even if no two forks
 * differ.
 *
 * <p>A plan is an expectation: components that few units showed are uncertain, so ask again after
 * every epoch. Immutable.
 */
public final class PrecisionPlanner {
  private static final int FEWEST_BLOCKS = 2;
  private static final int MOST_BLOCKS = 64;
  private static final int MORE_FORKS = 100;
  private static final int MOST_EPOCHS = 1 << 24;

  private final Costs costs;
  private final double goal;
  private final int fewestForks;

  /**
   * What each unit takes beyond those inside it, in seconds.
   *
   * @param fork to start a JVM and to warm it up
   * @param epoch to connect all variants afresh
   * @param block to run one window of each variant
   */
  public record Costs(double fork, double epoch, double block) {
    /**
     * Checks its numbers.
     *
     * @throws IllegalArgumentException if one is negative or not finite, or a block takes no time
     */
    public Costs {
      for (double seconds : new double[] {fork, epoch, block}) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
          throw new IllegalArgumentException("cost " + seconds + " s; expected 0 or more");
        }
      }
      if (block == 0) {
        throw new IllegalArgumentException("cost of a block 0 s; expected more");
      }
    }
  }

  /** What to do next. */
  public enum Step {
    /** Connect afresh in this fork. */
    EPOCH,
    /** Start another fork. */
    FORK,
    /** Nothing: the goal is reached. */
    STOP
  }

  /**
   * What to do next, and what will come of it.
   *
   * @param next what to do next
   * @param blocksPerEpoch how many blocks the next epoch should have, 2 to 64; at most twice as
   *     many as epochs had so far, because a component that looks like 0 after few epochs may not
   *     be
   * @param epochsPerFork how many epochs each fork has on average when the plan is done
   * @param secondsToGoal how long the goal will probably take from now; infinite if no number of
   *     epochs or forks that the planner tried reaches it
   * @param reachable whether that is within the remaining time
   * @param halfWidthAtEnd half of the 95 % interval that the plan will probably end with, as part
   *     of 1: the goal, or what the remaining time allows
   */
  public record Plan(
      Step next,
      int blocksPerEpoch,
      int epochsPerFork,
      double secondsToGoal,
      boolean reachable,
      double halfWidthAtEnd) {}

  /** A number of forks and of epochs over all of them, what it takes and what it gives. */
  private record Design(int forks, int epochs, double seconds, double halfWidth) {}

  /**
   * A planner for one run.
   *
   * @param costs what forks, epochs and blocks take
   * @param goal half of the 95 % interval, as part of 1: 0.01 is 1 %
   * @param fewestForks 1 or more; before so many are done the goal does not count as reached. With
   *     fewer than 3, what forks differ by is all but unknown; 5 keep the interval from being wide
   *     for that alone
   * @throws IllegalArgumentException if {@code goal} is not between 0 and 1, or {@code fewestForks}
   *     is less than 1
   */
  public PrecisionPlanner(Costs costs, double goal, int fewestForks) {
    if (!(goal > 0 && goal < 1)) {
      throw new IllegalArgumentException("goal " + goal + "; expected more than 0, less than 1");
    }
    if (fewestForks < 1) {
      throw new IllegalArgumentException("forks: " + fewestForks + "; expected 1 or more");
    }
    this.costs = Objects.requireNonNull(costs, "costs");
    this.goal = goal;
    this.fewestForks = fewestForks;
  }

  /**
   * Plans the rest of the run.
   *
   * @param now what the run shows so far
   * @param epochsInFork how many epochs of it were in the present fork
   * @param remainingSeconds until the run has to end; 0 or less if it is over
   * @return the plan
   */
  public Plan plan(Estimate now, int epochsInFork, double remainingSeconds) {
    VarianceComponents sd = now.components();
    int blocks = blocksPerEpoch(sd, (double) now.blocks() / now.epochs());
    if (now.halfWidth() <= goal && now.forks() >= fewestForks) {
      int each = Math.round((float) now.epochs() / now.forks());
      return new Plan(Step.STOP, blocks, each, 0, true, now.halfWidth());
    }
    Design best = cheapest(now, blocks);
    double seconds = best == null ? Double.POSITIVE_INFINITY : best.seconds();
    boolean reachable = seconds <= remainingSeconds;
    if (best == null || !reachable) {
      best = narrowest(now, blocks, remainingSeconds);
    }
    int each = Math.max(1, (int) Math.ceil((double) best.epochs() / best.forks()));
    boolean another = best.forks() > now.forks() && epochsInFork >= each;
    return new Plan(
        another ? Step.FORK : Step.EPOCH, blocks, each, seconds, reachable, best.halfWidth());
  }

  /** The design that reaches the goal soonest. */
  private @Nullable Design cheapest(Estimate now, int blocks) {
    Design best = null;
    int first = Math.max(now.forks(), fewestForks);
    for (int forks = first; forks <= first + MORE_FORKS; forks++) {
      int epochs = epochsToGoal(now, forks, blocks);
      if (epochs <= MOST_EPOCHS) {
        Design design = design(now, forks, epochs, blocks);
        best = best == null || design.seconds() < best.seconds() ? design : best;
      }
    }
    return best;
  }

  /**
   * The design with the narrowest interval that fits into the time; one more epoch if none does.
   */
  private Design narrowest(Estimate now, int blocks, double seconds) {
    Design best = design(now, now.forks(), now.epochs() + 1, blocks);
    double perEpoch = costs.epoch() + blocks * costs.block();
    for (int forks = now.forks(); forks <= now.forks() + MORE_FORKS; forks++) {
      int more = forks - now.forks();
      double left = Math.min((seconds - more * costs.fork()) / perEpoch, MOST_EPOCHS);
      if (left >= Math.max(1, more)) {
        Design design = design(now, forks, now.epochs() + (int) left, blocks);
        best = design.halfWidth() < best.halfWidth() ? design : best;
      }
    }
    return best;
  }

  /** The fewest epochs, over all forks, that reach the goal; more than the most if none do. */
  private int epochsToGoal(Estimate now, int forks, int blocks) {
    int least = now.epochs() + Math.max(1, forks - now.forks());
    int low = Math.max(least, forks + 1) - 1;
    int high = MOST_EPOCHS + 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (design(now, forks, middle, blocks).halfWidth() <= goal) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }

  private Design design(Estimate now, int forks, int epochs, int blocks) {
    double perEpoch = costs.epoch() + blocks * costs.block();
    double seconds = (forks - now.forks()) * costs.fork() + (epochs - now.epochs()) * perEpoch;
    // What is measured keeps the blocks that it has.
    double average =
        (now.blocks() + (double) (epochs - now.epochs()) * blocks) / Math.max(epochs, 1);
    double reach = Spread.expected(now.components(), forks, epochs, average).halfWidth(0.95);
    return new Design(forks, epochs, seconds, now.ratio() * Math.sinh(reach));
  }

  private int blocksPerEpoch(VarianceComponents sd, double soFar) {
    double optimum = MOST_BLOCKS;
    if (sd.sdEpoch() > 0) {
      optimum = sd.sdBlock() / sd.sdEpoch() * Math.sqrt(costs.epoch() / costs.block());
    }
    double most = Math.min(MOST_BLOCKS, 2 * soFar);
    return (int) Math.round(Math.max(FEWEST_BLOCKS, Math.min(optimum, most)));
  }
}
