package dev.tlsbench.experiment.option;

import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.target.Target;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options on a server of the user's on this machine, which commands of several steps pass on. */
public final class LocalServerOptions {
  private static final String PID = "--server-pid";
  private static final String CONFINE = "--confine-server";

  @Option(
      names = PID,
      paramLabel = "PID",
      description =
          "Another process that works for the local server, such as the PostgreSQL behind"
              + " FerretDB; may be repeated.")
  private List<Long> pids = new ArrayList<>();

  @Option(
      names = CONFINE,
      description =
          "Confine a server of yours on this machine to the client's core too, until the command"
              + " ends. Before, standard error has the command that undoes this by hand, if needed"
              + " after a kill -9. Linux only. Default: it runs side by side with the client.")
  private boolean confines;

  public List<Long> pids() {
    return pids;
  }

  public boolean confines() {
    return confines;
  }

  /** Refuses cores that were asked for beside a server that stays where it is. */
  public void check(Cores asked, Target target) {
    Placement.isFree(asked, confines, target.isLocal(), target.isEmbedded() && pids.isEmpty());
  }

  /** Returns these options for another command. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    pids.forEach(pid -> arguments.addAll(List.of(PID, pid.toString())));
    if (confines) {
      arguments.add(CONFINE);
    }
    return arguments;
  }
}
