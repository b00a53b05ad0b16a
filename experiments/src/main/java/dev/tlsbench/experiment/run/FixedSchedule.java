package dev.tlsbench.experiment.run;

import java.time.Duration;

/** A fixed number of forks, each with a fixed number of epochs or an equal share of the time. */
final class FixedSchedule extends Schedule {
  FixedSchedule(Settings settings) {
    super(settings);
  }

  @Override
  boolean wantsFork() {
    // Forks that take long to warm up leave no time for others.
    boolean isOver =
        settings().timing().epochs() == 0
            && elapsed().compareTo(settings().timing().duration()) >= 0;
    return forks() < settings().timing().forks() && !(isOver && forks() > 0);
  }

  @Override
  boolean wantsEpoch() {
    if (settings().timing().epochs() > 0) {
      return epochs() < settings().timing().epochs();
    }
    return epochs() < LEAST_EPOCHS || elapsedOfFork().compareTo(share()) < 0;
  }

  /** Returns the time left when this fork began, divided by the forks left then. */
  private Duration share() {
    Duration before = elapsed().minus(elapsedOfFork());
    Duration left = settings().timing().duration().minus(before);
    return left.dividedBy(settings().timing().forks() - forks() + 1L);
  }

  @Override
  int blocks() {
    return settings().timing().blocks();
  }

  @Override
  double done() {
    if (settings().timing().epochs() > 0) {
      double ofFork = (double) epochs() / settings().timing().epochs();
      return (forks() - 1 + ofFork) / settings().timing().forks();
    }
    return Math.min(1, (double) elapsed().toNanos() / settings().timing().duration().toNanos());
  }
}
