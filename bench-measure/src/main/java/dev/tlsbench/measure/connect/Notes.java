package dev.tlsbench.measure.connect;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.measure.connect.ConnectOrder.Stage;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.report.stats.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Notes for readers of a run's figures, one sentence each. */
final class Notes {
  private final RunFacts facts;
  private final ConnectSettings settings;
  private final List<KindResult> kinds;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param kinds the figures of the series that were measured
   */
  Notes(RunFacts facts, ConnectSettings settings, List<KindResult> kinds) {
    this.facts = facts;
    this.settings = settings;
    this.kinds = kinds;
    ofWarmUp();
    ofRetries();
    ofKinds();
    ofDriver();
    ofParts();
    ofRtt();
    ofCpu();
    ofScript();
  }

  List<String> lines() {
    return List.copyOf(lines);
  }

  private MeasuredDatabase database() {
    return MeasuredDatabase.of(facts.target().binding().database());
  }

  private void ofWarmUp() {
    Duration warmUp = facts.warmUp();
    if (warmUp != null) {
      lines.add(
          "The client's code was not warm after "
              + warmUp.toSeconds()
              + " s, so that it may take longer than it would later; use a longer --warm-up.");
    }
  }

  private void ofKinds() {
    if (facts.target().isEmbedded()) {
      lines.add(
          "This is an embedded server; the cost of TLS on yours depends on its TLS library, its key"
              + " and its network.");
    }
    if (LegacyTls.isAllowed()) {
      lines.add("The JDK's policy on weak algorithms is switched off for this run (--legacy-tls).");
    }
    facts
        .unavailable()
        .forEach((series, why) -> lines.add("No " + name(Series.of(series)) + ": " + why + "."));
    for (KindResult kind : kinds) {
      if (kind.connections().otherHandshakes() > 0) {
        lines.add(
            kind.connections().otherHandshakes()
                + " connections of "
                + name(kind.series())
                + " do not count, as their handshake was "
                + (facts.kind(kind.name()) == Kind.FULL ? "a resumed" : "a full")
                + " one; others were made in their place.");
      }
    }
  }

  /** Says what a connection would save in place of one by the driver's own TLS. */
  private void ofDriver() {
    List<Series> compared =
        kinds.stream().filter(kind -> !kind.repeatsBaseline()).map(KindResult::series).toList();
    for (Series own : compared) {
      String others =
          compared.stream()
              .filter(series -> series.kind() != Kind.PLAIN && !isDriversOwn(series))
              .map(series -> name(series) + " " + change(series, own))
              .collect(Collectors.joining("; "));
      if (isDriversOwn(own) && !others.isEmpty()) {
        lines.add(
            "The time of a connection, compared with the driver's own TLS ("
                + name(own)
                + "): "
                + others
                + ". tlsbench's own TLS reads certificates once for all connections, and a resumed"
                + " connection shares a session with an earlier one.");
      }
    }
  }

  private boolean isDriversOwn(Series series) {
    return RunFacts.isDriversOwn(facts.variants(), series);
  }

  private String change(Series series, Series own) {
    Estimate ratio =
        Figures.estimate(
            facts.gathered().ratios(Stage.OPEN, series.name(), own.name(), Part.TOTAL));
    return ratio == null || !(Math.abs(ratio.mean()) > ratio.reach95())
        ? "not resolved"
        : ratio.ratio().change();
  }

  private static String name(Series series) {
    return series.variant()
        + (series.kind() == Kind.PLAIN ? "" : series.kind() == Kind.FULL ? ", full" : ", resumed");
  }

  private void ofRetries() {
    List<String> all = new ArrayList<>();
    for (KindResult kind : kinds) {
      Long retried = kind.connections().helloRetryRequests();
      if (retried != null && retried > 0) {
        all.add(
            name(kind.series())
                + " ("
                + retried
                + " of "
                + kind.connections().counted()
                + " connections)");
      }
    }
    if (!all.isEmpty()) {
      lines.add(
          "The server took no key share of the client's first message and asked for another"
              + " (HelloRetryRequest), which costs one round trip more, for "
              + String.join(", ", all)
              + ".");
    }
  }

  private void ofParts() {
    boolean logIn = kinds.stream().anyMatch(kind -> kind.find(Part.AUTHENTICATION) != null);
    lines.addAll(database().notesOnParts(logIn));
  }

  private void ofRtt() {
    Duration rtt = settings.rtt();
    if (!rtt.isZero()) {
      double millis = rtt.toNanos() / 1e6;
      lines.add(
          String.format(
              Locale.ROOT,
              "RTT is simulated: a relay on the client's machine delays every byte by %s ms"
                  + " each way, and the TCP connect waits %s ms in the client, since the kernel"
                  + " answers it at once. Losses, slow start and limits of bandwidth are not"
                  + " simulated.",
              plainNumber(millis / 2),
              plainNumber(millis)));
    }
  }

  private static String plainNumber(double number) {
    return String.format(Locale.ROOT, "%.3f", number).replaceFirst("\\.?0+$", "");
  }

  private void ofCpu() {
    lines.add(
        "Client CPU is the time of the connecting thread, including the closing of the connection,"
            + " without the JVM's collector and compiler.");
    boolean known = kinds.stream().allMatch(kind -> kind.cpu().serverMicros() != null);
    if (known) {
      lines.add(
          "Server CPU is the time of the server's known processes and of their ended children; the"
              + " kernel counts it in ticks, so it is meaningful only over some hundred"
              + " connections.");
    } else if (!facts.target().isLocal()) {
      lines.add("Server CPU is unknown: the server is not on this machine.");
    } else {
      lines.add(
          "Server CPU is unknown: this user may not see which process listens on the port; run as"
              + " the server's user or as root.");
    }
  }

  private void ofScript() {
    if (!settings.openOnly()) {
      lines.addAll(database().notesOnScript());
    }
  }
}
