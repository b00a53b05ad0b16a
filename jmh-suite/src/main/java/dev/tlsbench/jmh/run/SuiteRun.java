package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.jmh.cell.Cell;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.folder.UnusableFolderException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/** A run of the suite, from the command line to the exit code. */
public final class SuiteRun {
  private final Catalog catalog;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Prepares a run.
   *
   * @param err receives errors, one line each
   */
  public SuiteRun(Catalog catalog, PrintStream out, PrintStream err) {
    this.catalog = catalog;
    this.out = out;
    this.err = err;
  }

  public static CommandLine options() {
    return Arguments.parser();
  }

  /**
   * Runs a command line. If the JVM is interrupted, the results so far are written first, and all
   * forks are ended.
   *
   * @return the exit code: 0 if all went well, 2 if the command line is wrong, 4 if a benchmark
   *     failed or the result must not be used for another reason
   */
  public int run(List<String> args) {
    boolean trace = args.contains("--verbose");
    try {
      Request request = Arguments.parse(args);
      trace = request.trace() || request.jmh().isVerbose();
      return print(request) ? ExitCode.DONE : measure(request);
    } catch (InvalidSettingException | UnusableFolderException e) {
      return fail(String.valueOf(e.getMessage()), e, trace, ExitCode.INVALID);
    } catch (BenchmarkFailedException e) {
      return fail("failed: " + e.getMessage(), e, trace, ExitCode.UNUSABLE);
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()), e, trace, ExitCode.UNUSABLE);
    } catch (RuntimeException e) {
      return fail(e.toString(), e, trace, ExitCode.UNUSABLE);
    }
  }

  private int fail(String message, Exception e, boolean trace, int code) {
    say(message.lines().findFirst().orElse(""));
    if (trace) {
      OneLine.trace(e, UnaryOperator.identity()).forEach(err::println);
    }
    return code;
  }

  private void say(String line) {
    err.println("jmh: " + OneLine.of(line));
  }

  /** Prints help or a list; returns false if none was asked for. */
  private boolean print(Request request) throws IOException {
    JmhOptions jmh = request.jmh();
    if (request.help()) {
      out.print(options().getUsageMessage());
    } else if (jmh.shouldHelp()) {
      jmh.showHelp();
    } else if (jmh.shouldListProfilers()) {
      jmh.listProfilers();
    } else if (jmh.shouldListResultFormats()) {
      jmh.listResultFormats();
    } else if (jmh.shouldListWithParams()) {
      for (BenchmarkMethod method : catalog.methods()) {
        out.println(Cell.simpleName(method.name()));
        method.parameters().forEach((k, v) -> out.println("  " + k + ": " + String.join(", ", v)));
      }
    } else if (jmh.shouldList()) {
      Plan plan = new Plan(request, catalog);
      plan.cells().forEach(cell -> out.println(cell.label()));
      Progress.printAbsences(plan.absences(), out);
      out.printf(
          "benchmarks: %d, forks: %d, time: about %s%n",
          plan.cells().size(), plan.turns(), Progress.time(plan.estimate()));
    } else {
      return false;
    }
    return true;
  }

  private int measure(Request request) throws IOException, BenchmarkFailedException {
    Plan plan = new Plan(request, catalog);
    MachineLock lock =
        MachineLock.take()
            .orElseThrow(
                () ->
                    new IOException(
                        "another run of JMH is in progress (it has locked "
                            + MachineLock.file()
                            + "), and the two would disturb each other; wait for its end"));
    try (lock;
        PrintStream log = log(request.jmh());
        Measurement measurement = new Measurement(plan, request, log, out, this::say)) {
      return measurement.run();
    }
  }

  /**
   * Returns where progress goes: the terminal, the file of {@code -o}, or nowhere for {@code -v
   * SILENT}.
   */
  private PrintStream log(JmhOptions options) {
    if (options.userOutput().hasValue()) {
      try {
        return new PrintStream(options.userOutput().get(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new InvalidSettingException(
            "-o: cannot write to " + options.userOutput().get() + "; name another file", e);
      }
    }
    return options.isSilent()
        ? new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8)
        : unclosed(out);
  }

  /**
   * Returns a view of a stream that stays open when the view is closed, as JMH does after a run.
   */
  static PrintStream unclosed(PrintStream stream) {
    return new PrintStream(stream, true, StandardCharsets.UTF_8) {
      @Override
      public void close() {
        flush();
      }
    };
  }
}
