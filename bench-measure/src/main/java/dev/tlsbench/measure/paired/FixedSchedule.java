package dev.tlsbench.measure.paired;

import dev.tlsbench.measure.fork.Settings;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A number of forks, each with a fixed number of epochs or an equal share of the time. With a share
 * of the time, a fork measures for at least a third of its warm-up; so long warm-ups lead to fewer
 * forks.
 */
final class FixedSchedule extends Schedule {
  private static final int LEAST_PART = 3;

  FixedSchedule(Settings settings, LongSupplier nanoTime) {
    super(settings, nanoTime);
  }

  @Override
  boolean wantsFork() {
    return forks() < settings().timing().forks()
        && (forks() == 0 || settings().timing().epochs() > 0 || isTimeForFork());
  }

  /**
   * Returns true if at least half of a fork as long as the last one fits into the remaining time.
   */
  private boolean isTimeForFork() {
    Duration half = elapsedOfFork().dividedBy(2);
    return elapsed().plus(half).compareTo(settings().timing().duration()) < 0;
  }

  @Override
  boolean wantsEpoch() {
    if (settings().timing().epochs() > 0) {
      return epochs() < settings().timing().epochs();
    }
    Duration least = warmUp().plus(warmUp().dividedBy(LEAST_PART));
    return epochs() < Settings.Timing.LEAST_EPOCHS
        || elapsedOfFork().compareTo(share()) < 0
        || elapsedOfFork().compareTo(least) < 0;
  }

  /** Returns the time left when this fork began, divided by the forks left then. */
  private Duration share() {
    Duration before = elapsed().minus(elapsedOfFork());
    Duration left = settings().timing().duration().minus(before);
    // Replacements of cold forks come after the planned ones.
    return left.dividedBy(Math.max(1, settings().timing().forks() - forks() + 1L));
  }

  @Override
  int blocks() {
    return settings().timing().blocks();
  }

  @Override
  double done() {
    if (settings().timing().epochs() > 0) {
      double ofFork = (double) epochs() / settings().timing().epochs();
      return Math.min(1, (forks() - 1 + ofFork) / settings().timing().forks());
    }
    return Math.min(1, (double) elapsed().toNanos() / settings().timing().duration().toNanos());
  }
}
