package dev.tlsbench.jmh.run;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.folder.UnusableFolderException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;

/** A run of the suite, from the command line to the exit code. */
public final class SuiteRun {
  private final PrintStream out;
  private final PrintStream err;

  /** Prepares a run; errors go to {@code err}, one line each. */
  public SuiteRun(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  public static CommandLine options() {
    return SuiteCommand.parser();
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
      SuiteCommand command = SuiteCommand.parse(args);
      JmhWords words = JmhWords.parse(command.jmh);
      if (command.help) {
        out.print(options().getUsageMessage());
        return ExitCode.DONE;
      }
      return answer(words.ofRun()) ? ExitCode.DONE : measure(command, words);
    } catch (InvalidSettingException | UnusableFolderException e) {
      return fail(String.valueOf(e.getMessage()), e, trace, ExitCode.INVALID);
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

  /** Lets JMH print its help or a list; returns false if none was asked for. */
  private boolean answer(CommandLineOptions jmh) throws IOException {
    Runner runner =
        new Runner(
            jmh, OutputFormatFactory.createFormatInstance(unclosed(out), VerboseMode.NORMAL));
    if (jmh.shouldHelp()) {
      jmh.showHelp();
    } else if (jmh.shouldListProfilers()) {
      jmh.listProfilers();
    } else if (jmh.shouldListResultFormats()) {
      jmh.listResultFormats();
    } else if (jmh.shouldListWithParams()) {
      runner.listWithParams(jmh);
    } else if (jmh.shouldList()) {
      runner.list();
    } else {
      return false;
    }
    return true;
  }

  private int measure(SuiteCommand command, JmhWords words) throws IOException {
    ForkPlan plan = new ForkPlan(command.set, words);
    try (PrintStream log = log(words);
        MeasuredRun run = new MeasuredRun(command, words, plan, log, this::say)) {
      return run.measure(out);
    }
  }

  /** Returns where progress goes: the file of {@code -o}, or the terminal. */
  private PrintStream log(JmhWords words) {
    String file = words.ofRun().getOutput().orElse("");
    try {
      return file.isEmpty() ? unclosed(out) : new PrintStream(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new InvalidSettingException("-o: cannot write to " + file + "; name another file", e);
    }
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
