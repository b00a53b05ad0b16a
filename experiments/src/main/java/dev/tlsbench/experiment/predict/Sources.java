package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.history.ResultFile;
import dev.tlsbench.experiment.predict.Calibration.Source;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.report.RunRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Collects results of measurements, from this run or from result folders, and fits costs to them.
 */
public final class Sources {
  private static final String OPTION = "--from ";

  private final List<Source> sources = new ArrayList<>();
  private final List<Measured<Result>> comparisons = new ArrayList<>();
  private final List<Measured<ConnectResult>> connections = new ArrayList<>();
  private final List<Calibration> calibrations = new ArrayList<>();
  private @Nullable TapResult tap;
  private boolean published;

  /** A result, and the beginning of messages about it. */
  private record Measured<T>(String subject, T result) {}

  /** Adds a result of this run. */
  public void add(Source source, Record result) {
    sources.add(source);
    add("calibration", result);
  }

  private void add(String subject, Record result) {
    if (result instanceof ConnectResult connect) {
      connect.byVariant().forEach(one -> connections.add(new Measured<>(subject, one)));
    } else if (result instanceof Result comparison) {
      comparisons.add(new Measured<>(subject, comparison));
    } else if (result instanceof PredictResult predicted) {
      calibrations.add(predicted.calibration());
    } else if (result instanceof TapResult tapped) {
      tap = tapped;
    }
  }

  /**
   * Adds a result folder of compare, sweep, connect, predict or tap.
   *
   * @throws InvalidSettingException if it is not a result folder, or its result must not be used
   */
  public void read(Path folder) {
    String subject = OPTION + folder;
    ResultFile file = ResultFile.open(subject, folder);
    RunRecord run = file.usableRun();
    JsonNode tree = file.tree();
    String command = file.command();
    Class<? extends Record> type =
        command.equals("connect")
            ? ConnectResult.class
            : command.equals("compare") || command.equals("sweep")
                ? Result.class
                : tree.has("calibration")
                    ? PredictResult.class
                    : tree.has("place") && tree.has("clients") ? TapResult.class : null;
    if (type == null) {
      throw new InvalidSettingException(
          subject + ": not a result of compare, sweep, connect, predict or tap");
    }
    Record result = file.as(type);
    String name = file.name();
    if (result instanceof PredictResult predicted) {
      calibrations.add(predicted.calibration().in(name));
      return;
    }
    if (!(result instanceof TapResult)) {
      JsonNode environment = file.environment();
      sources.add(
          new Source(
              name,
              run.command(),
              run.started(),
              environment.path("server").isTextual() ? environment.path("server").asText() : null,
              environment.path("jdk").path("version").asText(),
              tlsRemark(result)));
    }
    add(subject, result);
  }

  /** Returns how the cost of the measured server's TLS differs from a real server's. */
  public static @Nullable String tlsRemark(Record result) {
    return result instanceof ConnectResult connect
        ? connect.server().tlsRemark()
        : result instanceof Result comparison ? comparison.server().tlsRemark() : null;
  }

  /** Adds costs that this project publishes. */
  public void readPublished(Path folder) {
    read(folder);
    published = true;
  }

  /** Returns the result of a tap, for the connections of a profile; empty without one. */
  public Optional<TapResult> tap() {
    return Optional.ofNullable(tap);
  }

  /** Returns true if costs were given. */
  public boolean haveCosts() {
    return !comparisons.isEmpty() || !connections.isEmpty() || !calibrations.isEmpty();
  }

  /**
   * Fits the costs.
   *
   * @throws InvalidSettingException if there is too little data
   */
  public Calibration fit() {
    Draws draws = new Draws();
    List<Tls> variants = new ArrayList<>();
    for (Measured<Result> one : comparisons) {
      for (Tls tls : new MessageFit(one.subject(), one.result(), draws).fit()) {
        if (variants.stream().noneMatch(known -> known.name().equals(tls.name()))) {
          variants.add(tls);
        }
      }
    }
    List<Calibration> earlier = byJava();
    earlier.forEach(
        one ->
            one.variants().stream()
                .filter(tls -> variants.stream().noneMatch(v -> v.name().equals(tls.name())))
                .forEach(variants::add));
    if (variants.isEmpty()) {
      throw new InvalidSettingException(
          "--from: no source has costs of operations; add a result of compare or sweep");
    }
    fitConnections(draws, variants);
    Calibration own = new Calibration(List.copyOf(sources), variants, draws.costs(), draws.notes());
    for (Calibration each : earlier) {
      own = own.and(each);
    }
    return own;
  }

  /**
   * Returns the earlier calibrations; variants of another JDK than the first source's have it in
   * their names.
   */
  private List<Calibration> byJava() {
    Optional<String> first =
        sources.isEmpty()
            ? calibrations.stream().findFirst().flatMap(Calibration::java)
            : new Calibration(sources, List.of(), List.of(), List.of()).java();
    return calibrations.stream()
        .map(
            one -> {
              Optional<String> java = one.java();
              return first.isPresent() && java.isPresent() && !java.equals(first)
                  ? one.onJava(java.get())
                  : one;
            })
        .toList();
  }

  /** Fits each variant's connections to the most similar run of its provider and protocol. */
  private void fitConnections(Draws draws, List<Tls> variants) {
    List<Measured<ConnectResult>> nearest =
        connections.stream()
            .sorted(Comparator.comparingDouble(one -> one.result().setup().addedRttMillis()))
            .toList();
    List<Tls> left = new ArrayList<>(variants);
    for (Measured<ConnectResult> one : nearest) {
      Tls connected =
          ConnectionFit.tls(one.result())
              .orElseThrow(
                  () -> new InvalidSettingException(one.subject() + ": it has no TLS connections"));
      List<Tls> same = left.stream().filter(connected::connectsAs).toList();
      if (!same.isEmpty() && one.result().setup().addedRttMillis() == 0) {
        new ConnectionFit(one.subject(), draws).fit(one.result(), same);
        left.removeAll(same);
      }
    }
    if (nearest.size() > 1) {
      Measured<ConnectResult> last = nearest.get(nearest.size() - 1);
      new ConnectionFit(last.subject(), draws)
          .fitRoundTrips(nearest.get(0).result(), last.result());
    }
  }

  /** Returns warnings about sources that may not fit together; one line each. */
  public List<String> warnings(Calibration calibration, String jdk) {
    List<String> warnings = new ArrayList<>();
    if (published) {
      warnings.add(
          "These are published costs of another machine, for a first guess: measure on yours.");
    }
    List<String> servers = distinct(calibration, Source::server);
    if (servers.size() > 1) {
      warnings.add(
          "The sources measured different servers: "
              + String.join(", ", servers)
              + ". What TLS costs on one may not hold for the other.");
    }
    List<String> jdks = distinct(calibration, Source::jdk);
    if (jdks.size() > 1 || (jdks.size() == 1 && !jdks.get(0).equals(jdk))) {
      warnings.add(
          "The sources measured with JDK "
              + String.join(", ", jdks)
              + ", and this one is "
              + jdk
              + ": SunJSSE costs differ between versions.");
    }
    List<String> providers = calibration.variants().stream().map(Tls::provider).distinct().toList();
    for (Measured<ConnectResult> one : connections) {
      Optional<Tls> connected = ConnectionFit.tls(one.result());
      if (connected.isPresent() && !providers.contains(connected.get().provider())) {
        warnings.add(
            one.subject().replaceFirst("^--from ", "")
                + " connected with "
                + connected.get().provider().toLowerCase(Locale.ROOT)
                + ", which no comparison used: it is left out.");
      }
    }
    return warnings;
  }

  private static List<String> distinct(
      Calibration calibration, Function<Source, @Nullable String> fact) {
    return calibration.sources().stream()
        .map(fact)
        .filter(Objects::nonNull)
        .distinct()
        .collect(Collectors.toList());
  }
}
