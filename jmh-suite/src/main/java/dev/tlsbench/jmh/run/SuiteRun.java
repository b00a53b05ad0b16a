package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.OneLine;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.folder.UnusableFolderException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;

/** A run of the suite, from the command line to the exit code. */
public final class SuiteRun {
  private final Catalog catalog;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Prepares.
   *
   * @param err takes errors, one line each
   */
  public SuiteRun(Catalog catalog, PrintStream out, PrintStream err) {
    this.catalog = catalog;
    this.out = out;
    this.err = err;
  }

  /** Returns the parser of the suite's options. */
  public static picocli.CommandLine options() {
    return Arguments.parser();
  }

  /**
   * Does what a command line asks for. If the JVM must end meanwhile, what was measured so far is
   * written first, and no fork stays behind.
   *
   * @return the exit code: 0 if all went well, 2 if the command line is wrong, 4 if a benchmark
   *     failed or the result must not be used for another reason
   */
  public int run(List<String> args) {
    boolean verbose = args.contains("--verbose");
    try {
      CommandLine commandLine = CommandLine.parse(args);
      verbose = commandLine.isVerbose();
      if (new Listing(catalog, commandLine, out).print()) {
        return ExitCode.DONE;
      }
      return measure(commandLine);
    } catch (InvalidSettingException | UnusableFolderException e) {
      return fail(String.valueOf(e.getMessage()), e, verbose, ExitCode.INVALID);
    } catch (BenchmarkFailedException e) {
      return fail("failed: " + e.getMessage(), e, verbose, ExitCode.UNUSABLE);
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()), e, verbose, ExitCode.UNUSABLE);
    } catch (RuntimeException e) {
      return fail(e.toString(), e, verbose, ExitCode.UNUSABLE);
    }
  }

  private int fail(String message, Exception e, boolean verbose, int code) {
    say(message.lines().findFirst().orElse(""));
    if (verbose) {
      OneLine.trace(e, UnaryOperator.identity()).forEach(err::println);
    }
    return code;
  }

  private void say(String line) {
    err.println("jmh: " + OneLine.of(line));
  }

  private int measure(CommandLine commandLine) throws IOException, BenchmarkFailedException {
    Plan plan = new Plan(commandLine, catalog);
    MachineLock lock =
        MachineLock.take()
            .orElseThrow(
                () ->
                    new IOException(
                        "another run of JMH is on (it has locked "
                            + MachineLock.file()
                            + "), and the two would measure each other; wait for its end"));
    try (lock;
        PrintStream log = log(commandLine.jmh());
        Measurement measurement = new Measurement(plan, commandLine, log, out, this::say)) {
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
    if (options.isSilent()) {
      return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    }
    return new PrintStream(out, true, StandardCharsets.UTF_8) {
      @Override
      public void close() {
        flush();
      }
    };
  }
}
