package dev.tlsbench.jmh;

import dev.tlsbench.jmh.run.SuiteRun;
import dev.tlsbench.jmh.tls.JvmSwitches;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine;

/** Runs the benchmarks, or a set of them; {@code --help} lists the options. */
public final class JmhSuite {
  private static final String HOME = "tlsbench.home";

  private JmhSuite() {}

  /** Returns the parser without a run, for the manual page and completion. */
  public static CommandLine commandLine() {
    return SuiteRun.options();
  }

  public static void main(String[] args) throws URISyntaxException {
    JvmSwitches.silenceProviders();
    findCheckout();
    System.exit(new SuiteRun(System.out, System.err).run(List.of(args)));
  }

  /**
   * Sets the property that locates the checkout, and with it the commit. The launcher does not set
   * it, because JMH would pass it to the forks and its path into jmh.json.
   */
  private static void findCheckout() throws URISyntaxException {
    File classes =
        new File(JmhSuite.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path home = classes.toPath().resolve("../../..").normalize();
    if (Files.exists(home.resolve("jmh-suite/pom.xml")) && System.getProperty(HOME) == null) {
      System.setProperty(HOME, home.toString());
    }
  }
}
