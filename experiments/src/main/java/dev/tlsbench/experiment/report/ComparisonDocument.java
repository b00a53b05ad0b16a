package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.report.Block.Cell;
import dev.tlsbench.experiment.report.Block.Chart;
import dev.tlsbench.experiment.report.Block.Table;
import dev.tlsbench.experiment.report.Block.Text;
import dev.tlsbench.experiment.report.Notice.Weight;
import dev.tlsbench.experiment.result.Environment;
import dev.tlsbench.experiment.result.Point;
import dev.tlsbench.experiment.result.Ratio;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.experiment.result.VariantResult.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Several results side by side. */
final class ComparisonDocument {
  private ComparisonDocument() {}

  /** A row: a variant by its name, at a value of the axis if there is one. */
  private record Row(@Nullable String value, String variant, boolean control) {
    String name(String baseline) {
      String name = control ? "control (" + Names.of(baseline) + " again)" : Names.of(variant);
      return value == null ? name : name + ", " + value;
    }
  }

  static Document of(List<Saved> all) {
    List<Section> sections = new ArrayList<>();
    sections.add(ratios(all));
    sections.add(new Section("runs", "The runs", List.of(facts(all))));
    List<Map<String, Object>> results = new ArrayList<>();
    for (Saved saved : all) {
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("name", saved.name());
      data.put("names", Names.all(saved.result()));
      data.put("result", saved.result());
      results.add(data);
    }
    return new Document(
        "tlsbench report",
        all.size() + " results side by side",
        problems(all),
        findings(all),
        warnings(all),
        sections,
        Map.of("results", results));
  }

  private static List<Notice> problems(List<Saved> all) {
    List<Notice> notices = new ArrayList<>();
    for (Saved saved : all) {
      for (Notice notice : Notices.problems(saved.result())) {
        notices.add(
            new Notice(notice.weight(), saved.name() + ": " + notice.title(), notice.lines()));
      }
    }
    notices.sort(Comparator.comparing(Notice::weight));
    return notices;
  }

  private static List<Sentence> findings(List<Saved> all) {
    List<Sentence> sentences = new ArrayList<>();
    for (Saved saved : all) {
      Findings.of(saved.result())
          .forEach(finding -> sentences.add(Sentence.of(saved.name() + ": ").then(finding)));
    }
    return sentences;
  }

  private static List<Notice> warnings(List<Saved> all) {
    List<String> lines = new ArrayList<>();
    Set<String> baselines =
        all.stream().map(s -> s.result().setup().baseline()).collect(Collectors.toSet());
    if (baselines.size() > 1) {
      lines.add(
          "The runs have different baselines ("
              + baselines.stream().sorted().map(Names::of).collect(Collectors.joining(", "))
              + "), so their ratios are not about the same thing.");
    }
    all.forEach(s -> s.result().warnings().forEach(line -> lines.add(s.name() + ": " + line)));
    return lines.isEmpty() ? List.of() : List.of(new Notice(Weight.NOTE, "Good to know", lines));
  }

  private static Section ratios(List<Saved> all) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Text(
            "Each figure is the ratio of a variant to the baseline of its own run, with the 95 %"
                + " interval. Where two intervals overlap, the runs may well agree."));
    blocks.add(
        new Chart(
            "beside",
            "Throughput against the baseline",
            "Throughput ratio of each variant in each run, with its intervals",
            table(all, Metric.THROUGHPUT, false)));
    for (Metric metric : Metric.values()) {
      boolean there =
          all.stream().anyMatch(s -> Views.any(s.result(), v -> metric.of(v).isPresent()));
      if (metric != Metric.THROUGHPUT && there) {
        blocks.add(table(all, metric, true));
      }
    }
    return new Section("ratios", "Ratios side by side", blocks);
  }

  private static Table table(List<Saved> all, Metric metric, boolean folded) {
    List<String> header = new ArrayList<>(List.of("variant"));
    all.forEach(saved -> header.add(saved.name()));
    Table table =
        new Table(
            "Ratio of " + metric.title() + " to the baseline, with its 95 % interval",
            folded,
            1,
            List.copyOf(header),
            new ArrayList<>());
    for (Row row : rows(all)) {
      List<Cell> cells = new ArrayList<>();
      cells.add(Cell.of(row.name(all.get(0).result().setup().baseline())));
      for (Saved saved : all) {
        cells.add(
            find(saved.result(), row)
                .flatMap(metric::of)
                .map(ComparisonDocument::cell)
                .orElse(Cell.NONE));
      }
      table.add(null, cells.toArray(Cell[]::new));
    }
    return table;
  }

  private static Cell cell(Ratio ratio) {
    return Cell.of(
        Numbers.ratio(ratio.value(), ratio.halfWidth())
            + " ("
            + Numbers.ratio(ratio.low95(), ratio.halfWidth())
            + " – "
            + Numbers.ratio(ratio.high95(), ratio.halfWidth())
            + ")",
        ratio.value());
  }

  /** In the order in which they turn up, controls last. */
  private static List<Row> rows(List<Saved> all) {
    Set<Row> compared = new LinkedHashSet<>();
    Set<Row> controls = new LinkedHashSet<>();
    for (Saved saved : all) {
      for (Point point : saved.result().points()) {
        for (VariantResult variant : point.variants()) {
          if (variant.role() == Role.VARIANT) {
            compared.add(new Row(axisValue(saved.result(), point), variant.name(), false));
          } else if (variant.role() == Role.CONTROL) {
            controls.add(new Row(axisValue(saved.result(), point), variant.name(), true));
          }
        }
      }
    }
    List<Row> rows = new ArrayList<>(compared);
    rows.addAll(controls);
    return rows;
  }

  private static @Nullable String axisValue(Result result, Point point) {
    return result.axis() == null ? null : Views.at(result, point);
  }

  private static Optional<VariantResult> find(Result result, Row row) {
    for (Point point : result.points()) {
      if (Objects.equals(axisValue(result, point), row.value())) {
        for (VariantResult variant : point.variants()) {
          if (variant.name().equals(row.variant())
              && (variant.role() == Role.CONTROL) == row.control()) {
            return Optional.of(variant);
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Table facts(List<Saved> all) {
    List<String> header = new ArrayList<>(List.of("what"));
    all.forEach(saved -> header.add(saved.name()));
    Table table = new Table("On what, and how", false, 1, List.copyOf(header), new ArrayList<>());
    List<Map<String, String>> facts = all.stream().map(ComparisonDocument::facts).toList();
    for (String name : facts.get(0).keySet()) {
      List<Cell> cells = new ArrayList<>(List.of(Cell.of(name)));
      facts.forEach(of -> cells.add(Cell.of(of.getOrDefault(name, "–"))));
      table.add(null, cells.toArray(Cell[]::new));
    }
    return table;
  }

  private static Map<String, String> facts(Saved saved) {
    Result result = saved.result();
    Environment environment = saved.environment();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", result.command());
    facts.put("started", result.started());
    facts.put("took", Numbers.seconds(result.durationSeconds()));
    facts.put("server", result.server().product() + " " + result.server().version());
    facts.put("baseline", Names.of(result.setup().baseline()));
    facts.put("threads", Integer.toString(result.setup().threads()));
    facts.put("forks", Integer.toString(result.setup().forks()));
    facts.put("epochs", Integer.toString(result.setup().epochs()));
    facts.put("seed", Long.toString(result.setup().seed()));
    if (environment != null) {
      facts.put(
          "CPU", environment.machine().cpu() + ", " + environment.machine().cores() + " cores");
      facts.put("kernel", environment.machine().kernel());
      facts.put("JDK", environment.jdk().version());
      facts.put("commit", environment.commit() == null ? "–" : environment.commit());
    } else {
      List.of("CPU", "kernel", "JDK", "commit").forEach(name -> facts.put(name, "–"));
    }
    return facts;
  }
}
