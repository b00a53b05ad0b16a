package dev.tlsbench.experiment.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Restores the cores of processes that a killed run has left confined. */
public final class Repair {
  private Repair() {}

  /**
   * The main class of the watchdog.
   *
   * @param args the folder with what was before
   */
  public static void main(String[] args) throws IOException {
    Originals originals = Originals.in(Path.of(args[0]));
    originals.alone(originals::repair);
  }

  /**
   * Restores what runs of this user have left.
   *
   * @return the processes that were restored; empty if there was nothing to do
   * @throws IOException if the folder with their cores cannot be read
   */
  public static List<Long> leftOver() throws IOException {
    if (Originals.isEmpty()) {
      return List.of();
    }
    Originals originals = Originals.ofUser();
    return originals.alone(originals::repair);
  }
}
