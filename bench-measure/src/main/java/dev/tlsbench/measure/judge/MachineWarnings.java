package dev.tlsbench.measure.judge;

import dev.tlsbench.measure.fork.ForkReply.Use;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Warnings about the machine's state during the windows of a comparison. */
final class MachineWarnings {
  /** The used part of the machine's CPU time from which it counts as busy. */
  private static final double BUSY = 0.95;

  /** The part that a hypervisor may give to other virtual machines before a warning. */
  private static final double MUCH_STEAL = 0.01;

  /** The part that other processes may use before a warning, without confinement. */
  private static final double OTHERS = 0.1;

  /** The part of a window's length in a collector from which reports mark the window. */
  private static final double MARKED = 0.01;

  private final Measured measured;
  private final List<WindowData> windows;

  /** The CPU time that the machine had while the windows ran, in milliseconds. */
  private final double capacity;

  MachineWarnings(List<Contender> contenders, Measured measured) {
    this.measured = measured;
    this.windows = contenders.stream().flatMap(c -> measured.windows(c.name()).stream()).toList();
    this.capacity =
        1e3
            * windows.stream().mapToDouble(window -> window.work().seconds()).sum()
            * ServerLoad.cores();
  }

  /** Returns the warnings; for a cluster only those that apply to each of its machines. */
  List<String> list(boolean ofCluster) {
    Stream<Optional<String>> ofThisMachine =
        ofCluster ? Stream.empty() : Stream.of(busy(), others());
    return Stream.concat(ofThisMachine, Stream.of(stolen(), collected()))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Returns a warning about a busy machine; in an open loop at its pace only latency is affected.
   */
  private Optional<String> busy() {
    double idle = part(Use::idle);
    if (capacity == 0 || idle > 1 - BUSY) {
      return Optional.empty();
    }
    double client = part(Use::clientCpu);
    return Optional.of(
        String.format(
            Locale.ROOT,
            "This machine was busy: %.0f %% of its CPU time was used, %.0f %% by the client. %s",
            100 * (1 - idle),
            100 * client,
            client > 0.5
                ? "The client was the bottleneck: the ratios compare its CPU time."
                : "Client and server share it, so the ratios compare their total CPU time."));
  }

  /** Returns a warning about other processes if no epoch could be left out because of them. */
  private Optional<String> others() {
    boolean checked =
        measured.epochs().stream()
            .map(epoch -> epoch.data().conditions())
            .filter(Objects::nonNull)
            .anyMatch(conditions -> conditions.foreign() != null);
    double others =
        1 - part(Use::idle) - part(Use::clientCpu) - part(use -> known(use.serverCpu()));
    if (checked || capacity == 0 || others <= OTHERS) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "Processes other than the client and the known ones of the server used %.0f %% of"
                + " this machine's CPU time, and nothing is left out for that. If they belong to"
                + " the server, name them with --server-pid; if not, repeat the run without them.",
            100 * others));
  }

  private Optional<String> stolen() {
    double stolen = part(Use::steal);
    return capacity > 0 && stolen > MUCH_STEAL
        ? Optional.of(
            String.format(
                Locale.ROOT,
                "The hypervisor gave %.1f %% of this machine's CPU time to others.",
                100 * stolen))
        : Optional.empty();
  }

  private Optional<String> collected() {
    long hit =
        windows.stream()
            .filter(window -> window.use().gc() > MARKED * 1e3 * window.work().seconds())
            .count();
    return hit == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "The client's garbage collector ran for more than %.0f %% of %,d of %,d windows,"
                    + " which are marked and counted.",
                100 * MARKED,
                hit,
                windows.size()));
  }

  private double part(ToDoubleFunction<Use> millis) {
    return windows.stream().map(WindowData::use).mapToDouble(millis).sum() / capacity;
  }

  private static double known(@Nullable Double millis) {
    return millis == null ? 0 : millis;
  }
}
