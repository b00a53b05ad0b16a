package dev.tlsbench.measure.load;

import dev.tlsbench.measure.fork.EpochOrder;
import dev.tlsbench.measure.fork.ForkProcess;
import dev.tlsbench.measure.fork.ForkReply.EpochData;
import dev.tlsbench.measure.fork.ForkReply.WindowData;
import dev.tlsbench.measure.fork.ForkSpec;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.fork.Settings.Clients;
import dev.tlsbench.measure.judge.ServerLoad;
import dev.tlsbench.measure.judge.Warmth;
import dev.tlsbench.measure.paired.Progress;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Finds the number of clients that saturates the CPU: doubles it until 95 % of this machine's CPU
 * time is used, or until throughput stops growing.
 */
public final class Saturation {
  private static final double BUSY = 0.95;
  private static final double MORE_WORK = 1.05;
  private static final int MOST_THREADS = 256;
  private static final int WINDOWS = 5;

  private final Target target;
  private final Properties base;
  private final Variant variant;
  private final Settings settings;
  private final Progress progress;

  /**
   * Prepares a search without connecting.
   *
   * @param base the properties that all variants share
   * @param variant the variant whose clients generate the load
   * @param settings seed, JVM and the first number of threads
   */
  public Saturation(
      Target target, Properties base, Variant variant, Settings settings, Progress progress) {
    this.target = target;
    this.base = base;
    this.variant = variant;
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * A load.
   *
   * @param threads concurrent clients
   * @param perSecond operations a second
   * @param busy fraction of this machine's CPU time that was used, from 0 to 1
   * @param client fraction of this machine's CPU time that the client used
   * @param saturated true if the CPU was saturated, false if more clients did not raise throughput
   */
  public record Load(int threads, double perSecond, double busy, double client, boolean saturated) {

    private String told() {
      return "With "
          + threads
          + (threads == 1 ? " client " : " clients ")
          + Math.round(100 * busy)
          + " % of this machine's CPU time was used, "
          + Math.round(100 * client)
          + " % by the client, for "
          + Math.round(perSecond)
          + " operations a second";
    }

    /**
     * Returns the conclusion as a sentence.
     *
     * @param local true if the server runs on this machine too
     */
    public String conclusion(boolean local) {
      return told() + (saturated ? whoIsBusy(local) : whatElse(local));
    }

    private String whoIsBusy(boolean local) {
      if (!local) {
        return ": the client is the bottleneck, not the server.";
      }
      return client > busy / 2
          ? ": client and server share it, and the client takes most of it."
          : ": client and server share it, and the server takes most of it.";
    }

    private String whatElse(boolean local) {
      if (threads >= MOST_THREADS) {
        return "; more clients were not tried.";
      }
      return "; more clients did no more work, so the limit is not this machine's CPU"
          + (local ? "." : ", but the server or the network.");
    }
  }

  /**
   * Raises the load until one of the limits is reached.
   *
   * @throws IOException if the variant cannot connect, or a forked JVM fails
   */
  public Load find() throws IOException {
    Load best = measure(settings.clients().threads());
    while (!best.saturated() && best.threads() < MOST_THREADS) {
      Load next = measure(best.threads() * 2);
      boolean more = next.perSecond() > best.perSecond() * MORE_WORK;
      if (!more && !next.saturated()) {
        return best;
      }
      best = next;
    }
    return best;
  }

  private Load measure(int threads) throws IOException {
    ForkSpec spec =
        new ForkSpec(
            target.binding().id(),
            Map.of(variant.name(), RunProperties.strings(variant.applyTo(target.binding(), base))),
            Clients.anywhere(threads, 0),
            false,
            settings.seed(),
            null);
    try (ForkProcess fork = ForkProcess.start(spec, settings, progress::say)) {
      long end = System.nanoTime() + warmUp().toNanos();
      int epoch = 0;
      while (System.nanoTime() < end) {
        fork.run(order(epoch++));
      }
      Load load = load(threads, fork.run(order(epoch)));
      progress.say(load.told());
      return load;
    }
  }

  /** Returns half the warm-up: a rough figure suffices. */
  private Duration warmUp() {
    Duration given = settings.timing().warmUp();
    return (given == null ? Warmth.USUAL : given).dividedBy(2);
  }

  private EpochOrder order(int number) {
    return new EpochOrder(number, true, WINDOWS, settings.timing().window().toMillis(), 0, 0);
  }

  private static Load load(int threads, EpochData epoch) {
    List<WindowData> windows = epoch.windows();
    double millis =
        1e3
            * windows.stream().mapToDouble(window -> window.work().seconds()).sum()
            * ServerLoad.cores();
    double idle = windows.stream().mapToDouble(window -> window.use().idle()).sum();
    double client = windows.stream().mapToDouble(window -> window.use().clientCpu()).sum();
    double busy = Math.max(0, Math.min(1, 1 - idle / millis));
    return new Load(
        threads,
        windows.stream().mapToDouble(window -> window.work().perSecond()).average().orElse(0),
        busy,
        client / millis,
        busy >= BUSY);
  }
}
