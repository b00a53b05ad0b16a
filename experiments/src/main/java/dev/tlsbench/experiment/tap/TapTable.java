package dev.tlsbench.experiment.tap;

import dev.tlsbench.core.text.OneLine;
import dev.tlsbench.measure.tap.TapResult.Client;
import dev.tlsbench.measure.tap.TapResult.Counts;
import dev.tlsbench.measure.tap.TapSummary;
import dev.tlsbench.report.Numbers;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of clients on a terminal, redrawn in the same place. */
public final class TapTable {
  /** The time between two drawings. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  private static final int MOST_ROWS = 15;
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final String CLEAR_BELOW = "\r\u001b[J";

  /** Cuts long rows at the edge, since moving up would miss a second line. */
  private static final String CUT_LINES = "\u001b[?7l";

  private static final String WRAP_LINES = "\u001b[?7h";

  private final PrintStream terminal;
  private Map<String, Long> handshakes = Map.of();
  private Duration last = Duration.ZERO;
  private int drawn;

  public TapTable(PrintStream terminal) {
    this.terminal = terminal;
  }

  public void show(TapSummary summary, Duration elapsed) {
    List<String> lines = lines(summary, elapsed);
    up();
    terminal.print(CUT_LINES);
    lines.forEach(line -> terminal.println(CLEAR_LINE + OneLine.escape(line)));
    terminal.print(WRAP_LINES);
    terminal.print(CLEAR_BELOW);
    terminal.flush();
    drawn = lines.size();
  }

  public void clear() {
    up();
    terminal.print(CLEAR_BELOW);
    terminal.flush();
    drawn = 0;
  }

  private void up() {
    if (drawn > 0) {
      terminal.print("\u001b[" + drawn + "A");
    }
  }

  /** Returns the rows; handshakes per second are counted since the last call. */
  List<String> lines(TapSummary summary, Duration elapsed) {
    List<String> lines = new ArrayList<>();
    lines.add(
        row(
            "client",
            "connections",
            "full",
            "resumed",
            "failed",
            "plain",
            "no server",
            "handshakes/s",
            "bytes",
            "TLS",
            "protocol",
            "cipher suite"));
    double seconds = elapsed.minus(last).toNanos() / 1e9;
    List<Client> clients = summary.clients(elapsed);
    clients.stream().limit(MOST_ROWS).forEach(client -> lines.add(row(client, seconds)));
    if (clients.size() > MOST_ROWS) {
      lines.add("and " + (clients.size() - MOST_ROWS) + " more");
    }
    Client all = summary.all(elapsed);
    if (clients.size() != 1) {
      lines.add(row(all, seconds));
    }
    last = elapsed;
    handshakes =
        Stream.concat(clients.stream(), Stream.of(all))
            .collect(Collectors.toMap(Client::name, client -> client.counts().completed()));
    return lines;
  }

  private String row(Client client, double seconds) {
    Counts counts = client.counts();
    long since = counts.completed() - handshakes.getOrDefault(client.name(), 0L);
    return row(
        shortName(client),
        Numbers.count(counts.connections()),
        Numbers.count(counts.full()),
        Numbers.count(counts.resumed()),
        Numbers.count(counts.failed()),
        Numbers.count(counts.plain()),
        Numbers.count(client.unreachedConnections()),
        Numbers.significant(since / seconds),
        Numbers.bytes((double) client.cost().bytes()),
        Numbers.percent(client.cost().overhead(), 0),
        String.join(",", client.protocols().keySet()),
        String.join(",", client.cipherSuites().keySet()));
  }

  /** Returns the address, and the readable part of the fingerprint. */
  private static String shortName(Client client) {
    String ja4 = client.ja4();
    return client.address() + (ja4 == null ? "" : " " + ja4.split("_", 2)[0]);
  }

  private static String row(Object... cells) {
    return String.format(
            Locale.ROOT, "%-26s %11s %7s %7s %7s %7s %9s %12s %10s %5s  %-12s %s", cells)
        .stripTrailing();
  }
}
