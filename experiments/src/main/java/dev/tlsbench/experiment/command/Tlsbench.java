package dev.tlsbench.experiment.command;

import dev.tlsbench.client.output.DriverLog;
import dev.tlsbench.client.output.LoggedWarnings;
import dev.tlsbench.client.output.Redaction;
import dev.tlsbench.client.properties.ExposedFiles;
import dev.tlsbench.client.properties.LostLetters;
import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.OneLine;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.judge.NothingMeasuredException;
import dev.tlsbench.measure.placement.Repair;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.folder.SavedDocument;
import dev.tlsbench.report.folder.UnusableFolderException;
import dev.tlsbench.report.page.TextPage;
import dev.tlsbench.ycsb.session.Binding;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line {@code tlsbench}, which measures the cost of encryption for a database.
 *
 * <p>Results go to standard output; progress and messages go to standard error, one line each. An
 * exception becomes one line and an exit code (0 done, 2 command line or property wrong, 3 no
 * connection or no TLS, 4 the result must not be used); its stack trace is printed with {@code
 * --verbose} only.
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
      PredictCommand.class,
      ReportCommand.class,
      TapCommand.class,
      ServeCommand.class,
      CertsCommand.class
    },
    footer = {
      "",
      "Without a URL every command uses an embedded server. Every user of the machine can see the",
      "command line, so do not put a URL with a password there: put it into a file for -P, as",
      "mysql.url=…, or into the environment, as TLSBENCH_P_MYSQL_URL.",
      "Exit code: 0 done, 2 command line or property wrong, 3 no connection or no TLS,",
      "4 the run finished but its result must not be used, 5 a limit that you set was exceeded,",
      "6 the run could not decide about such a limit."
    })
public final class Tlsbench {
  /** Warning about {@code --legacy-tls}. */
  static final String LEGACY_TLS =
      "The JDK's policy on weak algorithms is switched off for this run (--legacy-tls).";

  /** The system property with the folder of this installation. */
  static final String HOME = "tlsbench.home";

  /** Wide enough for each example to fit on one line. */
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

  private Tlsbench(PrintStream out, PrintStream err, Map<String, String> environment) {
    this.out = out;
    this.err = err;
    this.environment = environment;
    this.redaction = new Redaction(environment);
    this.warnings = ConcurrentHashMap.newKeySet();
  }

  private Tlsbench(Tlsbench outer) {
    this.out = outer.out;
    this.err = outer.err;
    this.environment = outer.environment;
    this.redaction = outer.redaction;
    this.warnings = outer.warnings;
  }

  /**
   * Runs a command and exits the JVM with its exit code.
   *
   * @param args a command and its options; {@code --help} lists them
   */
  public static void main(String[] args) {
    DriverLog.install();
    System.exit(run(System.out, System.err, args));
  }

  /**
   * Runs a command.
   *
   * @param out receives the result and nothing else
   * @param err receives messages
   * @param args a command and its options
   * @return the exit code
   */
  public static int run(PrintStream out, PrintStream err, String... args) {
    return run(System.getenv(), out, err, args);
  }

  /** Runs a command with other environment variables. */
  static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... args) {
    return new Tlsbench(out, err, environment).execute(args);
  }

  /**
   * Runs the measurement of a command for another command.
   *
   * @param args a command and its options, without a URL
   * @param target the server, which stays open
   */
  Outcome measure(List<String> args, Target target) throws Exception {
    MeasuringCommand measuring = parse(args);
    measuring.tlsbench().allowLegacyTls();
    Measurement measurement = measuring.prepare();
    try (Target own = measuring.server().lend(measuring.tlsbench(), target)) {
      return measurement.on(own);
    }
  }

  /**
   * Parses a command that another command runs.
   *
   * @param args a command and its options, without a URL
   * @throws InvalidSettingException if an option is wrong, or the command measures nothing
   */
  MeasuringCommand parse(List<String> args) {
    redaction.watch(args.toArray(String[]::new));
    try {
      ParseResult parsed = parser(new Tlsbench(this)).parseArgs(args.toArray(String[]::new));
      if (parsed.subcommand().commandSpec().userObject() instanceof MeasuringCommand measuring) {
        return measuring;
      }
    } catch (ParameterException e) {
      throw new InvalidSettingException(reason(e), e);
    }
    throw new InvalidSettingException("run: '" + args.get(0) + "' does not measure anything");
  }

  private int execute(String... args) {
    redaction.watch(args);
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
    try {
      LostLetters.refuse(environment, args);
    } catch (InvalidSettingException e) {
      return failed(e);
    }
    return commandLine.execute(args);
  }

  /** Returns the parser without a run, for help, manual pages and completion. */
  public static CommandLine commandLine() {
    return parser(new Tlsbench(System.out, System.err, Map.of()));
  }

  private static CommandLine parser(Tlsbench tlsbench) {
    CommandLine parser =
        new CommandLine(tlsbench)
            .setPosixClusteredShortOptionsAllowed(false)
            .setExpandAtFiles(false)
            .setUsageHelpWidth(HELP_WIDTH)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .registerConverter(Path.class, Tlsbench::path);
    parser
        .getSubcommands()
        .values()
        .forEach(command -> command.getCommandSpec().mixinStandardHelpOptions(true));
    return parser;
  }

  private static Path path(String name) {
    try {
      return BoundedFile.path("path", name);
    } catch (InvalidSettingException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }

  /**
   * Runs the command. Before any use of TLS the policy is set; before any measurement, servers that
   * a killed run left confined are restored.
   */
  private int execute(ParseResult parsed) {
    allowLegacyTls();
    Repair.leftOver().forEach(this::say);
    return new CommandLine.RunLast().execute(parsed);
  }

  private void allowLegacyTls() {
    if (legacyTls) {
      LegacyTls.allow();
      say(LEGACY_TLS);
    }
  }

  /** Returns the environment, whose variables may hold properties. */
  Map<String, String> environment() {
    return environment;
  }

  /** Prints a line of a result, such as the path of a file. */
  void print(String line) {
    out.println(OneLine.escape(line));
  }

  /** Returns the stream for results. */
  PrintStream out() {
    return out;
  }

  /** Returns the stream for messages other than lines; see {@link #say}. */
  PrintStream err() {
    return err;
  }

  /** Prints a report that was written into a folder, and the path of its page. */
  void print(Document report, ResultFolder folder) {
    out.println(TextPage.render(report));
    print(folder.path().resolve(SavedDocument.HTML).toString());
  }

  /** Returns the command line, which may hold secrets. */
  static String typed(CommandSpec command) {
    return "bin/tlsbench "
        + String.join(" ", command.root().commandLine().getParseResult().originalArgs());
  }

  /** Hides the passwords of these properties in all further output. */
  void protect(Properties properties) {
    redaction.watch(properties);
  }

  /** Hides the passwords of these settings, which do not change, in all further output. */
  void protect(Map<String, String> settings) {
    redaction.watch(settings);
  }

  /** Prints each warning about a URL once, and one if other users may read the private key. */
  void warnOf(Binding binding, Properties properties) {
    ExposedFiles.key(binding, properties).ifPresent(this::warn);
    try {
      binding.warnings(properties).forEach(this::warn);
    } catch (InvalidSettingException e) {
      // Connecting reports it.
    }
  }

  /** Prints a line, unless it was printed before. */
  void warn(String line) {
    if (warnings.add(line)) {
      say(line);
    }
  }

  /** Prints a line without passwords. */
  void say(String line) {
    err.println("tlsbench: " + redaction.line(line));
  }

  /** Returns a text on one line, without passwords. */
  String line(String text) {
    return redaction.line(text);
  }

  /** Returns a text without passwords. */
  String hide(String text) {
    return redaction.hide(text);
  }

  private int invalid(ParameterException e) {
    say(reason(e));
    return ExitCode.INVALID;
  }

  private static String reason(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String help = command.getCommandSpec().qualifiedName() + " --help lists the options";
    if (e instanceof UnmatchedArgumentException unmatched) {
      // A surplus argument may hold a password, so only options are quoted.
      String first = unmatched.getUnmatched().get(0);
      return (first.startsWith("-")
              ? first.split("[^A-Za-z0-9_.-]", 2)[0] + ": no such option"
              : command == command.getCommandSpec().root().commandLine()
                  ? first + ": no such command; choose one of " + commands(command)
                  : "an argument without an option before it (not shown, as it may be"
                      + " a secret)")
          + "; "
          + help;
    }
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("command line") + "; " + help;
  }

  private static String commands(CommandLine commandLine) {
    return commandLine.getSubcommands().keySet().stream()
        .sorted()
        .collect(Collectors.joining(", "));
  }

  /** Prints a failure, and returns its exit code. */
  int failed(Exception e) {
    say(message(e));
    if (verbose) {
      redaction.trace(e).forEach(err::println);
    }
    Throwable cause = expected(e);
    if (cause instanceof ConnectFailedException) {
      return ExitCode.NO_CONNECTION;
    }
    return isExpected(e) ? ExitCode.INVALID : ExitCode.UNUSABLE;
  }

  /** Returns a failure in one sentence, which may hold passwords. */
  static String message(Exception e) {
    String message = expected(e).getMessage();
    boolean says = isExpected(e) || e instanceof NothingMeasuredException;
    return says && message != null ? message : e.toString();
  }

  /** Returns true if the user can correct the failure, so that its message suffices. */
  static boolean isExpected(Exception e) {
    return isExpected(expected(e));
  }

  private static boolean isExpected(Throwable cause) {
    return cause instanceof InvalidSettingException
        || cause instanceof ConnectFailedException
        || cause instanceof UnusableFolderException;
  }

  /**
   * Returns the failure that YCSB wraps: the cause that a user can correct if there is one, else
   * the exception itself.
   */
  static Throwable expected(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (isExpected(cause)) {
        return cause;
      }
    }
    return e;
  }
}
