package dev.tlsbench.experiment.command;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.option.ComparisonOptions;
import dev.tlsbench.experiment.option.GateOptions;
import dev.tlsbench.experiment.option.StatementOptions;
import dev.tlsbench.experiment.paired.Axis;
import dev.tlsbench.experiment.paired.PairedRun;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.result.Metric;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import dev.tlsbench.report.gate.Limit;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tlsbench compare}; its subclasses are words for the same with other defaults. */
@Command(
    name = "compare",
    description = {
      "Compares ways to connect under a YCSB workload.",
      "They take turns, in bursts of a millisecond and in short windows, on connections that are opened afresh again and again, in"
          + " several JVMs."
    },
    footer = {
      "",
      "Built-in variants: plain, tls12, tls13, tls13-aes128-gcm, tls13-aes256-gcm, tls13-chacha20,",
      "tls12-aes128-gcm, tls12-aes256-gcm, tls12-aes128-cbc-sha, tls13-x25519mlkem768,",
      "tls13-secp256r1mlkem768, tls13-secp384r1mlkem1024, tls13-default-hybrid, tls13-direct (not",
      "MySQL); a suffix @jdk, @bouncycastle, @conscrypt, @openssl or @driver selects the TLS",
      "implementation. With --legacy-tls: tls12-3des, tls12-rc4.",
      "",
      "  bin/tlsbench compare",
      "  bin/tlsbench compare 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --quick",
      "  bin/tlsbench compare 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --variant plain,tls13,tls12 \\",
      "      --threads 16 --precision 1%%",
      "  bin/tlsbench compare --axis rtt=0ms,1ms,5ms --duration 10m",
      "  bin/tlsbench compare postgresql://bench@db/shop \\",
      "      --statement 'SELECT name FROM users WHERE id = ?' --parameters 1..100000"
    })
class CompareCommand extends MeasuringCommand {
  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  @Mixin private final StatementOptions statements = new StatementOptions();

  @Mixin private final GateOptions gates = new GateOptions();

  @Option(
      names = "--axis",
      paramLabel = "NAME[=VALUES]",
      description = {
        "Compare at each value of an axis, which share the time: threads (1,4,16,…), size (bytes of"
            + " a record, in one field), rtt (added round trip, such as 0ms,1ms,5ms; the server must"
            + " be on this machine), target (operations a second), suite (variants such as"
            + " tls13-chacha20, each against the baseline).",
        "Default: none; threads for 'sweep' and 'saturate'."
      })
  private @Nullable String axis;

  /** Returns the axis unless the user names one; empty for none. */
  String usualAxis() {
    return "";
  }

  /** Returns the variants that are compared with plain unless the user names some. */
  List<String> usualVariants() {
    return List.of("tls13");
  }

  /** Returns the properties of server and workload that all variants share, without statements. */
  Properties properties(Target target) {
    return target.properties();
  }

  final StatementOptions statements() {
    return statements;
  }

  private Axis axis() {
    String named = axis == null ? usualAxis() : axis;
    return named.isEmpty() ? Axis.NONE : Axis.parse(named, comparison.threads().orElse(1));
  }

  private List<Variant> variants(Axis along) {
    List<Variant> variants =
        comparison.variants(
            along.isOfVariants() ? along.values() : usualVariants(), console()::warn);
    along.checkAgainst(variants);
    return variants;
  }

  @Override
  Measurement prepare() {
    Axis along = axis();
    Settings settings = comparison.settings();
    if (comparison.isQuick() && !(along.equals(Axis.NONE) && gates.isEmpty())) {
      throw new InvalidSettingException(
          "--quick: no answer for an axis or a gate (--axis, --fail-if, --junit); omit one of them");
    }
    List<Variant> variants = variants(along);
    Variants.requireAllowed(variants);
    gates.open("tlsbench " + title(), limit -> problem(limit, along, variants));
    return target -> {
      comparison.cores().ifPresent(cores -> comparison.localServer().check(cores, target));
      Properties shared = statements.areGiven() ? target.properties() : properties(target);
      statements.applyTo(shared);
      return new PairedRun(console(), target, typed(), title(), comparison, gates)
          .run(along, shared, variants, settings);
    };
  }

  @Override
  final @Nullable String problem(Limit limit) {
    Axis along = axis();
    return problem(limit, along, variants(along));
  }

  private static @Nullable String problem(Limit limit, Axis along, List<Variant> all) {
    List<String> variants = all.stream().skip(1).map(Variant::name).toList();
    List<String> points = along.values().stream().map(value -> along.name() + "=" + value).toList();
    if (limit.isTime()) {
      return "limits here are ratios to the baseline; omit the unit";
    }
    String figure = limit.figure();
    String metric = figure.substring(figure.lastIndexOf('.') + 1);
    List<String> metrics = Arrays.stream(Metric.values()).map(Metric::key).toList();
    if (!metrics.contains(metric)) {
      return "choose one of " + String.join(", ", metrics) + ", such as tls13.typical";
    }
    String subject = figure.substring(0, Math.max(0, figure.length() - metric.length() - 1));
    for (String variant : variants) {
      if (subject.equals(variant)
          || points.stream().anyMatch(point -> subject.equals(point + "." + variant))) {
        return null;
      }
    }
    return "no such variant beside the baseline; choose one of "
        + String.join(", ", variants)
        + (points.isEmpty() ? "" : ", or one of them at " + String.join(", ", points));
  }

  @Override
  final void ended(Outcome outcome) {
    gates.report(outcome.run(), console());
  }
}
