package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.experiment.console.Console;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.option.LocalServerOptions;
import dev.tlsbench.experiment.option.ProfileOptions;
import dev.tlsbench.experiment.option.ServerOptions;
import dev.tlsbench.experiment.predict.Calibration;
import dev.tlsbench.experiment.predict.PredictDocument;
import dev.tlsbench.experiment.predict.PredictResult;
import dev.tlsbench.experiment.predict.Predictor;
import dev.tlsbench.experiment.predict.Profile;
import dev.tlsbench.experiment.predict.Sources;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.ResultFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code tlsbench predict}. */
@Command(
    name = "predict",
    description = {
      "Predicts what TLS will cost an application, with intervals.",
      "The costs of messages and connections are measured first, in two minutes against the URL, or"
          + " taken from result folders (--from) of compare, sweep, connect or predict. A folder of"
          + " tap gives the profile."
    },
    footer = {
      "",
      "  bin/tlsbench predict 'mysql://bench@db/shop?ssl-ca=ca.pem' --rate 20000/s --request 300 \\",
      "      --reply 4k --rtt 0.4ms --operations-per-connection 50",
      "  bin/tlsbench predict --from results/…-predict --profile shop.yaml --what-if resumption=on"
    })
final class PredictCommand implements Callable<Integer> {
  private static final String USUAL = "tls13";

  /** Between 16,000 and 16,384 bytes a reply exceeds MySQL's buffer, and costs a third more. */
  private static final List<String> SIZES =
      List.of("100", "4096", "16000", "16384", "49152", "131072");

  /** With fewer, PostgreSQL reads the whole table instead of the index for each of some sizes. */
  private static final int RECORDS = 400;

  private static final Duration USUAL_TIME = Duration.ofSeconds(60);
  private static final Duration EACH = Duration.ofSeconds(30);
  private static final String LONG_REQUEST = "16384";

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @ParentCommand
  private Tlsbench tlsbench;

  @SuppressWarnings("NullAway.Init") // picocli sets it
  @Spec
  private CommandSpec spec;

  @Mixin private final ServerOptions server = new ServerOptions();
  @Mixin private final ProfileOptions profile = new ProfileOptions();

  @Option(
      names = "--from",
      paramLabel = "FOLDER",
      description =
          "Result folder to take costs or a profile from; may be repeated. mysql-9.7,"
              + " postgresql-18, mariadb-10.11 and ferretdb-2.7 are published costs, for a first"
              + " guess.")
  private List<Path> from = new ArrayList<>();

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      split = ",",
      description =
          "Variants to predict, as for 'compare'. Default: tls13, or all that --from has.")
  private List<String> variants = new ArrayList<>();

  @Option(
      names = "--what-if",
      paramLabel = "CHANGE",
      description =
          "Predict a change too: resumption=on|off, pool=N (operations for each connection),"
              + " suite=NAME, provider=NAME, group=NAME; may be repeated.")
  private List<String> whatIfs = new ArrayList<>();

  @Mixin private final LocalServerOptions localServer = new LocalServerOptions();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Duration of the comparison that calibrates. Default: 60s, and 30s for each variant.")
  private @Nullable Duration duration;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of orders and keys of the calibration (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "Parent of the result folder. Default: results.")
  private @Nullable Path output;

  PredictCommand() {}

  @Override
  public Integer call() throws Exception {
    Instant started = Instant.now();
    Sources sources = new Sources();
    from.forEach(folder -> read(folder, sources));
    boolean measures = !sources.haveCosts();
    if (!measures && server.namesServer()) {
      throw new InvalidSettingException(
          "URL, --from: the costs are measured on the server or taken from the folders; give one");
    }
    // Report errors of the profile before minutes of measuring.
    Profile parsed = profile.parse(sources.tap().orElse(null));
    Predictor.check(whatIfs);
    List<Variant> chosen =
        measures
            ? Variants.of(variants.isEmpty() ? List.of(USUAL) : variants, List.of()).all()
            : List.of();
    Variants.requireAllowed(chosen);
    try (ResultFolder folder = ResultFolder.create(output, spec.name(), started)) {
      int code = measures ? calibrate(chosen, sources, folder) : ExitCode.DONE;
      Optional<Calibration> costs =
          code == ExitCode.DONE ? fit(sources, measures) : Optional.empty();
      if (costs.isEmpty()) {
        return code == ExitCode.DONE ? ExitCode.UNUSABLE : code;
      }
      Predictor predictor = new Predictor(costs.get(), parsed, measures ? List.of() : variants);
      Outcome outcome = predict(predictor, costs.get(), sources, started);
      console().print(outcome.write(folder), folder);
      return outcome.run().exitCode();
    }
  }

  /** Returns the costs; empty if this run measured too little. */
  private Optional<Calibration> fit(Sources sources, boolean measures) {
    try {
      return Optional.of(sources.fit());
    } catch (InvalidSettingException e) {
      if (!measures) {
        throw e;
      }
      console().say(e.getMessage() + "; for the calibration, give a longer --duration");
      return Optional.empty();
    }
  }

  private Outcome predict(
      Predictor predictor, Calibration costs, Sources sources, Instant started) {
    List<String> warnings = sources.warnings(costs, Runtime.version().toString());
    warnings.forEach(console()::say);
    RunRecord run =
        RunRecord.of(
            tlsbench.typed(spec),
            started,
            Duration.between(started, Instant.now()),
            true,
            List.of(),
            warnings);
    PredictResult result = predictor.predict(run, whatIfs);
    return Outcome.of(
        result,
        result.run(),
        costs.sources().stream().findFirst().map(Calibration.Source::server).orElse("unknown"),
        ForkProcess.flags(List.of()),
        PredictDocument::of,
        Map.of());
  }

  /** Reads a folder, or published costs by their name. */
  private static void read(Path folder, Sources sources) {
    Path all =
        BoundedFile.path(Tlsbench.HOME, System.getProperty(Tlsbench.HOME, "."))
            .resolve("docs")
            .resolve("results")
            .resolve("costs");
    Path published = all.resolve(folder.toString());
    if (Files.exists(folder)) {
      sources.read(folder);
    } else if (isPublished(published)) {
      sources.readPublished(published);
    } else {
      throw new InvalidSettingException(
          "--from "
              + folder
              + ": there is no such folder, and no published costs of this name; give a result"
              + " folder, or one of "
              + names(all));
    }
  }

  /** Returns true for costs; folders beside them hold only the cells of a matrix. */
  private static boolean isPublished(Path folder) {
    return Files.isRegularFile(folder.resolve("result.json.gz"));
  }

  private static String names(Path folder) {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(PredictCommand::isPublished)
          .map(one -> String.valueOf(one.getFileName()))
          .sorted()
          .collect(Collectors.joining(", "));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Measures the costs; returns an exit code other than 0 after a failure. */
  private int calibrate(List<Variant> chosen, Sources sources, ResultFolder folder)
      throws Exception {
    String first = chosen.get(0).name();
    try (Target target = server.open(console())) {
      int code = measure("messages", messages(chosen, target), target, sources, folder);
      if (code == ExitCode.DONE) {
        // Other groups differ in nothing but their connections.
        String all =
            Stream.concat(
                    Stream.of(first),
                    chosen.stream().skip(1).filter(Variant::choosesGroups).map(Variant::name))
                .collect(Collectors.joining(","));
        code = measure("connections", connections(all, "1500"), target, sources, folder);
      }
      if (code == ExitCode.DONE) {
        // So far away that code which is not warm, since few connections can be made, hardly
        // matters.
        code =
            measure(
                "far",
                connections(first, "40", "--rtt", "20ms", "--warm-up", "1s", "--forks", "1"),
                target,
                sources,
                folder);
      }
      return code;
    }
  }

  private int measure(
      String name, List<String> arguments, Target target, Sources sources, ResultFolder folder)
      throws Exception {
    console().say("calibration, " + name);
    try (ResultFolder own = folder.part(name)) {
      Outcome outcome = tlsbench.measure(arguments, target);
      outcome.write(own);
      if (outcome.run().exitCode() != ExitCode.DONE) {
        outcome.run().problems().forEach(problem -> console().say(name + ": " + problem));
        return outcome.run().exitCode();
      }
      sources.add(
          new Calibration.Source(
              null,
              console().command(arguments),
              outcome.run().started(),
              outcome.server(),
              Runtime.version().toString(),
              Sources.tlsRemark(outcome.result())),
          outcome.result());
      return ExitCode.DONE;
    }
  }

  /** Compares reads of several sizes, and long requests, plain and over TLS, in the same JVMs. */
  private List<String> messages(List<Variant> chosen, Target target) {
    List<String> arguments =
        new ArrayList<>(
            List.of("compare", "--load", "-P", "workloads/workloadc", "--threads", "1"));
    arguments.addAll(List.of("-p", "fieldcount=1", "-p", "recordcount=" + RECORDS));
    arguments.addAll(List.of("-p", "fieldlength=" + SIZES.get(0)));
    arguments.addAll(List.of("-p", "table=" + table(SIZES.get(0))));
    arguments.addAll(
        List.of("--duration", duration(chosen).toMillis() + "ms", "--baseline", "plain"));
    arguments.addAll(List.of("--seed", Long.toString(seed)));
    arguments.addAll(localServer.arguments());
    List<Variant> all =
        new ArrayList<>(List.of(new Variant("plain", Map.of("tls.enabled", "false"))));
    all.addAll(chosen);
    for (Variant one : all) {
      arguments.addAll(List.of("--variant", typed(one, "", Map.of())));
      for (String size : SIZES.subList(1, SIZES.size())) {
        arguments.addAll(
            List.of(
                "--variant",
                typed(one, "-" + size, Map.of("fieldlength", size, "table", table(size)))));
      }
      if (MeasuredDatabase.of(target.binding().database()).canRepeat()) {
        arguments.addAll(
            List.of(
                "--variant",
                typed(
                    one,
                    "-request",
                    Map.of(
                        "workload",
                        "dev.tlsbench.ycsb.workload.RepeatWorkload",
                        "repeat.length",
                        "1",
                        "repeat.request",
                        LONG_REQUEST))));
      }
    }
    return arguments;
  }

  private Duration duration(List<Variant> chosen) {
    return duration == null ? USUAL_TIME.plus(EACH.multipliedBy(chosen.size())) : duration;
  }

  private static String table(String size) {
    return "tlsbench_" + size;
  }

  private static String typed(Variant variant, String suffix, Map<String, String> more) {
    Map<String, String> settings = new TreeMap<>(variant.settings());
    settings.putAll(more);
    return variant.name()
        + suffix
        + ":"
        + settings.entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(","));
  }

  private List<String> connections(String variants, String number, String... more) {
    List<String> arguments = new ArrayList<>(List.of("connect", "--variant", "plain," + variants));
    arguments.addAll(List.of("-n", number, "--open-only", "--load"));
    arguments.addAll(localServer.arguments());
    arguments.addAll(List.of("--seed", Long.toString(seed)));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private Console console() {
    return tlsbench.console();
  }
}
