package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.connect.ConnectResult;
import dev.tlsbench.measure.connect.Kind;
import dev.tlsbench.measure.result.Point;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.NamedFigures;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.stats.Interval;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import site.ycsb.Client;
import site.ycsb.workloads.CoreWorkload;

/**
 * Measured costs by variant, part and quantity: those of plain text, and what each variant with TLS
 * adds to them. The first source of a cost counts.
 */
final class Costs {
  static final String PLAIN = "plain";

  /** A new connection in plain text. */
  static final String CONNECTION = "connection";

  /** A new connection with a full handshake. */
  static final String FULL = "full";

  /** A new connection that resumes a session. */
  static final String RESUMED = "resumed";

  private static final Map<Kind, String> PARTS =
      Map.of(Kind.PLAIN, CONNECTION, Kind.FULL, FULL, Kind.RESUMED, RESUMED);
  private static final String REPLY = "reply=";
  private static final double MILLIS = 1e3;

  enum Quantity {
    TIME("time", "typical", "p50Time", "totalTime"),
    CLIENT_CPU("clientCpu", "clientCpu", "clientCpuTime", "clientCpuTime"),
    SERVER_CPU("serverCpu", "serverCpu", "serverCpuTime", "serverCpuTime"),
    ROUND_TRIPS("roundTrips", "", "", "");

    /** The kinds that each run measures, in microseconds. */
    static final List<Quantity> MEASURED = List.of(TIME, CLIENT_CPU, SERVER_CPU);

    /** The name in files. */
    final String id;

    /** The figure of {@code compare} with a variant's ratio to the baseline. */
    final String ratio;

    /** The figure of {@code compare} with the cost of an operation. */
    final String ofOperation;

    /** The figure of {@code connect} with the cost of a connection. */
    final String ofConnection;

    Quantity(String id, String ratio, String ofOperation, String ofConnection) {
      this.id = id;
      this.ratio = ratio;
      this.ofOperation = ofOperation;
      this.ofConnection = ofConnection;
    }
  }

  private final Map<String, NamedFigure> all = new LinkedHashMap<>();

  void add(List<NamedFigure> costs) {
    costs.forEach(cost -> all.putIfAbsent(cost.key(), cost));
  }

  private void add(String variant, String part, Quantity quantity, Interval cost) {
    Unit unit = quantity == Quantity.ROUND_TRIPS ? Unit.NUMBER : Unit.MICROS;
    String name = part + "." + quantity.id;
    add(new NamedFigures().of(variant, false).add(name, unit, cost, true).list());
  }

  /** Adds the costs of operations; with TLS, in addition to the plain one with equal replies. */
  void add(String subject, Result result) {
    Map<String, NamedFigure> figures = byKey(result.figures());
    for (Point point : result.points()) {
      String at = result.axis() == null ? "" : result.axis() + "=" + point.value() + ".";
      Map<Long, String> plain = new TreeMap<>();
      Map<String, Long> tls = new LinkedHashMap<>();
      for (VariantResult variant : point.variants()) {
        long bytes = bytes(subject, result, point, variant);
        if (!variant.connections().negotiated().isEmpty()) {
          tls.put(variant.name(), bytes);
        } else if (variant.role() != VariantResult.Role.CONTROL) {
          plain.putIfAbsent(bytes, variant.name());
        }
      }
      for (Quantity quantity : Quantity.MEASURED) {
        String baseline = at + result.setup().baseline();
        double whole = get(figures, baseline, quantity.ofOperation).value();
        Map<Long, Interval> ratios = new HashMap<>();
        plain.forEach(
            (bytes, name) -> {
              boolean isBaseline = name.equals(result.setup().baseline());
              Interval ratio =
                  isBaseline ? Interval.exactly(1) : get(figures, at + name, quantity.ratio);
              ratios.put(bytes, ratio);
              add(PLAIN, REPLY + bytes, quantity, ratio.times(whole));
            });
        tls.forEach(
            (name, bytes) -> {
              Interval beside = ratios.getOrDefault(bytes, Interval.UNKNOWN);
              Interval added = get(figures, at + name, quantity.ratio).minus(beside).times(whole);
              if (quantity == Quantity.TIME && !added.hasValue()) {
                throw new InvalidSettingException(
                    ("%s: %s has no ratio of typical operations, or no plain variant "
                            + "with replies of the same size beside it; compare both in "
                            + "bursts, without --window")
                        .formatted(subject, name));
              }
              add(name.replaceFirst("-" + bytes + "$", ""), REPLY + bytes, quantity, added);
            });
      }
    }
  }

  /** Returns the mean size of the replies to statements, 1 byte at least; empty without those. */
  static Optional<Double> replyToStatements(Result result) {
    return result.points().stream()
        .filter(point -> result.axis() == null)
        .flatMap(point -> point.variants().stream())
        .filter(variant -> variant.name().equals(result.setup().baseline()))
        .map(VariantResult::work)
        .filter(work -> work.emptyRepliesPercent() != null)
        .flatMap(work -> Stream.ofNullable(work.bytesPerOperation()))
        .map(bytes -> Math.max(1, bytes))
        .findFirst();
  }

  /** Returns the size of the replies of a variant, which are reads of one size, or statements. */
  private static long bytes(String subject, Result result, Point point, VariantResult variant) {
    Optional<Double> replies = replyToStatements(result);
    if (replies.isPresent()) {
      return Math.round(replies.get());
    }
    Map<String, String> properties = new HashMap<>(result.setup().workload());
    properties.putAll(variant.settings());
    boolean isOfSizes = "size".equals(result.axis());
    String core = CoreWorkload.class.getName();
    if (!properties.getOrDefault(Client.WORKLOAD_PROPERTY, core).equals(core)
        || number(properties, CoreWorkload.READ_PROPORTION_PROPERTY, "0.95") != 1
        || (result.axis() != null && !isOfSizes)) {
      throw new InvalidSettingException(
          ("%s: %s: its messages do not have one size; compare reads by key, such as "
                  + "-P workloads/workloadc, at most over an axis of sizes, or one statement")
              .formatted(subject, variant.name()));
    }
    return Math.round(
        isOfSizes
            ? Double.parseDouble(String.valueOf(point.value()))
            : number(properties, CoreWorkload.FIELD_COUNT_PROPERTY, "10")
                * number(properties, CoreWorkload.FIELD_LENGTH_PROPERTY, "100"));
  }

  private static double number(Map<String, String> properties, String name, String usual) {
    return Double.parseDouble(properties.getOrDefault(name, usual));
  }

  /**
   * Adds the costs of new connections: with TLS, in addition to those of the plain ones, and the
   * round trips, by the difference between a run behind a delay and one without.
   *
   * @param far behind a delay; {@code null} if there is none
   */
  void add(ConnectResult near, @Nullable ConnectResult far) {
    Map<String, NamedFigure> figures = byKey(near.figures());
    Map<String, NamedFigure> delayed = far == null ? Map.of() : byKey(far.figures());
    double delay = far == null ? 1 : MILLIS * far.setup().addedRttMillis();
    for (ConnectResult.KindResult kind : near.kinds()) {
      if (!kind.repeatsBaseline()) {
        boolean isPlain = kind.series().kind() == Kind.PLAIN;
        String variant = isPlain ? PLAIN : kind.series().variant();
        String part = PARTS.getOrDefault(kind.series().kind(), CONNECTION);
        for (Quantity quantity : Quantity.MEASURED) {
          add(variant, part, quantity, connection(figures, kind.name(), quantity));
        }
        Interval waits =
            connection(delayed, kind.name(), Quantity.TIME)
                .minus(connection(figures, kind.name(), Quantity.TIME));
        // The remainder is code that is not warm: few connections are made behind a delay.
        Interval roundTrips = Interval.exactly(Math.rint(waits.value() / delay));
        add(variant, part, Quantity.ROUND_TRIPS, roundTrips);
      }
    }
  }

  private static Interval connection(
      Map<String, NamedFigure> figures, String kind, Quantity quantity) {
    Interval own = get(figures, kind, quantity.ofConnection);
    return kind.equals(PLAIN) ? own : own.minus(get(figures, PLAIN, quantity.ofConnection));
  }

  private static Map<String, NamedFigure> byKey(List<NamedFigure> figures) {
    Map<String, NamedFigure> byKey = new HashMap<>();
    figures.forEach(figure -> byKey.put(figure.key(), figure));
    return byKey;
  }

  /** Returns a figure as a term of a sum; one without an interval counts as exact. */
  private static Interval get(Map<String, NamedFigure> figures, String subject, String name) {
    NamedFigure figure = figures.get(subject + "." + name);
    if (figure == null) {
      return Interval.UNKNOWN;
    }
    Double low = figure.low95();
    Double high = figure.high95();
    return low == null || high == null
        ? Interval.exactly(figure.value())
        : new Interval(figure.value(), low, high);
  }

  List<NamedFigure> figures() {
    return List.copyOf(all.values());
  }

  /** Returns the variants with TLS whose operations were measured. */
  List<String> variants() {
    return all.values().stream()
        .map(NamedFigure::subject)
        .distinct()
        .filter(variant -> !variant.equals(PLAIN) && !sizes(variant).isEmpty())
        .toList();
  }

  Interval get(String variant, String part, Quantity quantity) {
    return get(all, variant, part + "." + quantity.id);
  }

  /** Returns the measured sizes of a variant's replies, in bytes, ascending. */
  List<Long> sizes(String variant) {
    String suffix = "." + Quantity.TIME.id;
    return all.values().stream()
        .filter(cost -> cost.subject().equals(variant))
        .map(NamedFigure::name)
        .filter(name -> name.startsWith(REPLY) && name.endsWith(suffix))
        .map(name -> Long.valueOf(name.substring(REPLY.length(), name.length() - suffix.length())))
        .sorted()
        .toList();
  }

  /**
   * Returns the cost of an operation with a reply of this size: on the line between the measured
   * sizes around it, beyond the largest on the last line, and below the smallest that size's cost.
   */
  Interval ofReply(String variant, Quantity quantity, double bytes) {
    List<Long> sizes = sizes(variant);
    if (sizes.isEmpty()) {
      return Interval.UNKNOWN;
    }
    if (sizes.size() == 1 || bytes <= sizes.get(0)) {
      return get(variant, REPLY + sizes.get(0), quantity);
    }
    int upper = 1;
    while (upper < sizes.size() - 1 && sizes.get(upper) < bytes) {
      upper++;
    }
    long low = sizes.get(upper - 1);
    double along = (bytes - low) / (sizes.get(upper) - low);
    return get(variant, REPLY + low, quantity)
        .times(1 - along)
        .plus(get(variant, REPLY + sizes.get(upper), quantity).times(along));
  }

  /** Returns the cost of a byte, by the smallest and the largest reply; 0 if there is only one. */
  Interval ofByte(String variant, Quantity quantity) {
    List<Long> sizes = sizes(variant);
    long low = sizes.get(0);
    long high = sizes.get(sizes.size() - 1);
    return low == high
        ? Interval.exactly(0)
        : get(variant, REPLY + high, quantity)
            .minus(get(variant, REPLY + low, quantity))
            .times(1.0 / (high - low));
  }
}
