package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.ConnectionCounts;
import dev.tlsbench.measure.result.Result;
import dev.tlsbench.measure.result.ServerFacts;
import dev.tlsbench.measure.result.Setup;
import dev.tlsbench.measure.result.VariantResult;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sections needed to repeat a run. */
final class RepeatSections {
  private RepeatSections() {}

  static List<Section> of(Result result, Environment environment) {
    return List.of(
        repeat(result), negotiated(result), server(result.server()), environment.section());
  }

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
    blocks.add(new Block.Code(result.run().command()));
    blocks.add(Table.facts("Setup", facts));
    if (!setup.workload().isEmpty()) {
      blocks.add(Table.codes("Workload", "property", setup.workload()));
    }
    Map<String, String> settings = new TreeMap<>();
    variants(result)
        .forEach(variant -> settings.putIfAbsent(Names.of(variant, result), settings(variant)));
    blocks.add(Table.codes("Settings of the variants", "variant", settings));
    return new Section("repeat", "Repeat this run", blocks);
  }

  private static String settings(VariantResult variant) {
    return new TreeMap<>(variant.settings())
        .entrySet().stream().map(Map.Entry::toString).collect(Collectors.joining(" "));
  }

  private static Section negotiated(Result result) {
    Negotiations negotiations = new Negotiations();
    for (VariantResult variant : variants(result)) {
      ConnectionCounts connections = variant.connections();
      negotiations.add(Names.of(variant, result), connections.negotiated(), connections.logins());
    }
    return negotiations.section();
  }

  private static List<VariantResult> variants(Result result) {
    return Views.rows(result, variant -> true).stream().map(Views.Row::variant).toList();
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
