package dev.tlsbench.core.fuzz;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tries a property with one input after the other until its time is over.
 *
 * <p>Defaults: 1/4 second, 2 seconds under {@code -Pfull} ({@code -Dfuzz.seconds}), a seed that is
 * the same for every run ({@code -Dfuzz.seed}), 20 seconds and 64 MiB of allocations for each try.
 * Every try has a seed of its own, the one before plus 1; a failure names it, and a run with that
 * seed begins with the input that failed.
 *
 * @param <T> what an input is
 */
public final class Fuzz<T> {
  private static final long SEED = Long.getLong("fuzz.seed", 20_261_121L);
  private static final Duration TIME =
      Long.getLong("fuzz.seconds") == null && !Boolean.getBoolean("tlsbench.full")
          ? Duration.ofMillis(250)
          : Duration.ofSeconds(Long.getLong("fuzz.seconds", 2));
  private static final Duration LONGEST_TRY = Duration.ofSeconds(20);
  private static final int LONGEST_SHOWN = 1000;

  /** The number of tries after which a generator with only refused inputs is an error. */
  private static final int ENOUGH = 100;

  private static final long MEBIBYTE = 1 << 20;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final String target;
  private final Function<Random, T> inputs;
  private long mostBytes = 64 * MEBIBYTE;

  private Fuzz(String target, Function<Random, T> inputs) {
    this.target = target;
    this.inputs = inputs;
  }

  /**
   * Names what is tried, and how its inputs are made.
   *
   * @param target for people
   * @param inputs makes an input out of nothing but what is random
   */
  public static <T> Fuzz<T> of(String target, Function<Random, T> inputs) {
    return new Fuzz<>(target, inputs);
  }

  /** Changes what one try may allocate on the heap, kept or not. */
  public Fuzz<T> allocating(long atMostBytes) {
    this.mostBytes = atMostBytes;
    return this;
  }

  /** A property that must hold for every input. */
  public interface Property<T> {
    /**
     * Fails with an exception if it does not hold.
     *
     * @return whether the input was accepted, which is only counted
     */
    boolean holds(T input) throws Exception;
  }

  /** Tries it; as often as a {@link Guide} says, where there is one. */
  @SuppressWarnings("SystemOut") // what the documentation's table is made of
  public void check(Property<T> property) throws InterruptedException {
    Guide guide = Guide.here();
    if (guide != null) {
      // What a guide adds to the code allocates, too.
      allocating(Long.MAX_VALUE);
      guide.take(inputs, input -> new Run(property).tryOnly(input));
      return;
    }
    Run run = new Run(property);
    Thread worker = new Thread(run, target);
    worker.setDaemon(true);
    worker.start();
    run.watch(worker);
    PrintStream out = System.out;
    out.println(run.summary());
  }

  /** The tries, on a thread of their own so that one that hangs can be told. */
  private final class Run implements Runnable {
    private final Property<T> property;
    private final long start = System.nanoTime();
    private final AtomicBoolean failed = new AtomicBoolean();
    private volatile String again = "";
    private volatile long tryStart = start;
    private volatile @Nullable AssertionError failure;
    private long tries;
    private long accepted;
    private long longest;
    private long most;

    Run(Property<T> property) {
      this.property = property;
    }

    @Override
    public void run() {
      for (long next = SEED; !failed.get() && !isOver(); next++) {
        again = "; again with -Dfuzz.seed=" + next;
        tryOneOf(new Random(next));
      }
      if (accepted == 0 && tries >= ENOUGH) {
        fail("none of " + tries + " inputs was accepted", null);
      }
    }

    /** Tries this input alone. */
    void tryOnly(T input) {
      tryOne(input);
      if (failure != null) {
        throw failure;
      }
    }

    private boolean isOver() {
      return tries > 0 && System.nanoTime() - start > TIME.toNanos();
    }

    private void tryOneOf(Random random) {
      T input;
      try {
        input = inputs.apply(random);
      } catch (Throwable e) {
        fail("no input was made: " + e, e);
        return;
      }
      tryOne(input);
    }

    private void tryOne(T input) {
      long thread = Thread.currentThread().getId();
      long before = THREADS.getThreadAllocatedBytes(thread);
      tryStart = System.nanoTime();
      try {
        accepted += property.holds(input) ? 1 : 0;
      } catch (Throwable e) {
        fail(e + ", with the input " + shown(input), e);
      }
      long bytes = THREADS.getThreadAllocatedBytes(thread) - before;
      tries++;
      longest = Math.max(longest, System.nanoTime() - tryStart);
      most = Math.max(most, bytes);
      if (bytes > mostBytes) {
        fail(bytes + " bytes were allocated for the input " + shown(input), null);
      }
    }

    private void fail(String what, @Nullable Throwable cause) {
      if (failed.compareAndSet(false, true)) {
        failure = new AssertionError(target + ": " + what + again, cause);
      }
    }

    void watch(Thread worker) throws InterruptedException {
      while (worker.isAlive()) {
        worker.join(100);
        if (worker.isAlive() && System.nanoTime() - tryStart > LONGEST_TRY.toNanos()) {
          AssertionError hang = new AssertionError("where it hangs");
          hang.setStackTrace(worker.getStackTrace());
          fail("no end after " + LONGEST_TRY, hang);
          break;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }

    String summary() {
      return String.format(
          Locale.ROOT,
          "fuzz: %s: %d inputs from seed %d in %.0f s, %d accepted; longest %.1f ms, most %.1f MiB",
          target,
          tries,
          SEED,
          (System.nanoTime() - start) / 1e9,
          accepted,
          longest / 1e6,
          (double) most / MEBIBYTE);
    }
  }

  private static String shown(Object input) {
    String text = input instanceof byte[] bytes ? Arrays.toString(bytes) : input.toString();
    StringBuilder shown = new StringBuilder();
    text.chars()
        .limit(LONGEST_SHOWN)
        .forEach(
            c -> {
              if (c >= ' ' && c < 0x7F) {
                shown.append((char) c);
              } else {
                shown.append(String.format(Locale.ROOT, "\\u%04x", c));
              }
            });
    return shown + (text.length() > LONGEST_SHOWN ? "…" : "");
  }
}
