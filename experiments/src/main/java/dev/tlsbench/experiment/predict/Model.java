package dev.tlsbench.experiment.predict;

import static dev.tlsbench.experiment.predict.CostTerms.both;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Calibration.Figure;
import dev.tlsbench.experiment.predict.Calibration.Tls;
import dev.tlsbench.report.document.Calculation;
import dev.tlsbench.report.document.Calculation.Output;
import dev.tlsbench.report.document.Calculation.Sum;
import dev.tlsbench.report.document.Calculation.Term;
import dev.tlsbench.report.document.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is predicted, as quotients of costs. Names of outputs are {@code VARIANT/FIGURE}; those that
 * a page's table does not show have their name as its column. The page's sliders compute with the
 * same sums.
 */
final class Model {
  /** CPU time that a change saves; the change follows. */
  static final String SAVE = "save.";

  /** Figures behind others, which a result does not have. */
  static final String INNER = "inner.";

  private static final double MICROS = 1e6;
  static final double PERCENT = 100;
  static final String HANDSHAKES = "handshakePercent";

  /** A pool that keeps connections ten times as long saves so much of the handshakes. */
  private static final double POOL = 0.9;

  private final Profile profile;
  private final CostTerms terms;
  private final List<Tls> variants;
  private final List<Output> outputs = new ArrayList<>();

  /**
   * @throws InvalidSettingException if a cost that the profile needs was not measured
   */
  Model(Calibration costs, Profile profile) {
    this.profile = profile;
    this.variants = costs.variants();
    this.terms = new CostTerms(costs, profile, variants);
  }

  /** Returns the sums for all measured variants. */
  Calculation calculation() {
    for (Tls tls : variants) {
      for (Figure side : terms.sides(tls)) {
        ofSide(tls, side);
      }
      throughput(tls);
      latency(tls);
      connections(tls);
      inner(tls);
      for (Tls other : variants) {
        changes(tls, other);
      }
    }
    return new Calculation(terms.inputs(), terms.parameters(), outputs);
  }

  private void ofSide(Tls tls, Figure side) {
    List<Term> added = terms.added(tls, side);
    add(tls, side.id() + "CpuMicros", side.id() + " CPU", Unit.MICROS, added);
    boolean hasRate = profile.rate() != null;
    if (hasRate) {
      String label = "cores of the " + side.id();
      add(tls, side.id() + "Cores", label, Unit.NUMBER, cores(added));
    }
    if (terms.knowsPlain(side)) {
      List<Term> plain = terms.plainWhole(side);
      List<Term> whole = both(plain, added);
      if (hasRate) {
        add(tls, side.id() + "CoresWhole", "", Unit.NUMBER, cores(whole));
      }
      if (!profile.isShared()) {
        String label = "throughput, " + side.id() + " full";
        divide(tls, side.id() + "CapacityRatio", label, Unit.RATIO, plain, whole);
        capacity(tls, side.id() + "CapacityPerSecond", coresOf(side), whole);
      }
    }
  }

  private void throughput(Tls tls) {
    boolean isKnown = terms.knowsPlain(Figure.CLIENT) && terms.knowsPlain(Figure.SERVER);
    if (profile.isShared() && isKnown && terms.sides(tls).size() == 2) {
      List<Term> plain = both(terms.plainWhole(Figure.CLIENT), terms.plainWhole(Figure.SERVER));
      List<Term> whole = both(plain, terms.ofSides(tls, side -> terms.added(tls, side)));
      divide(tls, "capacityRatio", "throughput, cores full", Unit.RATIO, plain, whole);
      Profile.Machines machines = profile.machines();
      capacity(tls, "capacityPerSecond", machines == null ? null : machines.shared(), whole);
    }
  }

  private void latency(Tls tls) {
    List<Term> message = terms.message(tls, Figure.TIME);
    add(tls, "latencyMicros", "latency of an operation, cores busy", Unit.MICROS, message);
    if (terms.knowsPlain(Figure.TIME)) {
      List<Term> plain = terms.plain(Figure.TIME);
      divide(tls, "latencyRatio", "latency", Unit.RATIO, both(plain, message), plain);
    }
  }

  private void connections(Tls tls) {
    for (boolean resumed : new boolean[] {false, true}) {
      String kind = resumed ? "resumed" : "full";
      List<Term> added = terms.connection(tls, resumed);
      if (!added.isEmpty()) {
        add(tls, kind + "ConnectionMicros", "new connection, " + kind, Unit.MICROS, added);
        if (terms.knowsConnections()) {
          List<Term> whole = both(terms.plainConnection(), added);
          add(tls, kind + "ConnectionWholeMicros", "", Unit.MICROS, whole);
        }
      }
    }
    if (terms.isReconnecting()) {
      List<Term> handshakes = terms.ofSides(tls, side -> terms.handshake(tls, side));
      List<Term> all = terms.ofSides(tls, side -> terms.added(tls, side));
      String label = "handshakes' share of it";
      divide(tls, HANDSHAKES, label, Unit.PERCENT, scaled(PERCENT, handshakes), all);
    }
  }

  /** Adds demands and durations of an operation, from which the throughput of N clients follows. */
  private void inner(Tls tls) {
    for (Figure side : terms.sides(tls)) {
      if (terms.knowsPlain(side)) {
        List<Term> plain = terms.plainWhole(side);
        add(tls, INNER + side.id() + "Plain", "", Unit.MICROS, plain);
        add(tls, INNER + side.id(), "", Unit.MICROS, both(plain, terms.added(tls, side)));
      }
    }
    if (terms.knowsPlain(Figure.TIME) && (!terms.isReconnecting() || terms.knowsConnections())) {
      List<Term> plain = terms.plainDuration();
      add(tls, INNER + "timePlain", "", Unit.MICROS, plain);
      add(tls, INNER + "time", "", Unit.MICROS, both(plain, terms.addedDuration(tls)));
    }
  }

  /** Adds what changes would save of the CPU time of both sides, for each operation. */
  private void changes(Tls tls, Tls other) {
    if (!other.equals(tls)) {
      List<Term> own = terms.ofSides(tls, side -> terms.added(tls, side));
      List<Term> others = terms.ofSides(tls, side -> terms.added(other, side));
      add(tls, SAVE + other.name(), "", Unit.MICROS, both(own, scaled(-1, others)));
      return;
    }
    List<Term> handshakes = terms.ofSides(tls, side -> terms.handshake(tls, side));
    add(tls, SAVE + "pool", "", Unit.MICROS, scaled(POOL, handshakes));
    List<Term> resumption = terms.ofSides(tls, side -> terms.savedByResumption(tls, side));
    add(tls, SAVE + "resumption", "", Unit.MICROS, resumption);
  }

  private void capacity(Tls tls, String name, @Nullable Integer cores, List<Term> operation) {
    if (cores != null) {
      List<Term> micros = List.of(Term.of(cores * MICROS));
      divide(tls, name, "", Unit.PER_SECOND, micros, operation);
    }
  }

  private @Nullable Integer coresOf(Figure side) {
    Profile.Machines machines = profile.machines();
    return machines == null ? null : side == Figure.CLIENT ? machines.client() : machines.server();
  }

  private static List<Term> scaled(double factor, List<Term> all) {
    return all.stream()
        .map(term -> new Term(factor * term.factor(), term.times(), term.over()))
        .toList();
  }

  /** Returns cores: microseconds of an operation, times operations a second. */
  private static List<Term> cores(List<Term> micros) {
    return micros.stream()
        .map(
            term -> {
              List<String> times = new ArrayList<>(term.times());
              times.add(CostTerms.RATE);
              return new Term(term.factor() / MICROS, times, term.over());
            })
        .toList();
  }

  private void add(Tls tls, String name, String label, Unit unit, List<Term> all) {
    divide(tls, name, label, unit, all, Sum.one().terms());
  }

  /**
   * @param label the column of the page's table; empty for none
   */
  private void divide(
      Tls tls, String name, String label, Unit unit, List<Term> numerator, List<Term> denominator) {
    if (!numerator.isEmpty() && !denominator.isEmpty()) {
      String whole = tls.name() + "/" + name;
      outputs.add(
          new Output(
              whole,
              tls.name(),
              label.isEmpty() ? whole : label,
              unit,
              new Sum(numerator),
              new Sum(denominator)));
    }
  }
}
