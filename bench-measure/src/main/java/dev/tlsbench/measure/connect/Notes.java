package dev.tlsbench.measure.connect;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.report.stats.Interval;
import dev.tlsbench.report.stats.Resamples;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Notes for readers of a run's figures, one sentence each. */
final class Notes {
  private final RunFacts facts;
  private final ConnectSettings settings;
  private final List<String> lines = new ArrayList<>();

  Notes(RunFacts facts, ConnectSettings settings) {
    this.facts = facts;
    this.settings = settings;
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
        .measured()
        .unavailable()
        .forEach((series, why) -> lines.add("No " + name(series) + ": " + why + "."));
    for (KindRun run : facts.measured().kinds().values()) {
      if (run.otherHandshakes() > 0) {
        lines.add(
            run.otherHandshakes()
                + " connections of "
                + name(run.series())
                + " do not count, as their handshake was "
                + (run.kind() == Kind.FULL ? "a resumed" : "a full")
                + " one; others were made in their place.");
      }
    }
  }

  /** Says what a connection would save in place of one by the driver's own TLS. */
  private void ofDriver() {
    List<KindRun> compared =
        facts.measured().kinds().values().stream()
            .filter(run -> !run.series().equals(Series.CONTROL) && !run.timelines().isEmpty())
            .toList();
    for (KindRun own : compared) {
      Resamples base = total(own);
      String others =
          compared.stream()
              .filter(run -> run.kind() != Kind.PLAIN && !run.variant().isDriversOwn())
              .map(run -> name(run.series()) + " " + change(total(run), base))
              .collect(Collectors.joining("; "));
      if (own.variant().isDriversOwn() && !others.isEmpty()) {
        lines.add(
            "The time of a connection, compared with the driver's own TLS ("
                + name(own.series())
                + "): "
                + others
                + ". tlsbench's own TLS reads certificates once for all connections, and a resumed"
                + " connection shares a session with an earlier one.");
      }
    }
  }

  private Resamples total(KindRun run) {
    return Resamples.ofMedian(Figures.micros(run, Part.TOTAL), settings.seed());
  }

  private static String change(Resamples total, Resamples base) {
    Interval ratio = total.with(base, (other, own) -> other / own);
    return ratio.low95() <= 1 && ratio.high95() >= 1 ? "not resolved" : ratio.change();
  }

  private static String name(Series series) {
    return series.variant()
        + (series.kind() == Kind.PLAIN ? "" : series.kind() == Kind.FULL ? ", full" : ", resumed");
  }

  private void ofRetries() {
    List<String> all = new ArrayList<>();
    for (KindRun run : facts.measured().kinds().values()) {
      if (run.helloRetryRequests() > 0) {
        all.add(
            name(run.series())
                + " ("
                + run.helloRetryRequests()
                + " of "
                + run.timelines().size()
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
    boolean logIn =
        facts.measured().kinds().values().stream()
            .flatMap(run -> run.timelines().stream())
            .anyMatch(timeline -> timeline.nanos(Part.AUTHENTICATION).isPresent());
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
    boolean known =
        facts.measured().kinds().values().stream().allMatch(run -> run.serverCpuMicros() != null);
    if (known) {
      lines.add(
          "Server CPU is the time of the process that listens on the port and of its ended children; the"
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
    if (!facts.measured().scripts().isEmpty()) {
      lines.addAll(database().notesOnScript());
    }
  }
}
