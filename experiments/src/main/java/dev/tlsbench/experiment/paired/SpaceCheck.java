package dev.tlsbench.experiment.paired;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.catalog.Plan;
import dev.tlsbench.measure.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import oshi.SystemInfo;

/** Checks that an experiment fits the disk of its server and the memory of this machine. */
public final class SpaceCheck {
  private static final double GIBIBYTE = 1 << 30;

  /** The forks' heap, the JVM that starts them, and the memory of a JVM beyond its heap. */
  private static final double CLIENT_BYTES = 1.5 * GIBIBYTE;

  private SpaceCheck() {}

  /**
   * Checks before anything is loaded. The disk of a remote server, or of one that hides its data
   * directory, is unknown and not checked.
   *
   * @throws InvalidSettingException if disk or memory do not suffice
   * @throws ConnectFailedException if the server does not answer
   */
  public static void require(Target target, Plan plan) throws ConnectFailedException {
    double memory = CLIENT_BYTES + (target.isLocal() ? plan.memoryBytes() : 0);
    require("memory", memory, (double) new SystemInfo().getHardware().getMemory().getAvailable());
    Optional<Path> data = target.dataDirectory();
    if (data.isPresent()) {
      require("disk for the server's data", plan.diskBytes(), usable(data.get()));
    }
  }

  private static double usable(Path folder) {
    try {
      return (double) Files.getFileStore(folder).getUsableSpace();
    } catch (IOException e) {
      return Double.POSITIVE_INFINITY;
    }
  }

  private static void require(String what, double needed, double there) {
    if (needed > there) {
      throw new InvalidSettingException(
          String.format(
              Locale.ROOT,
              "--scale: the data still to be loaded needs up to %.1f GiB of %s, but %.1f are free;"
                  + " free some or use a smaller scale",
              needed / GIBIBYTE,
              what,
              there / GIBIBYTE));
    }
  }
}
