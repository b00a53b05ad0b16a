package dev.tlsbench.experiment.paired;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.experiment.option.ComparisonOptions;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.target.Target;
import org.jspecify.annotations.Nullable;

/** The cores of a comparison, and the server's process on them. */
final class Place implements AutoCloseable {
  private final PairedRun run;
  private final Target target;
  private final PairedRun.Step step;
  private final ComparisonOptions options;
  private final Cores usual;
  private final Settings settings;
  private @Nullable Placement placement;

  /** Confines the clients of a step and its server, as far as options and machine permit. */
  Place(PairedRun run, Target target, PairedRun.Step step, ComparisonOptions options, Cores usual) {
    this.run = run;
    this.target = target;
    this.step = step;
    this.options = options;
    this.usual = usual;
    Placement first = confine();
    this.placement = first;
    this.settings = settings(first);
  }

  private Placement confine() {
    boolean anywhere = step.settings().clients().areOpenLoop();
    Placement confined =
        target.place(
            options.cores().orElse(anywhere ? Cores.ALL : usual),
            options.localServer().confines(),
            options.localServer().pids(),
            run::say);
    confined.notes().forEach(run::warn);
    if (confined.server().isEmpty() && !options.localServer().pids().isEmpty()) {
      run.warn("--server-pid: the server is not on this machine, so it is ignored");
    }
    return confined;
  }

  /**
   * Chooses one thread for one core, since more threads would only wait for each other; and beside
   * a server that stays where it is, since more would wait for cores.
   */
  private Settings settings(Placement first) {
    Settings placed = step.settings().on(first);
    boolean sideBySide = target.isLocal() && first.cores().isEmpty() && options.cores().isEmpty();
    boolean one =
        (sideBySide || (placed.clients().shareCores() && first.cores().size() == 1))
            && !step.settings().clients().areOpenLoop()
            && usual.equals(Cores.USUAL);
    return one && options.threads().isEmpty() ? placed.withThreads(1) : placed;
  }

  /** Returns the settings for the server's first process. */
  Settings settings() {
    return settings;
  }

  /** Returns true if forks should have servers of their own, and a restart keeps the settings. */
  boolean canRestart() {
    return target.isToRestart() && step.settings().data().perPool() == 0;
  }

  /** Starts the server again, and confines its new process. */
  Settings.Clients restart() throws ConnectFailedException {
    close();
    target.restart();
    Placement next = confine();
    placement = next;
    return settings.on(next).clients();
  }

  @Override
  public void close() {
    Placement last = placement;
    placement = null;
    if (last != null) {
      last.close(run::fail, run::warn);
    }
  }
}
