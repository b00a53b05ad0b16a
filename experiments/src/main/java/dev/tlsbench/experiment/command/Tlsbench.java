package dev.tlsbench.experiment.command;

import dev.tlsbench.client.output.LoggedWarnings;
import dev.tlsbench.client.output.Redaction;
import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.ycsb.Binding;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line {@code tlsbench}: what encryption costs a database, measured in pairs.
 *
 * <p>Results go to standard output; progress and everything else that people are told go to
 * standard error, one line each. An exception never gets out: it becomes one line and an exit code
 * (0 done, 2 command line or property wrong, 3 no connection or no TLS, 4 the result must not be
 * used), and its stack trace shows with {@code --verbose} only.
 */
@Command(
    name = "tlsbench",
    description = "What does TLS cost your database? Measured in pairs, with intervals.",
    mixinStandardHelpOptions = true,
    versionProvider = BuiltVersion.class,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ProbeCommand.class,
      ConnectCommand.class,
      CompareCommand.class,
      SweepCommand.class,
      BulkCommand.class,
      SaturateCommand.class,
      RunCommand.class,
      ReportCommand.class,
      ServeCommand.class,
      CertsCommand.class
    },
    footer = {
      "",
      "Without a URL every command uses an embedded server. A URL with a password is not for the",
      "command line, which every user of the machine can see: put it into a file for -P, as",
      "mysql.url=…, or into the environment, as TLSBENCH_P_MYSQL_URL.",
      "Exit code: 0 done, 2 command line or property wrong, 3 no connection or no TLS,",
      "4 the run finished but its result must not be used."
    })
public final class Tlsbench {
  /** What people have to know of a run with {@code --legacy-tls}. */
  static final String LEGACY_TLS =
      "The JDK's policy on weak algorithms is switched off for this run (--legacy-tls).";

  /** Room for the longest example, so that each can be copied from one line. */
  private static final int HELP_WIDTH = 100;

  private final PrintStream out;
  private final PrintStream err;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean verbose;

  @Option(
      names = "--legacy-tls",
      scope = ScopeType.INHERIT,
      description =
          "Switch off the JDK's policy on weak algorithms, in client and embedded server: allows"
              + " TLS 1.0 and 1.1, RC4, 3DES and TLS_RSA_*. For measurements only.")
  private boolean legacyTls;

  private final Map<String, String> environment;
  private final Redaction redaction;
  private final Set<String> warnings;
  private final @Nullable Target lent;
  private @Nullable String failure;

  private Tlsbench(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
    this.redaction = new Redaction(environment);
    this.warnings = ConcurrentHashMap.newKeySet();
    this.lent = null;
  }

  private Tlsbench(Tlsbench outer, PrintStream out, Target lent) {
    this.out = out;
    this.err = outer.err;
    this.environment = outer.environment;
    this.redaction = outer.redaction;
    this.warnings = outer.warnings;
    this.lent = lent;
  }

  /**
   * Runs a command and ends the JVM with its exit code.
   *
   * @param args a command and its options; {@code --help} lists them
   */
  public static void main(String[] args) {
    System.exit(run(System.out, System.err, args));
  }

  /**
   * Runs a command.
   *
   * @param out takes the result and nothing else
   * @param err takes messages for people
   * @param args a command and its options
   * @return the exit code
   */
  public static int run(PrintStream out, PrintStream err, String... args) {
    return run(System.getenv(), out, err, args);
  }

  /** Runs a command that takes properties from other variables than those of this process. */
  static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... args) {
    return new Tlsbench(out, err, environment).execute(args);
  }

  /**
   * How a command ended that another one ran.
   *
   * @param exitCode as it is for the user
   * @param failure the line that says why it did not run; {@code null} if it did
   */
  record Ended(int exitCode, @Nullable String failure) {}

  /**
   * Runs a command for another one.
   *
   * @param results takes what it prints as its result
   * @param target the server, which stays open
   * @param args a command and its options, without a URL
   */
  Ended within(PrintStream results, Target target, List<String> args) {
    Tlsbench inner = new Tlsbench(this, results, target);
    int exitCode = inner.execute(args.toArray(String[]::new));
    return new Ended(exitCode, inner.failure);
  }

  /** The server of the command that runs this one; {@code null} if the user runs it. */
  @Nullable Target lent() {
    return lent;
  }

  private int execute(String... args) {
    redaction.watch(args);
    if (lent != null) {
      return executeCommand(args);
    }
    LoggedWarnings logged = new LoggedWarnings(this::warn);
    try {
      return executeCommand(args);
    } finally {
      logged.close();
    }
  }

  private int executeCommand(String... args) {
    CommandLine commandLine =
        parser(this)
            .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
            .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
            .setExecutionStrategy(this::execute)
            .setParameterExceptionHandler((e, ignored) -> invalid(e))
            .setExecutionExceptionHandler((e, command, result) -> failed(e));
    if (args.length == 0) {
      commandLine.usage(err);
      return ExitCode.INVALID;
    }
    return commandLine.execute(args);
  }

  /** Returns the parser of a command line that runs nothing: it has the commands and their help. */
  static CommandLine commandLine() {
    return parser(new Tlsbench(System.out, System.err, Map.of()));
  }

  private static CommandLine parser(Tlsbench tlsbench) {
    CommandLine parser =
        new CommandLine(tlsbench)
            .setPosixClusteredShortOptionsAllowed(false)
            .setExpandAtFiles(false)
            .setUsageHelpWidth(HELP_WIDTH)
            .setCaseInsensitiveEnumValuesAllowed(true);
    parser
        .getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().mixinStandardHelpOptions(true));
    return parser;
  }

  /** The policy has to be there before anything uses TLS, so before a command begins. */
  private int execute(ParseResult parsed) {
    if (legacyTls) {
      LegacyTls.allow();
      say(LEGACY_TLS);
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  /** Variables by name, among which properties may be. */
  Map<String, String> environment() {
    return environment;
  }

  /** Where results go. */
  PrintStream out() {
    return out;
  }

  /** Where people are told things that are not a result, if they are not to be told by a line. */
  PrintStream err() {
    return err;
  }

  /** Takes the passwords of these properties out of all that is said from now on. */
  void protect(Properties properties) {
    redaction.watch(properties);
  }

  /** Takes the passwords of these settings, which do not change, out as well. */
  void protect(Map<String, String> settings) {
    redaction.watch(settings);
  }

  /**
   * Prints once each warning about a URL, and one if everybody may read the private key that the
   * properties name.
   */
  void warnOf(Binding binding, Properties properties) {
    ExposedFiles.key(binding, properties).ifPresent(this::warn);
    try {
      binding.warnings(properties).forEach(this::warn);
    } catch (InvalidSettingException e) {
      // Connecting reports it.
    }
  }

  /** Tells people one line, unless they were told it before. */
  void warn(String line) {
    if (warnings.add(line)) {
      say(line);
    }
  }

  /** Tells people one line, without passwords. */
  void say(String line) {
    err.println("tlsbench: " + redaction.line(line));
  }

  /** A text in one line, without the passwords that were given. */
  String line(String text) {
    return redaction.line(text);
  }

  private void fail(String line) {
    failure = redaction.line(line);
    say(line);
  }

  /** A text without the passwords that were given. */
  String hide(String text) {
    return redaction.hide(text);
  }

  private int invalid(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String help = command.getCommandSpec().qualifiedName() + " --help lists what there is";
    if (e instanceof UnmatchedArgumentException unmatched) {
      // An argument too many may be a password, or hold one, so only an option is repeated.
      String first = unmatched.getUnmatched().get(0);
      fail(
          (first.startsWith("-")
                  ? first.split("[^A-Za-z0-9_.-]", 2)[0] + ": there is no such option"
                  : command == command.getCommandSpec().root().commandLine()
                      ? first + ": there is no such command; choose one of " + commands(command)
                      : "there is an argument without an option before it (not shown, as it may be"
                          + " a secret)")
              + "; "
              + help);
    } else {
      fail(String.valueOf(e.getMessage()).lines().findFirst().orElse("command line") + "; " + help);
    }
    return ExitCode.INVALID;
  }

  private static String commands(CommandLine commandLine) {
    return commandLine.getSubcommands().keySet().stream()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  private int failed(Exception e) {
    Throwable cause = expected(e);
    String message = cause.getMessage();
    fail(isExpected(e) && message != null ? message : e.toString());
    if (verbose) {
      redaction.trace(e).forEach(err::println);
    }
    if (cause instanceof InvalidSettingException) {
      return ExitCode.INVALID;
    }
    return cause instanceof ConnectFailedException ? ExitCode.NO_CONNECTION : ExitCode.UNUSABLE;
  }

  /** Whether a user can do something about it, so that its message says all. */
  static boolean isExpected(Exception e) {
    Throwable cause = expected(e);
    return cause instanceof InvalidSettingException || cause instanceof ConnectFailedException;
  }

  /**
   * What went wrong, which YCSB wraps: an {@link InvalidSettingException} or a {@link
   * ConnectFailedException} if there is one, else the exception itself.
   */
  static Throwable expected(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidSettingException || cause instanceof ConnectFailedException) {
        return cause;
      }
    }
    return e;
  }
}
