package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sections needed to repeat a run. */
final class RepeatSections {
  private RepeatSections() {}

  static List<Section> of(Result result, Environment environment) {
    return List.of(
        repeat(result), negotiated(result), server(result.server()), environment.section());
  }

  /** Returns the cores of the clients' threads, such as {@code 1}. */
  static String cores(Setup.Clients clients) {
    return clients.cores().isEmpty()
        ? "all"
        : clients.cores().stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static Section repeat(Result result) {
    Setup setup = result.setup();
    Setup.Clients clients = setup.clients();
    Setup.Timing timing = setup.timing();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("started", result.run().started());
    facts.put("took", Numbers.seconds(result.run().durationSeconds()));
    facts.put("binding", setup.binding());
    facts.put("baseline", setup.baseline());
    facts.put("threads", Integer.toString(clients.threads()));
    facts.put("cores", cores(clients));
    facts.put("server", result.placement().text());
    facts.put(
        "load",
        clients.targetPerSecond() == null
            ? "closed loop"
            : "open loop, " + Numbers.given(clients.targetPerSecond()) + " operations a second");
    facts.put("forks", Integer.toString(timing.forks()));
    facts.put("epochs, all forks together", Integer.toString(timing.epochs()));
    facts.put("blocks an epoch", Integer.toString(timing.blocks()));
    facts.put("window", Numbers.count(timing.windowMillis()) + "\u00a0ms");
    Double warmUp = timing.warmUpSeconds();
    facts.put("warm-up a fork", warmUp == null ? "until it is warm" : Numbers.seconds(warmUp));
    facts.put("seed", Long.toString(setup.seed()));
    List<Block> blocks = new ArrayList<>();
    blocks.add(new Code(result.run().command()));
    blocks.add(Table.facts("Setup", facts));
    if (!setup.workload().isEmpty()) {
      blocks.add(Table.codes("Workload", "property", setup.workload()));
    }
    blocks.add(variants(result));
    return new Section("repeat", "Repeat this run", blocks);
  }

  private static Table variants(Result result) {
    return Columns.of(distinct(result))
        .text("variant", variant -> Names.of(variant, result))
        .code(
            "settings",
            variant ->
                variant.settings().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .map(entry -> entry.getKey() + "=" + entry.getValue())
                    .collect(Collectors.joining(" ")))
        .folded("Settings of the variants");
  }

  private static List<VariantResult> distinct(Result result) {
    Set<String> seen = new LinkedHashSet<>();
    return result.points().stream()
        .flatMap(point -> Views.inOrder(point).stream())
        .filter(variant -> seen.add(variant.name()))
        .toList();
  }

  /**
   * The outcome of some handshakes of a variant.
   *
   * @param tls without their number; {@code null} without TLS
   */
  private record Ending(String variant, @Nullable Negotiated tls) {
    @Nullable String of(Function<Negotiated, @Nullable String> part) {
      return tls == null ? null : part.apply(tls);
    }
  }

  private static Section negotiated(Result result) {
    Map<Ending, Long> counts = new LinkedHashMap<>();
    List<Ending> plain = new ArrayList<>();
    for (VariantResult variant : distinct(result)) {
      String name = Names.of(variant, result);
      List<Negotiated> all =
          variants(result, variant)
              .flatMap(other -> other.connections().negotiated().stream())
              .toList();
      if (all.isEmpty()) {
        plain.add(new Ending(name, null));
      }
      all.forEach(tls -> counts.merge(new Ending(name, tls.counting(0)), tls.count(), Long::sum));
    }
    List<Ending> rows = new ArrayList<>(counts.keySet());
    rows.addAll(plain);
    Table table =
        Columns.of(rows)
            .text("variant", Ending::variant)
            .text("provider", ending -> ending.of(Negotiated::provider))
            .text(
                "protocol",
                ending -> ending.tls() == null ? "no TLS" : ending.of(Negotiated::protocol))
            .code("cipher suite", ending -> ending.of(Negotiated::cipherSuite))
            .code(
                "group",
                ending -> ending.of(tls -> tls.namedGroup() == null ? "–" : tls.namedGroup()))
            .text("kind", ending -> ending.of(tls -> tls.resumed() ? "resumed" : "full"))
            .count("handshakes", counts::get)
            .open("Outcomes of the handshakes of each variant");
    Table logins = logins(result);
    return new Section(
        "negotiated",
        "What was negotiated",
        logins.rows().isEmpty() ? List.of(table) : List.of(table, logins));
  }

  /** The number of a variant's log-ins by one way. */
  private record Login(String variant, String how, long count) {}

  private static Table logins(Result result) {
    List<Login> rows = new ArrayList<>();
    for (VariantResult variant : distinct(result)) {
      Map<String, Long> counts = new LinkedHashMap<>();
      variants(result, variant)
          .forEach(
              other ->
                  other
                      .connections()
                      .logins()
                      .forEach((how, count) -> counts.merge(how, count, Long::sum)));
      counts.forEach((how, count) -> rows.add(new Login(Names.of(variant, result), how, count)));
    }
    return Columns.of(rows)
        .text("variant", Login::variant)
        .text("log-in", Login::how)
        .count("log-ins", Login::count)
        .open("How each variant logged in");
  }

  /** Returns the results of a variant at all points. */
  private static Stream<VariantResult> variants(Result result, VariantResult variant) {
    return result.points().stream()
        .flatMap(point -> point.variants().stream())
        .filter(other -> other.name().equals(variant.name()));
  }

  static Section server(ServerFacts server) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("product", server.product());
    facts.put("version", server.version());
    facts.put("kind", kind(server));
    facts.put("where", server.local() ? "the client's machine" : "another machine");
    List<Block> blocks = new ArrayList<>();
    blocks.add(Table.facts("Server", facts));
    if (!server.settings().isEmpty()) {
      blocks.add(Table.codes("Settings", "setting", server.settings()));
    }
    Map<String, String> before = server.statusBefore();
    Map<String, String> after = server.statusAfter();
    if (!before.isEmpty() || (after != null && !after.isEmpty())) {
      Set<String> names = new TreeSet<>(before.keySet());
      if (after != null) {
        names.addAll(after.keySet());
      }
      Table table =
          Columns.of(names)
              .code("counter", name -> name)
              .text("before", before::get)
              .text("after", name -> after == null ? "server lost" : after.get(name))
              .folded("Status counters");
      blocks.add(table);
    }
    return new Section("server", "Server", blocks);
  }

  private static String kind(ServerFacts server) {
    if (!server.embedded()) {
      return "given by its URL";
    }
    return server.starts() > 1
        ? "embedded, started " + server.starts() + " times in this run"
        : "embedded, started for this run";
  }
}
