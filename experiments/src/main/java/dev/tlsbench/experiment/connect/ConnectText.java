package dev.tlsbench.experiment.connect;

import dev.tlsbench.experiment.connect.ConnectResult.KindResult;
import dev.tlsbench.experiment.connect.ConnectResult.PartResult;
import dev.tlsbench.experiment.connect.ConnectResult.Reused;
import dev.tlsbench.experiment.connect.ConnectResult.Script;
import dev.tlsbench.experiment.connect.ConnectResult.Setup;
import dev.tlsbench.experiment.report.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The figures of a run as aligned text. */
public final class ConnectText {
  private static final double MICROS_PER_MILLI = 1_000;
  private static final String NONE = "-";

  private final ConnectResult result;
  private final List<KindResult> kinds;
  private final StringBuilder text = new StringBuilder();

  private ConnectText(ConnectResult result) {
    this.result = result;
    this.kinds = result.kinds().stream().filter(kind -> kind.unavailable() == null).toList();
  }

  /**
   * Renders a result.
   *
   * @param result what a run found
   * @return lines, each with its end; times in milliseconds
   */
  public static String of(ConnectResult result) {
    return new ConnectText(result).render();
  }

  private String render() {
    head();
    parts();
    besidePlain();
    use();
    reused();
    script();
    text.append('\n');
    result.problems().forEach(problem -> text.append("PROBLEM: ").append(problem).append('\n'));
    result.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
    return text.toString();
  }

  private void head() {
    Setup setup = result.setup();
    text.append(
        String.format(
            Locale.ROOT,
            "%s%s, %s: %d connections of each kind, %d at a time%s; seed %d%n",
            String.join(",", setup.hosts()),
            setup.embedded() ? " (embedded)" : "",
            setup.binding(),
            setup.connections(),
            setup.concurrency(),
            setup.addedRttMillis() == 0
                ? ""
                : String.format(
                    Locale.ROOT, ", %s ms of RTT added by a relay", setup.addedRttMillis()),
            setup.seed()));
    text.append("first query: ").append(setup.query()).append('\n');
    for (KindResult kind : kinds) {
      kind.negotiated()
          .forEach(
              tls ->
                  text.append(
                      String.format(
                          Locale.ROOT,
                          "%s: %d x %s %s%s%n",
                          kind.name(),
                          tls.count(),
                          tls.protocol(),
                          tls.cipherSuite(),
                          tls.namedGroup() == null ? "" : " " + tls.namedGroup())));
    }
  }

  private void parts() {
    title("New connections: median in ms [95 % interval], 95th percentile");
    TextTable table = new TextTable(1);
    table.row(header(kinds.stream().map(KindResult::name).toList()));
    for (Part part : Part.values()) {
      List<String> cells = new ArrayList<>(List.of(part.title()));
      for (KindResult kind : kinds) {
        PartResult figures = kind.parts().get(part.id());
        cells.add(
            figures == null
                ? NONE
                : millis(figures.medianMicros()) + "  " + millis(figures.p95Micros()));
      }
      addUnlessEmpty(table, cells);
    }
    text.append(table.text());
  }

  private void besidePlain() {
    List<KindResult> others =
        kinds.stream().filter(kind -> !kind.name().equals(Kind.PLAIN.id())).toList();
    boolean plain = kinds.size() > others.size();
    if (!plain || others.isEmpty()) {
      return;
    }
    title("Beside plain: what the median takes more in ms [95 %], times plain [95 %]");
    TextTable table = new TextTable(1);
    table.row(header(others.stream().map(KindResult::name).toList()));
    for (Part part : Part.values()) {
      List<String> cells = new ArrayList<>(List.of(part.title()));
      for (KindResult kind : others) {
        cells.add(beside(kind.parts().get(part.id())));
      }
      addUnlessEmpty(table, cells);
    }
    text.append(table.text());
  }

  private static String beside(@Nullable PartResult part) {
    if (part == null) {
      return NONE;
    }
    Interval difference = part.differenceToPlainMicros();
    Interval ratio = part.ratioToPlain();
    return difference == null || ratio == null
        ? millis(part.medianMicros()) + "  (new)"
        : millis(difference) + "  " + ratio(ratio);
  }

  /** A row that has no figure in any column says nothing. */
  private static void addUnlessEmpty(TextTable table, List<String> cells) {
    if (!cells.stream().skip(1).allMatch(NONE::equals)) {
      table.row(cells);
    }
  }

  private void use() {
    title("For each connection");
    TextTable table = new TextTable(1);
    table.row(header(kinds.stream().map(KindResult::name).toList()));
    row(
        table,
        "client CPU, mean ms",
        kind -> kind.clientCpuMicros() == null ? NONE : millis(kind.clientCpuMicros()));
    row(
        table,
        "server CPU, mean ms",
        kind -> kind.serverCpuMicros() == null ? NONE : millis(kind.serverCpuMicros()));
    row(
        table,
        "connections a second",
        kind ->
            kind.connectionsPerSecond() == null
                ? NONE
                : String.format(Locale.ROOT, "%.0f", kind.connectionsPerSecond()));
    row(table, "connections counted", kind -> Long.toString(kind.connections()));
    text.append(table.text());
  }

  private void row(TextTable table, String name, Function<KindResult, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name));
    kinds.forEach(kind -> cells.add(cell.apply(kind)));
    table.row(cells);
  }

  private void reused() {
    if (result.reused().isEmpty()) {
      return;
    }
    title("Queries on connections that stay open, in ms");
    TextTable table = new TextTable(1);
    table.row(List.of("", "mean [95 %]", "median [95 %]", "p95", "times plain [95 %]"));
    for (Reused each : result.reused()) {
      Interval ratio = each.ratioOfMeansToPlain();
      table.row(
          List.of(
              each.name(),
              millis(each.meanMicros()),
              millis(each.medianMicros()),
              millis(each.p95Micros()),
              ratio == null ? "" : ratio(ratio)));
    }
    text.append(table.text());
  }

  private void script() {
    if (result.apsaradbScript().isEmpty()) {
      return;
    }
    title(
        "As the ApsaraDB script has it: means in ms [95 %], which hold more than their names say");
    TextTable table = new TextTable(1);
    table.row(header(result.apsaradbScript().stream().map(Script::name).toList()));
    scriptRow(table, "only-connection", Script::onlyConnectionMillis);
    scriptRow(table, "first-query", Script::firstQueryMillis);
    scriptRow(table, "connection-and-first-query", Script::connectionAndFirstQueryMillis);
    scriptRow(table, "reused", Script::reusedMillis);
    text.append(table.text());
    text.append("  The true parts, medians of one connection each:\n");
    text.append(
        kinds.stream()
            .map(ConnectText::trueParts)
            .filter(Objects::nonNull)
            .collect(Collectors.joining()));
  }

  private void scriptRow(TextTable table, String name, Function<Script, Interval> figure) {
    List<String> cells = new ArrayList<>(List.of(name));
    result
        .apsaradbScript()
        .forEach(
            script -> {
              Interval millis = figure.apply(script);
              cells.add(
                  String.format(
                      Locale.ROOT,
                      "%.3f [%.3f, %.3f]",
                      millis.value(),
                      millis.low95(),
                      millis.high95()));
            });
    table.row(cells);
  }

  private static String trueParts(KindResult kind) {
    List<String> parts = new ArrayList<>();
    for (Part part : Part.values()) {
      PartResult figures = kind.parts().get(part.id());
      if (figures != null && part != Part.TOTAL) {
        parts.add(part.title() + " " + millis(figures.medianMicros().value()));
      }
    }
    return "  " + kind.name() + ": " + String.join(", ", parts) + "\n";
  }

  private void title(String title) {
    text.append('\n').append(title).append('\n');
  }

  private static List<String> header(List<String> names) {
    List<String> cells = new ArrayList<>(List.of(""));
    cells.addAll(names);
    return cells;
  }

  private static String millis(Interval micros) {
    return millis(micros.value())
        + " ["
        + millis(micros.low95())
        + ", "
        + millis(micros.high95())
        + "]";
  }

  private static String millis(double micros) {
    return String.format(Locale.ROOT, "%.3f", micros / MICROS_PER_MILLI);
  }

  private static String ratio(Interval ratio) {
    return String.format(
        Locale.ROOT, "%.2f [%.2f, %.2f]", ratio.value(), ratio.low95(), ratio.high95());
  }
}
