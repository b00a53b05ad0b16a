package dev.tlsbench.client.output;

import dev.tlsbench.core.text.OneLine;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Shows a run's progress: one changing line on a terminal, a line every ten seconds elsewhere.
 *
 * <p>Thread-safe.
 */
public final class Progress {
  private static final int WIDTH = 20;
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final String CLEAR = "\r\u001b[K";

  /** Set by the launchers if standard error is a terminal. */
  private static final String TERMINAL = "tlsbench.terminal";

  private final PrintStream err;
  private final Consumer<String> lines;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private long lastNanos;
  private boolean open;
  private @Nullable Supplier<String> activity;
  private @Nullable Timer timer;

  /** Creates a display: {@code err} gets the changing line, {@code lines} whole ones. */
  public Progress(PrintStream err, Consumer<String> lines) {
    this(err, lines, Boolean.getBoolean(TERMINAL), System::nanoTime);
  }

  /** Creates a progress display with a clock; {@code terminal} says what {@code err} is. */
  Progress(PrintStream err, Consumer<String> lines, boolean terminal, LongSupplier nanoTime) {
    this.err = err;
    this.lines = lines;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong();
  }

  /** Prints one line. */
  public synchronized void say(String line) {
    clear();
    lines.accept(line);
  }

  /**
   * Shows that something goes on, until {@link #hold}, {@link #end} or another activity. A thread
   * updates the text each second on a terminal, and prints it every ten seconds elsewhere.
   *
   * @param atOnce true to print the text now, too, if this is no terminal
   * @param text creates the text
   */
  public synchronized void during(boolean atOnce, Supplier<String> text) {
    hold();
    activity = text;
    lastNanos = nanoTime.getAsLong();
    if (terminal) {
      draw(text.get());
    } else if (atOnce) {
      lines.accept(OneLine.escape(text.get()));
    }
    Timer ticking = new Timer("tlsbench-progress", true);
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            tick();
          }
        };
    ticking.schedule(task, TICK.toMillis(), TICK.toMillis());
    timer = ticking;
  }

  /** Updates the activity, if there is one and it is time. */
  synchronized void tick() {
    Supplier<String> text = activity;
    if (text == null || !isTime()) {
      return;
    }
    if (terminal) {
      draw(text.get());
    } else {
      lines.accept(OneLine.escape(text.get()));
    }
  }

  /** Updates the display; {@code headline} is called only if it is shown. */
  public synchronized void show(
      double done, Duration elapsed, int fork, Supplier<String> headline) {
    hold();
    if (!isTime()) {
      return;
    }
    String text =
        String.format(
            Locale.ROOT,
            "%3.0f %%, %s left | JVM %d | %s",
            100 * done,
            time(left(done, elapsed)),
            fork + 1,
            OneLine.escape(headline.get()));
    if (terminal) {
      int full = (int) Math.round(WIDTH * done);
      draw("[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + text);
    } else {
      lines.accept(text);
    }
  }

  /** Stops updates, so that nothing works beside a measurement; a line on a terminal stays. */
  public synchronized void hold() {
    activity = null;
    if (timer != null) {
      timer.cancel();
      timer = null;
    }
  }

  /** Ends the activity and the changing line. */
  public synchronized void end() {
    hold();
    clear();
  }

  private boolean isTime() {
    long now = nanoTime.getAsLong();
    if (!terminal && now - lastNanos < EVERY.toNanos()) {
      return false;
    }
    lastNanos = now;
    return true;
  }

  private void draw(String text) {
    err.print(CLEAR + text);
    err.flush();
    open = true;
  }

  private void clear() {
    if (open) {
      err.print(CLEAR);
      err.flush();
      open = false;
    }
  }

  private static Duration left(double done, Duration elapsed) {
    return done <= 0
        ? Duration.ZERO
        : Duration.ofMillis(Math.round(elapsed.toMillis() * (1 - done) / done));
  }

  /** Returns the time that has passed, such as {@code 2 min 5 s}. */
  public static String since(Instant start) {
    return time(Duration.between(start, Instant.now()));
  }

  /** Returns a duration such as {@code 2 min 5 s}. */
  public static String time(Duration duration) {
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }
}
