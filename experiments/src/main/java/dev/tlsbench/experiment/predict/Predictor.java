package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.experiment.predict.CostKey.Figure;
import dev.tlsbench.experiment.predict.PredictResult.Change;
import dev.tlsbench.experiment.predict.PredictResult.Prediction;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Predicts the cost of TLS for a profile. */
public final class Predictor {
  private static final int MOST_CHANGES = 3;
  private static final double RECORD = 16_384;
  private static final double MICROS = 1e6;

  /**
   * The largest factor of the cost of TLS with cold caches: measured were 3 for long messages
   * behind a round trip, and 2 with 64 threads; see docs/results/prediction.md.
   */
  private static final double MOST_COLD = 3;

  /**
   * Time that TLS may add after a wait, for each microsecond of the round trip: measured were up to
   * 45 µs behind 1 ms, 120 µs behind 5 ms and 190 µs behind 10 ms.
   */
  private static final double WAKE = 0.05;

  private static final double LEAST_WAKE_MICROS = 60;
  private static final double MOST_WAKE_MICROS = 250;

  /**
   * The largest factor of a handshake's duration among operations over its duration right after
   * another handshake: measured were 1.1 to 1.5, and 1.3 to 1.9 from about a hundred operations on.
   */
  private static final double AMONG_OPERATIONS = 1.6;

  private static final double AMONG_MANY = 2;
  private static final int MANY_OPERATIONS = 100;

  /**
   * The relative error for several threads, since costs are measured with one thread: with 2 to 16,
   * TLS added up to a third less or more; see docs/results/prediction.md.
   */
  private static final double SEVERAL = 1 / 3.0;

  /** More threads than this may evict each other's connections from the caches. */
  private static final int MOST_CACHED = 16;

  private final Calibration costs;
  private final Profile profile;
  private final List<Tls> variants;

  /**
   * @param variants names of the variants to predict; empty for all measured ones
   * @throws InvalidSettingException if one was not measured
   */
  public Predictor(Calibration costs, Profile profile, List<String> variants) {
    this.costs = costs;
    this.profile = profile;
    this.variants =
        variants.isEmpty() ? costs.variants() : variants.stream().map(this::named).toList();
  }

  private Tls named(String name) {
    return costs.variants().stream()
        .filter(tls -> tls.name().equals(name))
        .findFirst()
        .orElseThrow(() -> missing("--variant: '" + name + "'"));
  }

  private InvalidSettingException missing(String what) {
    return new InvalidSettingException(
        what
            + " was not measured; the sources have "
            + String.join(", ", costs.variants().stream().map(Tls::name).toList()));
  }

  /**
   * Predicts.
   *
   * @param run the record of this run
   * @param whatIfs changes, such as {@code resumption=on}
   * @throws InvalidSettingException if a change is unknown, or a cost was not measured
   */
  public PredictResult predict(RunRecord run, List<String> whatIfs) {
    check(whatIfs);
    List<Prediction> predicted = predict(profile);
    List<Prediction> changed = new ArrayList<>();
    for (String whatIf : whatIfs) {
      for (Tls tls : variants) {
        Prediction other = whatIf(whatIf, tls);
        // A variant that already has the suite, provider or group is predicted without a change.
        if (!(other.tls().equals(tls) && whatIf.matches("(suite|provider|group)=.*"))) {
          changed.add(other);
        }
      }
    }
    Model model = new Model(costs, profile);
    List<Change> changes = new ArrayList<>();
    variants.forEach(tls -> changes.addAll(changes(tls, model)));
    return new PredictResult(
        PredictResult.SCHEMA_VERSION, run, profile, costs, predicted, changed, changes, unknown());
  }

  /**
   * Predicts for another profile.
   *
   * @throws InvalidSettingException if a cost was not measured
   */
  List<Prediction> predict(Profile other) {
    Model model = new Model(costs, other);
    return variants.stream().map(tls -> prediction(tls.name(), tls, other, model)).toList();
  }

  /**
   * Checks changes before anything is measured.
   *
   * @throws InvalidSettingException if there is no such change, or it has another value
   */
  public static void check(List<String> whatIfs) {
    for (String change : whatIfs) {
      String[] parts = change.split("=", 2);
      String value = parts.length == 2 ? parts[1] : "";
      switch (parts[0]) {
        case "resumption" -> {
          if (!value.equals("on") && !value.equals("off")) {
            throw new InvalidSettingException(
                "--what-if resumption: '" + value + "' is not on or off");
          }
        }
        case "pool" -> Quantity.number("--what-if pool", value);
        case "suite", "provider", "group" -> {
          if (value.isEmpty()) {
            throw new InvalidSettingException("--what-if " + parts[0] + ": give a name after '='");
          }
        }
        default ->
            throw new InvalidSettingException(
                "--what-if: there is no change '"
                    + parts[0]
                    + "'; choose resumption=on|off, pool=N (operations for each connection),"
                    + " suite=NAME, provider=NAME or group=NAME");
      }
    }
  }

  private Prediction whatIf(String change, Tls tls) {
    String[] parts = change.split("=", 2);
    String value = parts[1];
    String name = tls.name() + ", " + change;
    return switch (parts[0]) {
      case "resumption" ->
          changed(
              name,
              tls,
              profile.with(profile.operationsPerConnection(), value.equals("on") ? 1 : 0));
      case "pool" ->
          changed(
              name, tls, profile.with(Quantity.number("--what-if pool", value), profile.resumed()));
      default -> changed(name, other(change, parts[0], value), profile);
    };
  }

  private Tls other(String change, String kind, String value) {
    return costs.variants().stream()
        .filter(
            one ->
                value.equals(
                    switch (kind) {
                      case "suite" -> one.cipherSuite();
                      case "provider" -> one.provider();
                      default -> one.namedGroup();
                    }))
        .findFirst()
        .orElseThrow(() -> missing("--what-if " + change));
  }

  private Prediction changed(String name, Tls tls, Profile other) {
    return prediction(name, tls, other, new Model(costs, other));
  }

  private static Prediction prediction(String name, Tls tls, Profile of, Model model) {
    Map<Predicted, Drawn> found = model.figures(tls);
    Map<String, Interval> figures = new LinkedHashMap<>();
    found.forEach((figure, value) -> figures.put(figure.id(), value.interval()));
    Interval added = figures.get(Predicted.LATENCY.id());
    Interval ratio = figures.get(Predicted.LATENCY_RATIO.id());
    if (added != null) {
      Interval wide = widened(added, of);
      figures.put(Predicted.LATENCY.id(), wide);
      if (ratio != null) {
        double plain = added.value() / (ratio.value() - 1);
        figures.put(
            Predicted.LATENCY_RATIO.id(),
            new Interval(
                1 + wide.value() / plain,
                Math.min(ratio.low95(), 1 + wide.low95() / plain),
                Math.max(ratio.high95(), 1 + wide.high95() / plain)));
      }
    }
    Integer threads = of.threads();
    if (threads != null) {
      IntToDoubleFunction rare = rare(of, found.get(Predicted.HANDSHAKE_PERCENT));
      model
          .loads(tls)
          .map(loads -> closedLoop(threads, of, rare).ratio(loads.get(0), loads.get(1)))
          .ifPresent(predicted -> figures.put(Predicted.THROUGHPUT_RATIO.id(), predicted));
    }
    return new Prediction(name, tls, figures);
  }

  /**
   * Widens the interval of a latency. On separate cores, client and server work on a message of
   * several records at the same time, so latency may grow only by the larger of both parts.
   * Measured costs also assume warm caches, which a core may not have after a wait for an answer or
   * with many threads.
   */
  private static Interval widened(Interval added, Profile of) {
    boolean isLong =
        of.operations().stream()
            .anyMatch(each -> Math.max(each.requestBytes(), each.replyBytes()) > RECORD);
    double low = added.low95();
    return new Interval(
        usual(added.value(), of),
        isLong && !of.isShared() ? Math.min(low / 2, low) : low,
        Math.max(added.high95(), cold(added.high95(), of)));
  }

  /** Returns the estimated cost of TLS: after a wait, the mean for warm and cold caches. */
  private static double usual(double addedMicros, Profile of) {
    return of.rttMicros() > 0 ? (addedMicros + cold(addedMicros, of)) / 2 : addedMicros;
  }

  /** Returns the largest cost of TLS, with cold caches if the profile makes them likely. */
  private static double cold(double addedMicros, Profile of) {
    if (of.rttMicros() > 0) {
      return MOST_COLD * addedMicros + wakeMicros(of);
    }
    return hasManyThreads(of) ? MOST_COLD * addedMicros : addedMicros;
  }

  private static double wakeMicros(Profile of) {
    return Math.max(LEAST_WAKE_MICROS, Math.min(MOST_WAKE_MICROS, WAKE * of.rttMicros()));
  }

  /**
   * Returns the largest factor of the cost of TLS for handshakes among operations, in each draw.
   */
  private static IntToDoubleFunction rare(Profile of, @Nullable Drawn handshakePercent) {
    Double operations = of.operationsPerConnection();
    if (operations == null || handshakePercent == null) {
      return draw -> 1;
    }
    double more = (operations < MANY_OPERATIONS ? AMONG_OPERATIONS : AMONG_MANY) - 1;
    return draw -> 1 + more * handshakePercent.at(draw) / Model.PERCENT;
  }

  private static boolean hasManyThreads(Profile of) {
    Integer threads = of.threads();
    return threads != null && threads > MOST_CACHED;
  }

  private List<Change> changes(Tls tls, Model model) {
    List<Change> all = new ArrayList<>();
    Double rate = profile.rate();
    model
        .savings(tls)
        .forEach(
            (change, drawn) -> {
              Interval saved = drawn.interval();
              if (saved.low95() > 0) {
                Interval cores = rate == null ? null : drawn.times(rate / MICROS).interval();
                all.add(new Change(tls.name(), change, saved, cores));
              }
            });
    return all.stream()
        .sorted(Comparator.comparingDouble((Change one) -> -one.savedMicros().value()))
        .limit(MOST_CHANGES)
        .toList();
  }

  /** Returns the model of clients in a closed loop. */
  private static ClosedLoop closedLoop(int threads, Profile of, IntToDoubleFunction rare) {
    return new ClosedLoop(
        threads,
        added -> usual(added, of),
        added -> cold(added, of),
        threads > 1 ? 1 - SEVERAL : 1,
        hasManyThreads(of) ? MOST_COLD : threads > 1 ? 1 + SEVERAL : 1,
        rare);
  }

  private List<String> unknown() {
    List<String> unknown = new ArrayList<>();
    if (variants.stream().noneMatch(tls -> costs.knowsMessages(tls.name(), Figure.SERVER))) {
      unknown.add(
          "The server's CPU time: its process was not on the measuring machine. Measure on the"
              + " server's machine too.");
    }
    if (profile.mean(Profile.Operation::serverCpuMicros) == null
        && profile.mean(Profile.Operation::latencyMicros) == null) {
      unknown.add(
          costs.sizes(Calibration.PLAIN).isEmpty()
              ? "Ratios: the cost of an operation in plain text is unknown. Give"
                  + " --cpu-per-operation and --latency."
              : "Your own operation: ratios are to the plain reads by key of the calibration. Give"
                  + " --cpu-per-operation and --latency for your own.");
    }
    if (profile.rttMicros() > 0) {
      unknown.add(
          "Latency after a wait: costs were measured on a busy core, but a sleeping core wakes up"
              + " with cold caches. So added latencies may be three times as long, and "
              + Math.round(wakeMicros(profile))
              + " µs more; the estimate is the middle.");
    } else if (hasManyThreads(profile)) {
      unknown.add(
          "Latency with this many threads: costs were measured with one, but connections of many do"
              + " not stay in the caches. So added latencies may be three times as long.");
    }
    unknown.add(
        "Sizes between and beyond the measured ones: costs are taken to follow a straight line from"
            + " one measured size to the next.");
    unknown.add(
        "Waits for locks, disks and other clients are not in the model: CPU time and round"
            + " trips of TLS are assumed to add to them.");
    return unknown;
  }
}
