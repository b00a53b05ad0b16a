package dev.tlsbench.experiment.report;

import dev.tlsbench.experiment.result.Negotiated;
import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.result.ServerFacts;
import dev.tlsbench.experiment.result.Setup;
import dev.tlsbench.experiment.result.VariantResult;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Numbers;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The sections needed to repeat a run. */
final class RepeatSections {
  private RepeatSections() {}

  static List<Section> of(Result result, Environment environment) {
    return List.of(
        repeat(result), negotiated(result), server(result.server()), environment.section());
  }

  /** Returns where the clients' threads ran, such as {@code 1, client and server}. */
  static String cores(Setup.Clients clients) {
    return clients.cores().isEmpty()
        ? "all"
        : clients.cores().stream().map(String::valueOf).collect(Collectors.joining(" "))
            + (clients.sharedCores() ? ", client and server" : ", client");
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
    Setup.Executors executors = clients.cluster();
    if (executors != null) {
      facts.put("executors", Integer.toString(executors.number()));
      facts.put("rounds that were lost", Integer.toString(executors.lostRounds()));
      facts.put("rounds whose clocks moved", Integer.toString(executors.driftedRounds()));
      facts.put("blocks that began late", Integer.toString(executors.lateBlocks()));
      facts.put(
          "clocks corrected by at most",
          Numbers.significant(Math.abs(executors.clockOffsetMillis())) + "\u00a0ms");
      facts.put(
          "clocks differ by at most",
          Numbers.significant(executors.clockErrorMillis()) + "\u00a0ms");
      facts.put(
          "sent to an executor in a round", Numbers.bytes((double) executors.bytesSentPerRound()));
      facts.put(
          "received from an executor in a round",
          Numbers.bytes((double) executors.bytesReceivedPerRound()));
    }
    facts.put(
        "load",
        clients.targetPerSecond() == null
            ? "closed loop"
            : "open loop, "
                + Numbers.significant(clients.targetPerSecond())
                + " operations a second");
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
    Table table = Table.folded("What the variants set", "variant", "settings");
    for (VariantResult variant : distinct(result)) {
      table.add(
          null,
          Cell.of(Names.of(variant, result)),
          Cell.code(
              variant.settings().entrySet().stream()
                  .sorted(Map.Entry.comparingByKey())
                  .map(entry -> entry.getKey() + "=" + entry.getValue())
                  .collect(Collectors.joining(" "))));
    }
    return table;
  }

  private static List<VariantResult> distinct(Result result) {
    Set<String> seen = new LinkedHashSet<>();
    return result.points().stream()
        .flatMap(point -> Views.inOrder(point).stream())
        .filter(variant -> seen.add(variant.name()))
        .toList();
  }

  private static Section negotiated(Result result) {
    record Outcome(
        String variant,
        String provider,
        String protocol,
        String suite,
        String group,
        String kind) {}
    Map<Outcome, Long> counts = new LinkedHashMap<>();
    List<String> plain = new ArrayList<>();
    for (VariantResult variant : distinct(result)) {
      String name = Names.of(variant, result);
      List<Negotiated> all =
          result.points().stream()
              .flatMap(point -> point.variants().stream())
              .filter(other -> other.name().equals(variant.name()))
              .flatMap(other -> other.connections().negotiated().stream())
              .toList();
      if (all.isEmpty()) {
        plain.add(name);
      }
      for (Negotiated n : all) {
        counts.merge(
            new Outcome(
                name,
                n.provider(),
                n.protocol(),
                n.cipherSuite(),
                n.namedGroup() == null ? "–" : n.namedGroup(),
                n.resumed() ? "resumed" : "full"),
            n.count(),
            Long::sum);
      }
    }
    Table table =
        Table.open(
            "What the handshakes of each variant ended in",
            "variant",
            "provider",
            "protocol",
            "cipher suite",
            "group",
            "kind",
            "handshakes");
    counts.forEach(
        (outcome, count) ->
            table.add(
                null,
                Cell.of(outcome.variant()),
                Cell.of(outcome.provider()),
                Cell.of(outcome.protocol()),
                Cell.code(outcome.suite()),
                Cell.code(outcome.group()),
                Cell.of(outcome.kind()),
                Cell.count(count)));
    plain.forEach(
        name ->
            table.add(
                null,
                Cell.of(name),
                Cell.NONE,
                Cell.of("no TLS"),
                Cell.NONE,
                Cell.NONE,
                Cell.NONE,
                Cell.NONE));
    return new Section("negotiated", "What was negotiated", List.of(table));
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
      Table table = Table.folded("Status counters", "counter", "before", "after");
      Set<String> names = new TreeSet<>(before.keySet());
      if (after != null) {
        names.addAll(after.keySet());
      }
      for (String name : names) {
        table.add(
            null,
            Cell.code(name),
            Cell.of(before.getOrDefault(name, "–")),
            Cell.of(after == null ? "server lost" : after.getOrDefault(name, "–")));
      }
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
