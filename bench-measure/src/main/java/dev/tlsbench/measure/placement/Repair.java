package dev.tlsbench.measure.placement;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Restores the cores of processes that a killed run has left confined. */
public final class Repair {
  private Repair() {}

  /**
   * The main class of the watchdog.
   *
   * @param args the folder of saved affinities
   */
  public static void main(String[] args) throws IOException {
    SchedulingStore store = SchedulingStore.in(Path.of(args[0]));
    store.alone(store::repair);
  }

  /**
   * Restores processes that runs of this user left confined.
   *
   * @return messages for the user; empty if there was nothing to do
   */
  public static List<String> leftOver() {
    List<String> messages = new ArrayList<>();
    if (SchedulingStore.isEmpty()) {
      return messages;
    }
    try {
      SchedulingStore store = SchedulingStore.ofUser();
      SchedulingStore.Repaired repaired = store.alone(store::repair);
      for (long pid : repaired.restored()) {
        messages.add("process " + pid + " was left confined by a run that was killed; restored");
      }
      for (String failure : repaired.failures()) {
        messages.add("cores that a killed run has left confined: " + failure);
      }
    } catch (IOException e) {
      messages.add("cores that a killed run may have left confined: " + e.getMessage());
    }
    return messages;
  }
}
