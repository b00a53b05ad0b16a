package dev.tlsbench.core.fuzz;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Takes the tries of one test over: JUnit runs the test, its set-up included, as far as {@link
 * Fuzz#check}, which stands still until {@link #end}, and makes no tries of its own.
 *
 * <p>Not for use by several threads at a time.
 */
final class Guide {
  private static final ThreadLocal<@Nullable Guide> HERE = new ThreadLocal<>();

  private final CompletableFuture<Tries<?>> tries = new CompletableFuture<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread test;

  /**
   * The repeated part of a test.
   *
   * @param inputs makes an input
   * @param oneTry fails if what must hold does not
   */
  private record Tries<T>(Function<Random, T> inputs, Consumer<T> oneTry) {
    void tryOne(Random random) {
      oneTry.accept(inputs.apply(random));
    }
  }

  private Guide(String testClass, String method) {
    test = new Thread(() -> run(testClass, method), testClass + "#" + method);
    test.setDaemon(true);
  }

  /**
   * Runs a test up to its tries.
   *
   * @throws IllegalArgumentException if there is no such test, it fails before its tries, or makes
   *     none
   */
  static Guide through(String testClass, String method) {
    Guide guide = new Guide(testClass, method);
    guide.test.start();
    try {
      guide.tries.join();
    } catch (CompletionException e) {
      throw new IllegalArgumentException(guide.test.getName() + ": " + e.getCause(), e);
    }
    return guide;
  }

  /** The one that runs the test of this thread; null if the test is to make its own tries. */
  static @Nullable Guide here() {
    return HERE.get();
  }

  private void run(String testClass, String method) {
    HERE.set(this);
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectMethod(testClass, method))
                // A module that shares tests between threads would run it on another one than this.
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                .build(),
            listener);
    tries.completeExceptionally(reason(listener.getSummary()));
  }

  private static Throwable reason(TestExecutionSummary summary) {
    return summary.getFailures().stream()
        .map(TestExecutionSummary.Failure::getException)
        .findFirst()
        .orElseGet(() -> new IllegalStateException("no such test, or one without tries"));
  }

  /** Leaves the tries to whoever called for this test, and waits until there will be no more. */
  <T> void take(Function<Random, T> inputs, Consumer<T> oneTry) throws InterruptedException {
    tries.complete(new Tries<>(inputs, oneTry));
    ended.await();
  }

  /** Returns the bytes with which {@link DrawnRandom} makes the input of this seed. */
  byte[] choices(long seed) {
    RecordedRandom random = new RecordedRandom(seed);
    Objects.requireNonNull(tries.join().inputs().apply(random), "no input was made");
    return random.bytes();
  }

  /**
   * Makes one try on the thread that calls.
   *
   * @throws AssertionError if what must hold does not
   */
  void tryOne(Random random) {
    tries.join().tryOne(random);
  }

  /** Lets the test end, and waits for it to clean up. */
  void end() throws InterruptedException {
    ended.countDown();
    test.join();
  }
}
