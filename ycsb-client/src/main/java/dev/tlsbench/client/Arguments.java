package dev.tlsbench.client;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.client.properties.GivenProperties;
import dev.tlsbench.client.properties.UndecodableText;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code bin/ycsb}, with the options of stock YCSB. */
@Command(
    name = "ycsb",
    sortOptions = false,
    description = "Runs a YCSB workload against a database, over TLS or in plain text.",
    footerHeading = "%n",
    footer = {
      "Without a URL, such as mysql.url, an embedded server is used.",
      "Properties of the bindings, tls.* ones among them, and the output: docs/guide/ycsb.md.",
      "Passwords: not with -p, which every user of the machine can see, but in a file for -P, or in",
      "the environment: TLSBENCH_P_MYSQL_URL is mysql.url.",
      "",
      "  bin/ycsb run mongodb-tls -P workloads/workloada",
      "  bin/ycsb load mysql-tls -P workloads/workloada -threads 4 \\",
      "      -p 'mysql.url=mysql://bench@db.example/ycsb?ssl-ca=ca.pem'",
      "",
      "Exit code: 0 done, 2 command line or property wrong, 3 no connection or no TLS,",
      "4 the run finished but its result must not be used."
    })
final class Arguments {
  /** Wide enough for the longest example, so that each fits on one line. */
  private static final int HELP_WIDTH = 100;

  @Parameters(
      index = "0",
      paramLabel = "load|run|shell",
      description = "Load the records, run the operations, or type commands.")
  private String phase = "";

  @Parameters(
      index = "1",
      paramLabel = "BINDING",
      completionCandidates = BindingNames.class,
      description = "One of ${COMPLETION-CANDIDATES}.")
  private String binding = "";

  @Option(
      names = "-P",
      paramLabel = "FILE",
      description =
          "Property file; several are read in order. A relative path is looked for here,"
              + " then in the home of tlsbench.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "-p",
      paramLabel = "NAME=VALUE",
      description = "Property; overrides those of files, which override the environment's.")
  private List<String> properties = new ArrayList<>();

  @Option(names = "-s", description = "Print the status every 10 seconds (status.interval).")
  private boolean status;

  @Option(names = "-threads", paramLabel = "N", description = "Client threads; 1 by default.")
  private @Nullable String threads;

  @Option(
      names = "-target",
      paramLabel = "N",
      description = "Operations per second, all threads together; as fast as possible by default.")
  private @Nullable String target;

  @Option(names = "-l", paramLabel = "LABEL", description = "Label of the status lines.")
  private @Nullable String label;

  @Option(
      names = "--cluster",
      paramLabel = "MASTER",
      description =
          "Run from the executors of a Spark cluster: spark://HOST:PORT, yarn, k8s://… or local[N]."
              + " Needs SPARK_HOME, but for local[N].")
  private @Nullable String cluster;

  @Option(
      names = "--executors",
      paramLabel = "N",
      description =
          "Executors of the cluster; operations and target are of all together, threads of each.")
  private @Nullable Integer executors;

  @Option(names = "--per-executor", description = "Report the throughput of each executor, too.")
  private boolean perExecutor;

  // bin/ycsb handles these two; they are here for --help, and to refuse them elsewhere.
  @Option(
      names = "-jvm-args",
      paramLabel = "ARGS",
      description = "Arguments of the JVM, separated by spaces; JAVA_OPTS is respected too.")
  private @Nullable String jvmArgs;

  @Option(names = "-cp", paramLabel = "PATH", description = "Goes before the class path.")
  private @Nullable String classPath;

  @SuppressWarnings("UnusedVariable") // Read by the parser.
  @Option(
      names = {"-h", "-help", "--help"},
      usageHelp = true,
      description = "Print this text.")
  private boolean help;

  /** Commands of {@code bin/ycsb}. */
  enum Phase {
    LOAD,
    RUN,
    SHELL
  }

  /**
   * A parsed command line.
   *
   * @param cluster {@code null} to run on this machine
   */
  record Invocation(
      Phase phase, Binding binding, GivenProperties given, @Nullable ClusterOptions cluster) {}

  private Arguments() {}

  /** Returns a parser without state, for its help. */
  static CommandLine parser() {
    return parser(new Arguments());
  }

  private static CommandLine parser(Arguments arguments) {
    return new CommandLine(arguments)
        .setPosixClusteredShortOptionsAllowed(false)
        .setExpandAtFiles(false)
        .setUsageHelpWidth(HELP_WIDTH);
  }

  /**
   * Parses a command line; empty if it asks for the help.
   *
   * @param environment variables by name, which may hold properties
   * @throws InvalidSettingException if it is invalid
   */
  static Optional<Invocation> parse(Map<String, String> environment, String... args) {
    UndecodableText.refuse(environment, args);
    Arguments arguments = new Arguments();
    CommandLine parser = parser(arguments);
    try {
      parser.parseArgs(args);
    } catch (CommandLine.UnmatchedArgumentException e) {
      throw new InvalidSettingException(unmatched(e.getUnmatched().get(0), parser));
    } catch (CommandLine.ParameterException e) {
      throw new InvalidSettingException(
          String.valueOf(e.getMessage()).lines().findFirst().orElse("command line")
              + "; bin/ycsb --help lists what there is");
    }
    if (parser.isUsageHelpRequested()) {
      return Optional.empty();
    }
    if (arguments.jvmArgs != null || arguments.classPath != null) {
      throw new InvalidSettingException(
          "-jvm-args, -cp: only the shell script bin/ycsb takes these; elsewhere set JAVA_OPTS, or"
              + " give Java its options before -jar or the main class");
    }
    Phase phase =
        RunProperties.choice(
            Phase.values(),
            known -> known.name().toLowerCase(Locale.ROOT),
            arguments.phase,
            "there is no command '" + arguments.phase + "'");
    Binding binding = Binding.of(arguments.binding);
    GivenProperties given = arguments.given(environment);
    return Optional.of(new Invocation(phase, binding, given, arguments.cluster(phase)));
  }

  private @Nullable ClusterOptions cluster(Phase phase) {
    if (cluster == null) {
      if (executors != null || perExecutor) {
        throw new InvalidSettingException(
            "--executors, --per-executor: these are for --cluster; give its master, too");
      }
      return null;
    }
    if (phase == Phase.SHELL) {
      throw new InvalidSettingException("--cluster: the shell is one client; omit the option");
    }
    return ClusterOptions.of(cluster, executors, perExecutor);
  }

  /** Quotes only options: any other argument may be a password, or contain one. */
  private static String unmatched(String argument, CommandLine parser) {
    String name = GivenProperties.nameIn(argument);
    return (argument.startsWith("-")
            ? name
                + ": there is no such option"
                + NearestName.near(name, parser.getCommandSpec().optionsMap().keySet())
                    .map(near -> "; did you mean " + near)
                    .orElse("")
            : "there is an argument without an option before it (not shown, as it may be a secret);"
                + " was -p or -P forgotten, or the = of a property?")
        + "; bin/ycsb --help lists what there is";
  }

  private GivenProperties given(Map<String, String> environment) {
    List<String> assignments = new ArrayList<>();
    add("threadcount", threads, assignments);
    add("target", target, assignments);
    add("label", label, assignments);
    add("status", status ? "true" : null, assignments);
    assignments.addAll(properties);
    return GivenProperties.of(environment, files, assignments);
  }

  private static void add(String name, @Nullable String value, List<String> assignments) {
    if (value != null) {
      assignments.add(name + "=" + value);
    }
  }
}
