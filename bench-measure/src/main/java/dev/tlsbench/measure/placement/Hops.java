package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.NavigableSet;

/**
 * Turns of a thread on two cores, beside a server that may use both. Without them the kernel
 * chooses, for as long as a connection lives, whether the server works for it on the thread's own
 * core or on the other one, which takes twice as long: a ratio would say which variant had luck.
 *
 * <p>For one thread at a time.
 */
public final class Hops {
  /** Turns that change nothing. */
  public static final Hops NONE = new Hops(List.of());

  private final List<Integer> cores;
  private int turns;

  private Hops(List<Integer> cores) {
    this.cores = cores;
  }

  /**
   * Returns turns on the highest two cores of this process; none if it has one, or not on Linux.
   */
  public static Hops here() {
    if (!Tasks.areListed()) {
      return NONE;
    }
    try {
      NavigableSet<Integer> allowed = Scheduler.cores(ProcessHandle.current().pid());
      return allowed.size() < 2
          ? NONE
          : new Hops(allowed.descendingSet().stream().limit(2).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Moves the calling thread to the other core. */
  public void hop() {
    if (!cores.isEmpty()) {
      try {
        Scheduler.setCores(Scheduler.CALLER, List.of(cores.get(turns++ % cores.size())));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
