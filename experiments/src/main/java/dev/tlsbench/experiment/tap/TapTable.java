package dev.tlsbench.experiment.tap;

import dev.tlsbench.experiment.tap.TapResult.Client;
import dev.tlsbench.experiment.tap.TapResult.Counts;
import dev.tlsbench.report.document.Numbers;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A table of clients on a terminal, which is drawn again and again in the same place. */
public final class TapTable {
  /** The time between two drawings. */
  public static final Duration EVERY = Duration.ofSeconds(1);

  private static final int MOST_ROWS = 15;
  private static final String CLEAR_LINE = "\r\u001b[K";
  private static final String CLEAR_BELOW = "\r\u001b[J";

  private final PrintStream terminal;
  private int drawn;

  public TapTable(PrintStream terminal) {
    this.terminal = terminal;
  }

  /** Draws the table. */
  public void show(TapSummary summary, Duration elapsed) {
    List<String> lines = lines(summary, elapsed);
    up();
    lines.forEach(line -> terminal.println(CLEAR_LINE + line));
    terminal.print(CLEAR_BELOW);
    terminal.flush();
    drawn = lines.size();
  }

  /** Removes the table. */
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

  static List<String> lines(TapSummary summary, Duration elapsed) {
    List<String> lines = new ArrayList<>();
    lines.add(
        row(
            "client",
            "connections",
            "a second",
            "full",
            "resumed",
            "failed",
            "plain",
            "protocol",
            "bytes",
            "TLS"));
    List<Client> clients = summary.clients(elapsed);
    clients.stream().limit(MOST_ROWS).forEach(client -> lines.add(row(client)));
    if (clients.size() > MOST_ROWS) {
      lines.add("and " + (clients.size() - MOST_ROWS) + " more");
    }
    if (clients.size() != 1) {
      lines.add(row(summary.all(elapsed)));
    }
    return lines;
  }

  private static String row(Client client) {
    Counts counts = client.counts();
    double part =
        client.cost().bytes() == 0
            ? 0
            : (double) client.cost().overheadBytes() / client.cost().bytes();
    return row(
        client.address(),
        Numbers.count(counts.connections()),
        Numbers.significant(client.cost().connectionsPerSecond()),
        Numbers.count(counts.full()),
        Numbers.count(counts.resumed()),
        Numbers.count(counts.failed()),
        Numbers.count(counts.plain()),
        String.join(",", client.protocols().keySet()),
        Numbers.bytes((double) client.cost().bytes()),
        Numbers.percent(part, 0));
  }

  private static String row(Object... cells) {
    return String.format(Locale.ROOT, "%-20s %11s %8s %7s %7s %7s %7s %-12s %10s %6s", cells)
        .stripTrailing();
  }
}
