package dev.tlsbench.client;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.output.DriverLog;
import dev.tlsbench.client.output.LoggedWarnings;
import dev.tlsbench.client.output.Progress;
import dev.tlsbench.client.output.Redaction;
import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.client.properties.NamedGroupsOfJdk;
import dev.tlsbench.client.run.ClientExitCode;
import dev.tlsbench.client.run.ClusterTask;
import dev.tlsbench.client.run.WorkloadTask;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine;
import site.ycsb.DBException;

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
      if (invocation.isPresent()) {
        return run(invocation.get());
      }
      out.print(Arguments.parser().getUsageMessage());
      return ClientExitCode.DONE;
    } catch (InvalidSettingException e) {
      return fail(ClientExitCode.INVALID, e);
    } catch (ConnectFailedException e) {
      return fail(ClientExitCode.NO_CONNECTION, e);
    } catch (DBException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      boolean invalid = cause instanceof InvalidSettingException;
      return fail(invalid ? ClientExitCode.INVALID : ClientExitCode.NO_CONNECTION, cause);
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return fail(ClientExitCode.UNUSABLE, e);
    } finally {
      progress.end();
      logged.close();
    }
  }

  private int run(Invocation work) throws Exception {
    Properties properties = work.properties();
    redaction.watch(properties);
    verbose = Boolean.parseBoolean(properties.getProperty("tls.verbose"));
    BOUNCY_CASTLE.setLevel(verbose ? Level.INFO : Level.SEVERE);
    NamedGroupsOfJdk.apply(properties);
    work.notes().forEach(this::say);
    ExposedFiles.key(work.binding(), properties).ifPresent(this::say);
    return work.phase() == Phase.SHELL
        ? new Shell(work.binding(), environment, out, this::say).run(properties)
        : workload(work);
  }

  private int workload(Invocation work) throws Exception {
    boolean run = work.phase() == Phase.RUN;
    ClusterOptions cluster = work.cluster();
    boolean usable =
        cluster == null
            ? new WorkloadTask(work.binding(), work.properties(), environment, out, err, progress)
                .run(run)
            : new ClusterTask(work.binding(), work.properties(), environment, cluster, this::say)
                .run(run, out, err);
    return usable ? ClientExitCode.DONE : ClientExitCode.UNUSABLE;
  }

  private int fail(int code, Throwable failure) {
    String message = failure.getMessage();
    boolean expected =
        failure instanceof InvalidSettingException || failure instanceof ConnectFailedException;
    say(expected && message != null ? message : failure.toString());
    if (verbose) {
      redaction.trace(failure).forEach(err::println);
    }
    return code;
  }

  private void say(String line) {
    progress.say(line);
  }

  /** Prints one line, without passwords. */
  private void print(String line) {
    err.println("ycsb: " + redaction.line(line));
  }
}
