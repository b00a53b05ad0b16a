package dev.tlsbench.distribution;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.experiment.command.Tlsbench;
import dev.tlsbench.jmh.JmhSuite;
import java.io.File;
import java.net.URISyntaxException;
import java.util.Arrays;

/**
 * The start of all commands on any system with Java: {@code java -jar lib/tlsbench.jar} with the
 * arguments of {@code bin/tlsbench}, or {@code ycsb} or {@code jmh} and the arguments of that one.
 */
public final class Main {
  private static final String HOME = "tlsbench.home";

  private Main() {}

  /**
   * Runs a command and exits the JVM with its exit code.
   *
   * @param args {@code ycsb}, {@code jmh} or a command of tlsbench, and its arguments
   */
  public static void main(String[] args) throws URISyntaxException {
    if (System.getProperty(HOME) == null) {
      File jar = new File(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      System.setProperty(HOME, jar.getParentFile().getParent());
    }
    switch (args.length == 0 ? "" : args[0]) {
      case "ycsb" -> YcsbClient.main(Arrays.copyOfRange(args, 1, args.length));
      case "jmh" -> JmhSuite.main(Arrays.copyOfRange(args, 1, args.length));
      default -> Tlsbench.main(args);
    }
  }
}
