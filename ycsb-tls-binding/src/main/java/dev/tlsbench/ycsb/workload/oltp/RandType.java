package dev.tlsbench.ycsb.workload.oltp;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Locale;
import java.util.Properties;

/** sysbench's option {@code rand-type}: the distribution of row numbers. */
enum RandType {
  UNIFORM,
  GAUSSIAN,
  SPECIAL,
  PARETO,
  ZIPFIAN;

  /** Returns the distribution, with its parameters from the properties. */
  Distribution distribution(SysbenchOptions options) {
    int iterations = options.number("rand-spec-iter", 12, 1);
    return switch (this) {
      case UNIFORM -> Distributions::uniform;
      case GAUSSIAN -> (low, high) -> Distributions.gaussian(low, high, iterations);
      case SPECIAL -> {
        int part = options.number("rand-spec-pct", 1, 1);
        double toPart = options.decimal("rand-spec-res", 75, 0, 99);
        yield (low, high) -> Distributions.special(low, high, iterations, part, toPart);
      }
      case PARETO -> {
        double h = options.decimal("rand-pareto-h", 0.2, 0.001, 0.999);
        yield (low, high) -> Distributions.pareto(low, high, h);
      }
      case ZIPFIAN -> new Distributions.Zipfian(options.decimal("rand-zipfian-exp", 0.8, 0, 100));
    };
  }

  /** Parses the option; the default is {@link #SPECIAL}, as in sysbench 1.0. */
  static RandType of(Properties properties) {
    String name = new SysbenchOptions(properties).text("rand-type", SPECIAL.id());
    return RunProperties.choice(
        values(), RandType::id, name, "rand-type: '" + name + "' is unknown");
  }

  String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Draws numbers with the thread's random generator. */
  interface Distribution {
    /** Draws a number from {@code low} to {@code high}. */
    int next(int low, int high);
  }
}
