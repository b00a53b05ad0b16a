package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.predict.PredictResult.Source;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.folder.Environment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads result folders, and takes costs from their figures. */
public final class Sources {
  private final List<Source> sources = new ArrayList<>();
  private final Costs costs = new Costs();
  private final List<ConnectResult> near = new ArrayList<>();
  private @Nullable ConnectResult far;
  private final Map<String, String> profile = new HashMap<>();

  /** Adds a result folder of compare, sweep, connect, predict or tap. */
  public void read(Path folder) {
    ResultFile file = ResultFile.open("--from " + folder, folder);
    RunRecord run = file.usableRun();
    JsonNode tree = file.tree();
    if (file.command().equals("connect")) {
      ConnectResult result = file.as(ConnectResult.class);
      if (result.setup().addedRttMillis() > 0) {
        far = result;
      } else {
        near.add(result);
      }
      sources.add(source(file, run, result.server().tlsRemark()));
    } else if (file.command().equals("compare") || file.command().equals("sweep")) {
      Result result = file.comparison();
      costs.add(file.subject(), result);
      Costs.replyToStatements(result)
          .ifPresent(bytes -> profile.putIfAbsent("reply", number(bytes)));
      sources.add(source(file, run, result.server().tlsRemark()));
    } else if (tree.has("costs")) {
      PredictResult earlier = file.as(PredictResult.class);
      costs.add(earlier.costs());
      sources.addAll(earlier.sources());
    } else if (tree.has("place") && tree.has("clients")) {
      profile.putAll(profile(file.as(TapResult.class)));
    } else {
      throw file.other("it is none of compare, sweep, connect, predict or tap");
    }
  }

  private static Source source(ResultFile file, RunRecord run, @Nullable String tlsRemark) {
    Environment environment = file.machine();
    return new Source(
        file.name(),
        run.command(),
        run.started(),
        environment.server(),
        environment.jdk().version(),
        tlsRemark);
  }

  /**
   * Returns values of a profile from the connections that a tap saw, by the names of their options.
   * Connections without an exchange, such as health checks, have no operations. Sizes are measured
   * on the wire and include log-in and TLS, so they are a little too large for connections with few
   * operations.
   *
   * @throws InvalidSettingException if no connection had an exchange
   */
  static Map<String, String> profile(TapResult tap) {
    List<TapResult.Seen> used =
        tap.connections().stream().filter(seen -> seen.transfer().exchanges() > 0).toList();
    if (used.isEmpty()) {
      throw new InvalidSettingException(
          "--from: the tap saw no connection with questions and answers, so it is no profile; let"
              + " the application work while the tap runs");
    }
    long exchanges = used.stream().mapToLong(seen -> seen.transfer().exchanges()).sum();
    long toServer = used.stream().mapToLong(seen -> seen.transfer().toServerBytes()).sum();
    long toClient = used.stream().mapToLong(seen -> seen.transfer().toClientBytes()).sum();
    double ofAnyConnection = (double) exchanges / tap.connections().size();
    long completed = tap.all().counts().completed();
    Map<String, String> values = new HashMap<>();
    values.put("rate", number(tap.all().cost().connectionsPerSecond() * ofAnyConnection));
    values.put("request", number(Math.max(1, (double) toServer / exchanges)));
    values.put("reply", number(Math.max(1, (double) toClient / exchanges)));
    values.put("operations-per-connection", number((double) exchanges / used.size()));
    if (completed > 0) {
      values.put("resumed", number((double) tap.all().counts().resumed() / completed));
    }
    return values;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** Returns values of a profile, of a tap or of statements, by the names of their options. */
  public Map<String, String> profile() {
    return Map.copyOf(profile);
  }

  public List<Source> list() {
    return List.copyOf(sources);
  }

  Costs costs() {
    near.forEach(result -> costs.add(result, far));
    return costs;
  }

  /** Returns warnings about sources that may not fit together; one line each. */
  public List<String> warnings(String jdk) {
    List<String> warnings = new ArrayList<>();
    List<String> servers = distinct(Source::server);
    if (servers.size() > 1) {
      warnings.add(
          "The sources measured different servers: "
              + String.join(", ", servers)
              + ". What TLS costs on one may not hold for the other.");
    }
    List<String> jdks = distinct(Source::jdk);
    if (!jdks.stream().allMatch(jdk::equals)) {
      warnings.add(
          ("The sources measured with JDK %s, and this one is %s: SunJSSE costs "
                  + "differ between versions.")
              .formatted(String.join(", ", jdks), jdk));
    }
    return warnings;
  }

  private List<String> distinct(Function<Source, @Nullable String> fact) {
    return sources.stream().map(fact).flatMap(Stream::ofNullable).distinct().toList();
  }
}
