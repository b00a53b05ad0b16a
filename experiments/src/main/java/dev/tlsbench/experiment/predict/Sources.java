package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.predict.PredictResult.Source;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.report.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
  private Map<String, String> profile = Map.of();

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
      Result result = file.as(Result.class);
      costs.add(file.subject(), result);
      sources.add(source(file, run, result.server().tlsRemark()));
    } else if (tree.has("costs")) {
      PredictResult earlier = file.as(PredictResult.class);
      costs.add(earlier.costs());
      sources.addAll(earlier.sources());
    } else if (tree.has("place") && tree.has("clients")) {
      profile = TapProfile.of(file.as(TapResult.class));
    } else {
      throw file.other("it is none of compare, sweep, connect, predict or tap");
    }
  }

  private static Source source(ResultFile file, RunRecord run, @Nullable String tlsRemark) {
    JsonNode environment = file.environment();
    return new Source(
        file.name(),
        run.command(),
        run.started(),
        environment.path("server").textValue(),
        environment.path("jdk").path("version").textValue(),
        tlsRemark);
  }

  /** Returns a tap's values of a profile by the names of their options; empty without a tap. */
  public Map<String, String> profile() {
    return profile;
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
