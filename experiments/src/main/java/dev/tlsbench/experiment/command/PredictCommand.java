package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.experiment.option.LocalServerOptions;
import dev.tlsbench.experiment.option.ProfileOptions;
import dev.tlsbench.experiment.option.ServerOptions;
import dev.tlsbench.experiment.predict.PredictDocument;
import dev.tlsbench.experiment.predict.PredictResult;
import dev.tlsbench.experiment.predict.Predictor;
import dev.tlsbench.experiment.predict.Profile;
import dev.tlsbench.experiment.predict.Sources;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.ExitCode;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.ResultFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
      "  bin/tlsbench predict --from results/…-predict --request 300 --reply 4k --what-if resumption=on"
    })
final class PredictCommand extends WritingCommand {
  private static final String USUAL = "tls13";

  /** Between 16,000 and 16,384 bytes a reply exceeds MySQL's buffer, and costs a third more. */
  private static final List<String> SIZES =
      List.of("100", "4096", "16000", "16384", "49152", "131072");

  /** With fewer, PostgreSQL reads the whole table instead of the index for each of some sizes. */
  private static final int RECORDS = 400;

  private static final Duration USUAL_TIME = Duration.ofSeconds(60);
  private static final Duration EACH = Duration.ofSeconds(30);
  private static final String PUBLISHED = "ferretdb-2.7, mariadb-10.11, mysql-9.7, postgresql-18";

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
          "Predict a change too: resumption=on|off or pool=N (operations for each connection); may"
              + " be repeated.")
  private List<String> whatIfs = new ArrayList<>();

  @Mixin private final LocalServerOptions localServer = new LocalServerOptions();

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Duration of the comparison that calibrates. Default: 60s, and 30s for each variant.")
  private @Nullable Duration duration;

  @Override
  public Integer call() throws Exception {
    Instant started = Instant.now();
    Converters.positive("--duration", duration);
    Sources sources = new Sources();
    from.forEach(folder -> sources.read(source(folder)));
    boolean measures = sources.list().isEmpty();
    if (!measures && server.namesServer()) {
      throw new InvalidSettingException(
          "URL, --from: the costs are measured on the server or taken from the folders; give one");
    }
    // Report errors of the profile before minutes of measuring.
    Profile parsed = profile.parse(sources.profile());
    Predictor.check(parsed, whatIfs);
    List<Variant> chosen =
        measures
            ? Variants.of(variants.isEmpty() ? List.of(USUAL) : variants, List.of()).all()
            : List.of();
    Variants.requireAllowed(chosen);
    try (ResultFolder folder = folder(title(), started)) {
      int code = measures ? calibrate(chosen, sources, folder) : ExitCode.DONE;
      if (code != ExitCode.DONE) {
        return code;
      }
      Outcome outcome = predict(sources, parsed, measures ? List.of() : variants, started);
      console().print(outcome.write(folder), folder.path());
      return ExitCode.DONE;
    }
  }

  private Outcome predict(Sources sources, Profile parsed, List<String> names, Instant started) {
    List<String> warnings = new ArrayList<>(sources.warnings(Runtime.version().toString()));
    if (from.stream().anyMatch(folder -> !Files.exists(folder))) {
      warnings.add(
          "These are published costs of another machine, for a first guess: measure on yours.");
    }
    RunRecord run =
        RunRecord.of(
            typed(), started, Duration.between(started, Instant.now()), true, List.of(), warnings);
    PredictResult result = Predictor.predict(run, sources, parsed, names, whatIfs);
    warnings.forEach(console()::say);
    return Outcome.of(
        result,
        run,
        sources.list().stream().findFirst().map(PredictResult.Source::server).orElse("unknown"),
        ForkProcess.flags(List.of()),
        PredictDocument::of);
  }

  /** Returns a folder that exists, or that of published costs with this name. */
  private static Path source(Path folder) {
    Path published = Tlsbench.home().resolve("docs/results/costs").resolve(folder.toString());
    if (!Files.exists(folder) && !Files.isRegularFile(published.resolve("result.json.gz"))) {
      throw new InvalidSettingException(
          ("--from %s: there is no such folder, and no published costs of this name; "
                  + "give a result folder, or one of %s")
              .formatted(folder, PUBLISHED));
    }
    return Files.exists(folder) ? folder : published;
  }

  /** Measures the costs; returns an exit code other than 0 after a failure. */
  private int calibrate(List<Variant> chosen, Sources sources, ResultFolder folder)
      throws Exception {
    String all = chosen.stream().map(Variant::name).collect(Collectors.joining(","));
    Map<String, List<String>> steps = new LinkedHashMap<>();
    steps.put("messages", messages(chosen));
    steps.put("connections", connections(all, "-n 1500"));
    // So far away that code which is not warm, since few connections can be made, hardly matters.
    steps.put("far", connections(all, "-n 40 --rtt 20ms --warm-up 1s --forks 1"));
    try (Target target = server.open(console())) {
      for (Map.Entry<String, List<String>> step : steps.entrySet()) {
        String name = step.getKey();
        console().say("calibration, " + name);
        try (ResultFolder own = folder.part(name)) {
          Outcome outcome = tlsbench().measure(step.getValue(), target);
          outcome.write(own);
          RunRecord run = outcome.run();
          if (run.exitCode() != ExitCode.DONE) {
            run.problems().forEach(problem -> console().say(name + ": " + problem));
            return run.exitCode();
          }
          sources.read(own.path());
        }
      }
      return ExitCode.DONE;
    }
  }

  /** Compares reads of several sizes, plain and over TLS, in the same JVMs. */
  private List<String> messages(List<Variant> chosen) {
    Duration usual = USUAL_TIME.plus(EACH.multipliedBy(chosen.size()));
    List<String> arguments =
        words(
            ("compare --load -P workloads/workloadc --threads 1 -p fieldcount=1 -p recordcount=%s"
                    + " --duration %sms --baseline plain")
                .formatted(RECORDS, Objects.requireNonNullElse(duration, usual).toMillis()));
    List<Variant> all =
        new ArrayList<>(List.of(new Variant("plain", Map.of("tls.enabled", "false"))));
    all.addAll(chosen);
    for (Variant one : all) {
      for (String size : SIZES) {
        Map<String, String> settings = new TreeMap<>(one.settings());
        settings.putAll(Map.of("fieldlength", size, "table", "tlsbench_" + size));
        arguments.add("--variant");
        arguments.add(
            settings.entrySet().stream()
                .map(Map.Entry::toString)
                .collect(
                    Collectors.joining(
                        ",",
                        one.name() + (size.equals(SIZES.get(0)) ? "" : "-" + size) + ":",
                        "")));
      }
    }
    return arguments;
  }

  private List<String> connections(String variants, String more) {
    return words("connect --open-only --load --variant plain," + variants + " " + more);
  }

  private List<String> words(String arguments) {
    List<String> words = new ArrayList<>(List.of(arguments.split(" ")));
    words.addAll(localServer.arguments());
    return words;
  }
}
