package dev.tlsbench.experiment.run;

import dev.tlsbench.experiment.run.ForkReply.WindowData;
import dev.tlsbench.experiment.run.Measured.Epoch;
import dev.tlsbench.experiment.run.Measured.Percentiles;
import dev.tlsbench.experiment.stats.PairedSample;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Divides a variant by the baseline: window by window of the same block, or, where a window is too
 * short for a figure, epoch by epoch. Blocks in which an operation failed are left out.
 */
final class PairedRatios {
  private final Measured measured;
  private final String baseline;

  PairedRatios(Measured measured, String baseline) {
    this.measured = measured;
    this.baseline = baseline;
  }

  /** By the windows of each block. */
  Optional<PairedSample> ofWindows(String variant, ToDoubleFunction<WindowData> figure) {
    PairedSample.Builder sample = PairedSample.builder();
    int count = 0;
    for (Epoch epoch : measured.epochs()) {
      Map<Integer, Double> base = new HashMap<>();
      epoch
          .soundWindows(baseline)
          .forEach(window -> base.put(window.block(), figure.applyAsDouble(window)));
      for (WindowData window : epoch.soundWindows(variant).toList()) {
        Double divisor = base.get(window.block());
        if (divisor != null) {
          count += add(sample, epoch, window.block(), figure.applyAsDouble(window), divisor);
        }
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(sample.build());
  }

  /** By the latencies of each epoch. */
  Optional<PairedSample> ofLatencies(String variant, ToDoubleFunction<Percentiles> figure) {
    PairedSample.Builder sample = PairedSample.builder();
    int count = 0;
    for (Epoch epoch : measured.epochs()) {
      Percentiles own = epoch.latencies().get(variant);
      Percentiles base = epoch.latencies().get(baseline);
      if (epoch.isSound() && own != null && base != null) {
        count += add(sample, epoch, 0, figure.applyAsDouble(own), figure.applyAsDouble(base));
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(sample.build());
  }

  /** By the server's CPU time for an operation, in each epoch: the kernel tells it in ticks. */
  Optional<PairedSample> ofServerCpu(String variant) {
    PairedSample.Builder sample = PairedSample.builder();
    int count = 0;
    for (Epoch epoch : measured.epochs()) {
      OptionalDouble own = serverCpu(epoch, variant);
      OptionalDouble base = serverCpu(epoch, baseline);
      if (own.isPresent() && base.isPresent()) {
        count += add(sample, epoch, 0, own.getAsDouble(), base.getAsDouble());
      }
    }
    return count == 0 ? Optional.empty() : Optional.of(sample.build());
  }

  private static OptionalDouble serverCpu(Epoch epoch, String variant) {
    double millis = 0;
    long operations = 0;
    for (WindowData window : epoch.soundWindows(variant).toList()) {
      Double cpu = window.use().serverCpu();
      if (cpu == null) {
        return OptionalDouble.empty();
      }
      millis += cpu;
      operations += window.operations();
    }
    return operations == 0 ? OptionalDouble.empty() : OptionalDouble.of(millis / operations);
  }

  private static int add(
      PairedSample.Builder sample, Epoch epoch, int block, double value, double divisor) {
    if (!(value > 0) || !(divisor > 0)) {
      return 0;
    }
    sample.add(epoch.fork(), epoch.number(), block, Math.log(value / divisor));
    return 1;
  }
}
