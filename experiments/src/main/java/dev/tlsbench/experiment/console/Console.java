package dev.tlsbench.experiment.console;

import dev.tlsbench.client.output.Redaction;
import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.core.text.ShellWords;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.page.TextPage;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.workload.UserStatement;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The environment and the output of a command, without passwords. Results go to standard output,
 * messages to standard error, one line each.
 *
 * <p>Thread-safe.
 */
public final class Console {
  /** Warning about {@code --legacy-tls}. */
  public static final String LEGACY_TLS =
      "The JDK's policy on weak algorithms is switched off for this run (--legacy-tls).";

  private final PrintStream out;
  private final PrintStream err;
  private final Map<String, String> environment;
  private final Redaction redaction;
  private final Set<String> warnings = ConcurrentHashMap.newKeySet();

  public Console(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
    this.redaction = new Redaction(environment);
  }

  public Map<String, String> environment() {
    return environment;
  }

  /** Prints a line of a result, such as the path of a file. */
  public void print(String line) {
    out.println(OneLine.escape(line));
  }

  public PrintStream out() {
    return out;
  }

  /** Returns the stream for messages other than lines; see {@link #say}. */
  public PrintStream err() {
    return err;
  }

  /** Prints a report that is in a folder, and the path of its page. */
  public void print(Document report, Path folder) {
    out.println(TextPage.render(report));
    print(folder.resolve(ResultFolder.HTML).toString());
  }

  /** Returns the secrets that are hidden in all output. */
  public Redaction secrets() {
    return redaction;
  }

  /**
   * Prints each warning about a URL once, and one if others may read the private key that the
   * properties name.
   */
  public void warnOf(Binding binding, Properties properties) {
    ExposedFiles.key(binding, properties).ifPresent(this::warn);
    try {
      binding.warnings(properties).forEach(this::warn);
    } catch (InvalidSettingException e) {
      // Connecting reports it.
    }
  }

  /** Prints a line, unless it was printed before. */
  public void warn(String line) {
    if (warnings.add(line)) {
      say(line);
    }
  }

  /** Prints a line without passwords. */
  public void say(String line) {
    err.println("tlsbench: " + redaction.line(line));
  }

  /**
   * Returns a command of this program as a shell takes it, without passwords and without literals
   * of statements. They are hidden before the words are quoted, since a password may contain a
   * quote.
   */
  public String command(List<String> arguments) {
    return "bin/tlsbench "
        + ShellWords.join(
            UserStatement.shownArguments(arguments).stream().map(redaction::hide).toList());
  }

  public void trace(Exception e) {
    redaction.trace(e).forEach(err::println);
  }
}
