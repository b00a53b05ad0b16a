package dev.tlsbench.experiment.run;

import java.time.Duration;

/** A fixed number of forks, each with a fixed number of epochs or an equal share of the time. */
final class FixedSchedule extends Schedule {
  FixedSchedule(Settings settings) {
    super(settings);
  }

  @Override
  boolean wantsFork() {
    return forks() < settings().forks();
  }

  @Override
  boolean wantsEpoch() {
    if (settings().epochs() > 0) {
      return epochs() < settings().epochs();
    }
    return epochs() < LEAST_EPOCHS || elapsedOfFork().compareTo(share()) < 0;
  }

  /** Returns the time left when this fork began, divided by the forks left then. */
  private Duration share() {
    Duration before = elapsed().minus(elapsedOfFork());
    Duration left = settings().duration().minus(before);
    return left.dividedBy(settings().forks() - forks() + 1L);
  }

  @Override
  int blocks() {
    return settings().blocks();
  }

  @Override
  double done() {
    if (settings().epochs() > 0) {
      double ofFork = (double) epochs() / settings().epochs();
      return (forks() - 1 + ofFork) / settings().forks();
    }
    return Math.min(1, (double) elapsed().toNanos() / settings().duration().toNanos());
  }
}
