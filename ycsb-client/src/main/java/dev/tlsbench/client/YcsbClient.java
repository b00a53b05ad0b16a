package dev.tlsbench.client;

import dev.tlsbench.client.Arguments.Invocation;
import dev.tlsbench.client.Arguments.Phase;
import dev.tlsbench.client.output.DriverLog;
import dev.tlsbench.client.output.LoggedWarnings;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.client.output.Redaction;
import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.client.properties.KnownNames;
import dev.tlsbench.client.properties.NamedGroupsOfJdk;
import dev.tlsbench.client.run.ClientExitCode;
import dev.tlsbench.client.run.WorkloadTask;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;

/**
 * The client behind {@code bin/ycsb}.
 *
 * <p>Stock YCSB's own client always ends with exit code 0 and starts its clock before it connects.
 * This one runs the same workloads with the same threads and measurements, but connects first, and
 * its exit code shows whether the result counts: 0 done, 2 invalid command line or property, 3 no
 * connection or no TLS, 4 the result must not be used.
 *
 * <p>One run for each JVM: YCSB keeps its measurements in a static field.
 */
public final class YcsbClient {
  /** Reports at every start the entries of the JDK's security properties that it does not know. */
  private static final Logger BOUNCY_CASTLE = Logger.getLogger("org.bouncycastle.jsse");

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;
  private final Redaction redaction;
  private final Progress progress;
  private boolean verbose;

  /** Creates a client that reads properties from this process's variables, too. */
  public YcsbClient(PrintStream out, PrintStream err) {
    this(out, err, System.getenv());
  }

  /**
   * Creates a client.
   *
   * @param out receives the result and nothing else
   * @param environment variables by name; those that start with {@code TLSBENCH_P_} are properties
   */
  public YcsbClient(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
    this.redaction = new Redaction(environment);
    this.progress = new Progress(err, this::print);
  }

  /** Returns the parser without a run, for its help, the manual page and completion. */
  public static CommandLine commandLine() {
    return Arguments.parser();
  }

  /** Runs the client and ends the JVM with its exit code. */
  public static void main(String[] args) {
    DriverLog.install();
    System.exit(new YcsbClient(System.out, System.err).run(args));
  }

  /** Runs the client and returns its exit code. */
  public int run(String... args) {
    redaction.watch(args);
    LoggedWarnings logged = new LoggedWarnings(this::say);
    try {
      Optional<Invocation> invocation = Arguments.parse(environment, args);
      if (invocation.isEmpty()) {
        out.print(Arguments.parser().getUsageMessage());
      }
      int code = invocation.isEmpty() ? ClientExitCode.DONE : run(invocation.get());
      if (out.checkError()) {
        throw new IOException("standard output cannot be written: the result is not there");
      }
      return code;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      say(ClientExitCode.reason(e));
      if (verbose) {
        redaction.trace(e).forEach(err::println);
      }
      return ClientExitCode.of(e);
    } finally {
      progress.end();
      logged.close();
    }
  }

  private int run(Invocation work) throws Exception {
    Properties properties = work.given().properties();
    redaction.watch(properties);
    verbose = Boolean.parseBoolean(properties.getProperty("tls.verbose"));
    BOUNCY_CASTLE.setLevel(verbose ? Level.INFO : Level.SEVERE);
    KnownNames.requireNoneOfTlsbench(properties.stringPropertyNames());
    NamedGroupsOfJdk.apply(properties);
    work.given().notes().forEach(this::say);
    ExposedFiles.key(work.binding(), properties).ifPresent(this::say);
    if (work.phase() == Phase.SHELL) {
      return new Shell(work.binding(), environment, out, this::say).run(properties);
    }
    boolean usable =
        new WorkloadTask(work.binding(), properties, environment, out, err, progress)
            .run(work.phase() == Phase.RUN, work.cluster());
    return usable ? ClientExitCode.DONE : ClientExitCode.UNUSABLE;
  }

  private void say(String line) {
    progress.say(line);
  }

  /** Prints one line, without passwords. */
  private void print(String line) {
    err.println("ycsb: " + redaction.line(line));
  }
}
