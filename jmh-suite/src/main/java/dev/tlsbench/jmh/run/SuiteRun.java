package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A run of the suite, from the command line to the exit code. */
public final class SuiteRun {
  private static final int DONE = 0;
  private static final int BAD_INPUT = 2;
  private static final int NOT_TO_BE_USED = 4;

  private final Catalog catalog;
  private final PrintStream out;
  private final PrintStream err;

  /**
   * Prepares.
   *
   * @param catalog the benchmarks that exist
   * @param out takes progress and tables
   * @param err takes errors, one line each
   */
  public SuiteRun(Catalog catalog, PrintStream out, PrintStream err) {
    this.catalog = catalog;
    this.out = out;
    this.err = err;
  }

  /**
   * Does what a command line asks for. If the JVM is told to end meanwhile, what was measured so
   * far is written first, and no fork stays behind.
   *
   * @param args our options and JMH's
   * @return the exit code: 0 if all went well, 2 if the command line is wrong, 4 if a benchmark
   *     failed or the result must not be used for another reason
   */
  public int run(List<String> args) {
    boolean verbose = args.contains("--verbose");
    try {
      CommandLine commandLine = CommandLine.parse(args);
      verbose = commandLine.isVerbose();
      if (new Listing(catalog, commandLine, out).print()) {
        return DONE;
      }
      measure(commandLine);
      return DONE;
    } catch (InvalidSettingException e) {
      return fail(String.valueOf(e.getMessage()), e, verbose, BAD_INPUT);
    } catch (BenchmarkFailedException e) {
      return fail("failed: " + e.getMessage(), e, verbose, NOT_TO_BE_USED);
    } catch (IOException e) {
      return fail(String.valueOf(e.getMessage()), e, verbose, NOT_TO_BE_USED);
    } catch (RuntimeException e) {
      return fail(e.toString(), e, verbose, NOT_TO_BE_USED);
    }
  }

  private int fail(String message, Exception e, boolean verbose, int code) {
    say(message.lines().findFirst().orElse(""));
    if (verbose) {
      e.printStackTrace(err);
    }
    return code;
  }

  private void say(String line) {
    err.println("jmh: " + line);
  }

  private void measure(CommandLine commandLine) throws IOException, BenchmarkFailedException {
    Plan plan = new Plan(commandLine, catalog);
    MachineLock lock =
        MachineLock.take()
            .orElseThrow(
                () ->
                    new IOException(
                        "another run of JMH is on (it has locked "
                            + MachineLock.file()
                            + "), and the two would measure each other; wait for its end"));
    try (PrintStream log = log(commandLine.jmh())) {
      new Measurement(plan, commandLine, log, out, this::say).run();
    } finally {
      lock.close();
    }
  }

  /**
   * Where progress goes: the terminal, the file of {@code -o}, or nowhere for {@code -v SILENT}.
   */
  private PrintStream log(JmhOptions options) throws IOException {
    if (options.userOutput().hasValue()) {
      return new PrintStream(options.userOutput().get(), StandardCharsets.UTF_8);
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
