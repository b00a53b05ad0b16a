package dev.tlsbench.measure.connect;

import dev.tlsbench.core.tls.LegacyTls;
import dev.tlsbench.measure.connect.ConnectResult.KindResult;
import dev.tlsbench.measure.driver.MeasuredDatabase;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.report.stats.Estimate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

record Notes(Target target, ConnectSettings settings, Gathered gathered, List<KindResult> kinds) {
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    ofRetries(lines);
    ofKinds(lines);
    ofDriver(lines);
    lines.addAll(
        database()
            .notesOnParts(kinds.stream().anyMatch(kind -> kind.find(Part.AUTHENTICATION) != null)));
    if (!settings.storms().isEmpty() && target.isLocal()) {
      lines.add(
          "Client and server share this machine, so that the rates of storms are those of both.");
    }
    ofRtt(lines);
    ofCpu(lines);
    if (settings.runsScript()) {
      lines.addAll(database().notesOnScript());
    }
    return lines;
  }

  private MeasuredDatabase database() {
    return MeasuredDatabase.of(target.binding().database());
  }

  private void ofKinds(List<String> lines) {
    if (target.isEmbedded()) {
      lines.add(
          "This is an embedded server; the cost of TLS on yours depends on its TLS library, its key"
              + " and its network.");
    }
    if (LegacyTls.isAllowed()) {
      lines.add("The JDK's policy on weak algorithms is switched off for this run (--legacy-tls).");
    }
    gathered
        .unavailable()
        .forEach(
            (name, why) -> lines.add("No " + gathered.series(name).title() + ": " + why + "."));
    for (KindResult kind : kinds) {
      if (kind.connections().otherHandshakes() > 0) {
        lines.add(
            kind.connections().otherHandshakes()
                + " connections of "
                + title(kind)
                + " do not count, as their handshake was "
                + (kind.series().kind() == Kind.FULL ? "a resumed" : "a full")
                + " one; others were made in their place.");
      }
    }
  }

  private void ofDriver(List<String> lines) {
    List<Series> compared =
        kinds.stream().filter(kind -> !kind.repeatsBaseline()).map(KindResult::series).toList();
    for (Series own : compared) {
      String others =
          compared.stream()
              .filter(series -> series.kind() != Kind.PLAIN && !gathered.isDriversOwn(series))
              .map(series -> series.title() + " " + change(series, own))
              .collect(Collectors.joining("; "));
      if (gathered.isDriversOwn(own) && !others.isEmpty()) {
        lines.add(
            ("The time of a connection, compared with the driver's own TLS (%s): %s. "
                    + "tlsbench's own TLS reads certificates once for all connections, and a resumed "
                    + "connection shares a session with an earlier one.")
                .formatted(own.title(), others));
      }
    }
  }

  private String change(Series series, Series own) {
    Estimate ratio = Figures.estimate(gathered.ratios(series.name(), own.name(), Part.TOTAL));
    return ratio == null || !(Math.abs(ratio.mean()) > ratio.reach95())
        ? "not resolved"
        : ratio.ratio().change();
  }

  private static String title(KindResult kind) {
    return kind.repeatsBaseline() ? kind.name() : kind.series().title();
  }

  private void ofRetries(List<String> lines) {
    List<String> all = new ArrayList<>();
    for (KindResult kind : kinds) {
      Long retried = kind.connections().helloRetryRequests();
      if (retried != null && retried > 0) {
        all.add(
            "%s (%s of %s connections)"
                .formatted(title(kind), retried, kind.connections().counted()));
      }
    }
    if (!all.isEmpty()) {
      lines.add(
          ("The server took no key share of the client's first message and asked for "
                  + "another (HelloRetryRequest), which costs one round trip more, for %s.")
              .formatted(String.join(", ", all)));
    }
  }

  private void ofRtt(List<String> lines) {
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

  private void ofCpu(List<String> lines) {
    lines.add(
        "Client CPU is the time of the connecting thread, including the closing of the connection,"
            + " without the JVM's collector and compiler.");
    boolean known = kinds.stream().allMatch(kind -> kind.cpu().serverMicros() != null);
    if (known) {
      lines.add(
          "Server CPU is the time of the server's known processes and of their ended children; the"
              + " kernel counts it in ticks, so it is meaningful only over some hundred"
              + " connections.");
    } else if (!target.isLocal()) {
      lines.add("Server CPU is unknown: the server is not on this machine.");
    } else {
      lines.add(
          "Server CPU is unknown: " + target.processes(settings.serverPids()).whyUnknown() + ".");
    }
  }
}
