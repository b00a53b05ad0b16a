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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
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
    Map<String, String> settings = new TreeMap<>();
    byName(result).forEach((name, points) -> settings.put(name, settings(points.get(0))));
    blocks.add(Table.codes("Settings of the variants", "variant", settings));
    return new Section("repeat", "Repeat this run", blocks);
  }

  private static String settings(VariantResult variant) {
    return new TreeMap<>(variant.settings())
        .entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
  }

  /** Returns the results of each variant at all points. */
  private static Map<String, List<VariantResult>> byName(Result result) {
    return Views.rows(result, variant -> true).stream()
        .map(Views.Row::variant)
        .collect(
            Collectors.groupingBy(
                variant -> Names.of(variant, result), LinkedHashMap::new, Collectors.toList()));
  }

  /**
   * The same outcome of handshakes of a variant.
   *
   * @param tls {@code null} without TLS
   */
  private record Handshakes(String variant, @Nullable Negotiated tls) {
    @Nullable String of(Function<Negotiated, @Nullable String> part) {
      return tls == null ? null : part.apply(tls);
    }
  }

  private record Login(String variant, String how) {}

  private static Section negotiated(Result result) {
    Map<Handshakes, Long> handshakes = new LinkedHashMap<>();
    Map<Login, Long> logins = new LinkedHashMap<>();
    byName(result)
        .forEach(
            (name, points) -> {
              handshakes.put(new Handshakes(name, null), 0L);
              for (VariantResult variant : points) {
                for (Negotiated tls : variant.connections().negotiated()) {
                  handshakes.remove(new Handshakes(name, null));
                  handshakes.merge(new Handshakes(name, tls.counting(0)), tls.count(), Long::sum);
                }
                variant
                    .connections()
                    .logins()
                    .forEach((how, count) -> logins.merge(new Login(name, how), count, Long::sum));
              }
            });
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Columns.of(handshakes.keySet())
            .text("variant", Handshakes::variant)
            .text("provider", each -> each.of(Negotiated::provider))
            .text("protocol", each -> each.tls() == null ? "no TLS" : each.of(Negotiated::protocol))
            .code("cipher suite", each -> each.of(Negotiated::cipherSuite))
            .code("group", each -> each.of(Negotiated::namedGroup))
            .text("kind", each -> each.of(tls -> tls.resumed() ? "resumed" : "full"))
            .count("handshakes", each -> each.tls() == null ? null : handshakes.get(each))
            .open("Outcomes of the handshakes of each variant"));
    if (!logins.isEmpty()) {
      blocks.add(
          Columns.of(logins.keySet())
              .text("variant", Login::variant)
              .text("log-in", Login::how)
              .count("log-ins", logins::get)
              .open("How each variant logged in"));
    }
    return new Section("negotiated", "What was negotiated", blocks);
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
    Set<String> counters = new TreeSet<>(before.keySet());
    counters.addAll(after == null ? Set.of() : after.keySet());
    if (!counters.isEmpty()) {
      blocks.add(
          Columns.of(counters)
              .code("counter", name -> name)
              .text("before", before::get)
              .text("after", name -> after == null ? "server lost" : after.get(name))
              .folded("Status counters"));
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
