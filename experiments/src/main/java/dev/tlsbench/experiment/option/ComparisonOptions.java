package dev.tlsbench.experiment.option;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.placement.Cores;
import dev.tlsbench.measure.placement.Placement;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.measure.variant.Variants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of every command that measures in pairs: variants and schedule. */
public final class ComparisonOptions {
  private static final String PLAIN = "plain";
  private static final int USUAL_THREADS = 4;
  private static final Duration USUAL = Duration.ofSeconds(110);
  private static final Duration QUICK = Duration.ofSeconds(12);
  private static final Duration QUICK_WARM_UP = Duration.ofSeconds(9);

  @Mixin private VariantOptions variants = new VariantOptions();

  @Option(
      names = "--control",
      paramLabel = "KEY=VALUE,…",
      description =
          "Properties in which the control differs from the baseline, such as tables of its own."
              + " Default: none.")
  private @Nullable String control;

  @Option(
      names = "--flush",
      description =
          "Let the server write the pages that a window has changed to disk before the next one"
              + " begins. That time counts to the window. MySQL and MariaDB only.")
  private boolean flushes;

  @Option(
      names = "--data-per-pool",
      paramLabel = "N",
      description =
          "Shrink the server's buffer pool until the tables of all variants together are N times"
              + " as large, and restore it at the end. MySQL and MariaDB only. Default: leave it.")
  private double dataPerPool;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Concurrent clients. Default: 1 with a server on this machine, 4 otherwise and with"
              + " --cores all.")
  private @Nullable Integer threads;

  @Option(
      names = "--cores",
      paramLabel = "N|all",
      description =
          "Cores that client threads and an embedded server share, away from compilers and"
              + " collectors; 'all' confines nothing. Linux only. Default: 1; all with --target,"
              + " over an axis of threads, and beside a server of yours on this machine"
              + " without --confine-server.")
  private @Nullable String cores;

  @Mixin private LocalServerOptions localServer = new LocalServerOptions();

  @Option(
      names = "--target",
      paramLabel = "N",
      description =
          "Operations a second, all threads together; latency then counts from the intended start."
              + " Default: as fast as possible.")
  private double target;

  @Option(
      names = "--quick",
      description =
          "Give a first answer fifteen seconds after Enter, on a busy machine too: one JVM, whose"
              + " interval holds what such JVMs differ by. Not for publishing; gates, 'report"
              + " --baseline' and 'history' refuse it.")
  private boolean quick;

  @Option(
      names = "--window",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "Length of a window. Default: 100ms; 10s with --flush.")
  private @Nullable Duration window;

  @Option(
      names = "--blocks",
      paramLabel = "N",
      description = "Windows of each variant in an epoch. Default: ${DEFAULT-VALUE}.")
  private int blocks = 1;

  @Option(
      names = "--epochs",
      paramLabel = "N",
      description = "Epochs in a fork. Default: as many as the duration allows.")
  private int epochs;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description =
          "Number of JVMs, one after the other. Default: 8, or one for each 20s of a longer run.")
  private @Nullable Integer forks;

  @Option(
      names = "--warm-up",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Warm-up of each fork, which does not count. Default: until its code is compiled and its"
              + " ratios stay the same, 2s to 30s; 8s to 30s without bursts.")
  private @Nullable Duration warmUp;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "Length of the whole run. Default: 110s.")
  private @Nullable Duration duration;

  @Option(
      names = "--precision",
      paramLabel = "PERCENT",
      converter = Converters.Precision.class,
      description =
          "Run until half of each 95 %% interval of the leading ratio is at most this, such as 1%%,"
              + " and five forks count.")
  private @Nullable Double precision;

  @Option(
      names = "--max-duration",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description = "Time limit for reaching the precision. Default: 30m.")
  private Duration maxDuration = Duration.ofMinutes(30);

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      converter = Converters.Time.class,
      description =
          "Time to wait for a server that is lost during the run, and for an operation after the"
              + " end of its window (at least 10s). Default: 60s.")
  private Duration patience = Duration.ofSeconds(60);

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of keys and orders. Default: random.")
  private long seed = ThreadLocalRandom.current().nextInt(1, Integer.MAX_VALUE);

  @Option(
      names = "--load",
      description =
          "Load the workload's records first if its table is empty or missing, or again if some"
              + " records are missing. Embedded servers are always loaded.")
  private boolean load;

  @Option(
      names = "--leave-out",
      description =
          "Leave out variants whose records cannot be loaded, such as encrypted tables if the"
              + " server has no keys; the result names them and the reasons.")
  private boolean leavesOut;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "Argument of the forks' JVM, such as -Xmx2g.")
  private List<String> jvmArguments = new ArrayList<>();

  /** Returns the variants, the baseline first; by default plain and those named otherwise. */
  public List<Variant> variants(List<String> otherwise, Consumer<String> notes) {
    List<String> usual = new ArrayList<>(List.of(PLAIN));
    usual.addAll(otherwise);
    List<Variant> all = variants.or(usual, notes);
    if (all.size() < 2) {
      throw new InvalidSettingException(
          "--variant: only " + all.get(0).name() + " is given; a comparison needs two or more");
    }
    return all;
  }

  public Settings settings() {
    int clients = threads == null ? USUAL_THREADS : threads;
    Converters.atLeast("--threads", clients, 1);
    Placement.check(cores().orElse(Cores.USUAL), localServer.pids());
    Converters.atLeast("--blocks", blocks, 1);
    if (forks != null) {
      Converters.atLeast("--forks", forks, 1);
    }
    Converters.atLeast("--epochs", epochs, 0);
    Converters.positive("--window", window);
    if (duration != null) {
      Converters.positive("--duration", duration);
    }
    requireNothingBesideQuick();
    Converters.atLeast("--target", target, 0);
    Converters.atLeast("--data-per-pool", dataPerPool, 0);
    return new Settings(
        Settings.Clients.anywhere(clients, target),
        new Settings.Timing(
            window != null ? window : flushes ? Settings.FLUSHING_WINDOW : Duration.ofMillis(100),
            blocks,
            quick ? Integer.valueOf(1) : forks,
            epochs,
            quick ? QUICK_WARM_UP : warmUp,
            duration != null ? duration : quick ? QUICK : USUAL,
            precision,
            maxDuration,
            quick),
        new Settings.Data(
            control == null ? Map.of() : Variants.settings("--control", control),
            flushes,
            dataPerPool),
        patience,
        seed,
        jvmArguments);
  }

  /** Refuses what decides about the length of a run, or makes it one without bursts. */
  private void requireNothingBesideQuick() {
    boolean more = forks != null || warmUp != null || duration != null || precision != null;
    boolean other = epochs != 0 || window != null || target != 0 || flushes || dataPerPool != 0;
    if (quick && (more || other)) {
      throw new InvalidSettingException(
          "--quick: omit --forks, --warm-up, --duration, --precision, --epochs, --window, --target,"
              + " --flush and --data-per-pool, or measure without --quick");
    }
  }

  public boolean isQuick() {
    return quick;
  }

  public Optional<Integer> threads() {
    return Optional.ofNullable(threads);
  }

  public Optional<Cores> cores() {
    return Optional.ofNullable(cores).map(Cores::parse);
  }

  public LocalServerOptions localServer() {
    return localServer;
  }

  public boolean loads() {
    return load;
  }

  public boolean leavesOut() {
    return leavesOut;
  }

  public long seed() {
    return seed;
  }
}
