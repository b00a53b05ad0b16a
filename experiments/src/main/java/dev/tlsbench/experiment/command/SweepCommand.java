package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.paired.Axis;
import dev.tlsbench.experiment.paired.PairedRun;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.variant.Variant;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tlsbench sweep}. */
@Command(
    name = "sweep",
    description = "Compares as 'compare' does, at each value of one axis.",
    footer = {
      "",
      "Axes: threads (1,2,4,…), size (bytes of a record, in one field), rtt (added round trip,",
      "such as 0ms,1ms,5ms; the server must be on this machine), target (operations a second),",
      "suite (variants such as tls13-chacha20, each against the baseline).",
      "The values share the given time.",
      "",
      "  bin/tlsbench sweep --axis threads=1,4,16,64",
      "  bin/tlsbench sweep --axis rtt=0ms,1ms,5ms --variant plain,tls13 --duration 10m"
    })
final class SweepCommand extends PairedCommand {
  @Option(
      names = "--axis",
      paramLabel = "NAME[=VALUES]",
      description =
          "Axis, optionally with values. Default: threads, from 1 to 256 in steps of four.")
  private @Nullable String axis;

  SweepCommand() {}

  private Axis axis() {
    return Axis.parse(axis == null ? "threads" : axis);
  }

  @Override
  List<String> points() {
    Axis chosen = axis();
    return chosen.values().stream().map(value -> chosen.name() + "=" + value).toList();
  }

  @Override
  List<Variant> variants() {
    Axis chosen = axis();
    if (!chosen.isOfVariants()) {
      return super.variants();
    }
    List<Variant> variants = comparison().variantsOr(chosen.values(), console()::warn);
    chosen.checkAgainst(variants);
    return variants;
  }

  @Override
  Measurement prepare() {
    comparison().executors().refuseRange();
    Axis chosen = axis();
    Settings settings = comparison().settings();
    List<Variant> variants = openGates();
    return target -> {
      List<Closeable> relays = new ArrayList<>();
      try {
        Properties properties = PairedRun.properties(target);
        List<PairedRun.Step> steps = chosen.steps(target, properties, variants, settings, relays);
        PairedRun run = chosen.isOfThreads() ? newRun().onAllCores() : newRun();
        return run.run(target, chosen.name(), steps);
      } finally {
        for (Closeable relay : relays) {
          relay.close();
        }
      }
    };
  }
}
