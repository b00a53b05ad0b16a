package dev.tlsbench.experiment.command;

import dev.tlsbench.client.output.DriverLog;
import dev.tlsbench.client.output.LoggedWarnings;
import dev.tlsbench.client.properties.GivenProperties;
import dev.tlsbench.client.properties.UndecodableText;
import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.console.Failures;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.ExitCode;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Parses the command line, runs a command, and turns failures into a line and an exit code. */
@Command(
    name = "tlsbench",
    description = "What does TLS cost your database? Measured in pairs, with intervals.",
    mixinStandardHelpOptions = true,
    versionProvider = Tlsbench.BuiltVersion.class,
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
      HistoryCommand.class,
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
  /** Wide enough for each example to fit on one line. */
  private static final int HELP_WIDTH = 100;

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

  /** Options that commands had before, when executors of a cluster compared. */
  private static final Set<String> OF_CLUSTER = Set.of("--cluster", "--executors");

  private final Console console;

  private Tlsbench(Console console) {
    this.console = console;
  }

  public static void main(String[] args) {
    DriverLog.install();
    System.exit(run(System.out, System.err, args));
  }

  public static int run(PrintStream out, PrintStream err, String... args) {
    return run(System.getenv(), out, err, args);
  }

  static int run(
      Map<String, String> environment, PrintStream out, PrintStream err, String... args) {
    return new Tlsbench(new Console(out, err, environment)).execute(args);
  }

  /** Runs the measurement of a command for another command. */
  Outcome measure(List<String> args, Target target) throws Exception {
    MeasuringCommand measuring = parse(args);
    measuring.tlsbench().allowLegacyTls();
    MeasuringCommand.Measurement measurement = measuring.prepare();
    try (Target own = measuring.server().lend(measuring.console(), target)) {
      return measurement.on(own);
    }
  }

  /** Parses a command that another command runs. */
  MeasuringCommand parse(List<String> args) {
    console.secrets().watch(args.toArray(String[]::new));
    try {
      ParseResult parsed = parser(new Tlsbench(console)).parseArgs(args.toArray(String[]::new));
      if (parsed.subcommand().commandSpec().userObject() instanceof MeasuringCommand measuring) {
        return measuring;
      }
    } catch (ParameterException e) {
      throw new InvalidSettingException(reason(e), e);
    }
    throw new InvalidSettingException("run: '" + args.get(0) + "' does not measure anything");
  }

  private int execute(String... args) {
    console.secrets().watch(args);
    LoggedWarnings logged = new LoggedWarnings(console::warn);
    try {
      CommandLine commandLine =
          parser(this)
              .setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8))
              .setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8))
              .setExecutionStrategy(this::execute)
              .setParameterExceptionHandler((e, ignored) -> invalid(e))
              .setExecutionExceptionHandler((e, command, result) -> failed(e));
      if (args.length == 0) {
        commandLine.usage(console.err());
        return ExitCode.INVALID;
      }
      UndecodableText.refuse(console.environment(), args);
      int code = commandLine.execute(args);
      if (console.out().checkError() && code == ExitCode.DONE) {
        console.say("standard output cannot be written: the answer is not there");
        return ExitCode.UNUSABLE;
      }
      return code;
    } catch (InvalidSettingException e) {
      return failed(e);
    } finally {
      logged.close();
    }
  }

  @Command(description = "Print completion for bash; source <(./bin/tlsbench completion) reads it.")
  void completion() {
    console.out().print(AutoComplete.bash("tlsbench", commandLine()));
  }

  /** Returns the parser without a run, for help, manual pages and completion. */
  public static CommandLine commandLine() {
    return parser(new Tlsbench(new Console(System.out, System.err, Map.of())));
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

  /** Runs the command. Before any use of TLS the policy is set. */
  private int execute(ParseResult parsed) {
    allowLegacyTls();
    return new CommandLine.RunLast().execute(parsed);
  }

  private void allowLegacyTls() {
    if (legacyTls) {
      LegacyTls.allow();
      console.say(Console.LEGACY_TLS);
    }
  }

  static Path home() {
    return BoundedFile.path("tlsbench.home", System.getProperty("tlsbench.home", "."));
  }

  /** Returns the command line, which may hold secrets. */
  String typed(CommandSpec command) {
    return console.command(command.root().commandLine().getParseResult().originalArgs());
  }

  Console console() {
    return console;
  }

  private int invalid(ParameterException e) {
    console.say(reason(e));
    return ExitCode.INVALID;
  }

  private static String reason(ParameterException e) {
    CommandLine command = e.getCommandLine();
    String help =
        command.getCommandSpec().qualifiedName()
            + (command.getSubcommands().isEmpty()
                ? " --help lists the options"
                : " --help lists the commands");
    if (e instanceof UnmatchedArgumentException unmatched) {
      // A surplus argument may hold a password, so only options are quoted.
      String first = unmatched.getUnmatched().get(0);
      String problem =
          first.startsWith("-")
              ? noOption(GivenProperties.nameIn(first), command)
              : command == command.getCommandSpec().root().commandLine()
                  ? noCommand(first, command)
                  : "an argument without an option before it (not shown, as it may be a secret)";
      return problem + (problem.endsWith("?") ? " " : "; ") + help;
    }
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("command line") + "; " + help;
  }

  private static String noOption(String name, CommandLine command) {
    if (OF_CLUSTER.contains(name)) {
      return name
          + ": measurements run on one machine, as a ratio needs one quiet client; load a server"
          + " from many machines with bin/ycsb run … --cluster";
    }
    Map<String, CommandLine> commands = command.getSubcommands();
    List<String> known = new ArrayList<>(command.getCommandSpec().optionsMap().keySet());
    Optional<String> own = NearestName.near(name, known);
    commands.values().forEach(one -> known.addAll(one.getCommandSpec().optionsMap().keySet()));
    return NearestName.near(name, known)
        .map(
            near ->
                "%s: no such option%s%s?"
                    .formatted(
                        name,
                        own.isEmpty()
                            ? " before a command; did you mean COMMAND "
                            : "; did you mean ",
                        near))
        .orElse(name + ": no such option");
  }

  private static String noCommand(String name, CommandLine root) {
    Set<String> known = root.getSubcommands().keySet();
    return name
        + ": no such command; "
        + NearestName.near(name, known)
            .map(near -> "did you mean " + near + "?")
            .orElseGet(
                () -> "choose one of " + known.stream().sorted().collect(Collectors.joining(", ")));
  }

  /** Prints a failure, and returns its exit code. */
  int failed(Exception e) {
    console.say(Failures.message(e));
    if (verbose) {
      console.trace(e);
    }
    Throwable cause = Failures.expected(e);
    if (cause instanceof ConnectFailedException) {
      return ExitCode.NO_CONNECTION;
    }
    return Failures.isExpected(e) ? ExitCode.INVALID : ExitCode.UNUSABLE;
  }

  /** The version of the build, which Maven takes from the parent {@code pom.xml}. */
  static final class BuiltVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"tlsbench " + Outcome.versions().get("tlsbench")};
    }
  }
}
