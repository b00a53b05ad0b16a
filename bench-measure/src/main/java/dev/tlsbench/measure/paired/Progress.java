package dev.tlsbench.measure.paired;

import dev.tlsbench.core.text.OneLine;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Shows a run's progress: one changing line on a terminal, occasional lines elsewhere. */
public final class Progress {
  private static final int WIDTH = 20;
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream err;
  private final Consumer<String> lines;
  private final boolean terminal;
  private long lastNanos = System.nanoTime();
  private boolean open;

  /**
   * Creates a progress display.
   *
   * @param err receives the changing line
   * @param lines receives whole lines
   * @param terminal true if {@code err} is a terminal
   */
  public Progress(PrintStream err, Consumer<String> lines, boolean terminal) {
    this.err = err;
    this.lines = lines;
    this.terminal = terminal;
  }

  /** Prints one line. */
  public synchronized void say(String line) {
    end();
    lines.accept(line);
  }

  /** Updates the display; {@code headline} is called only if it is shown. */
  synchronized void show(double done, Duration elapsed, int fork, Supplier<String> headline) {
    long now = System.nanoTime();
    if (!terminal && now - lastNanos < EVERY.toNanos()) {
      return;
    }
    lastNanos = now;
    String text =
        String.format(
            Locale.ROOT,
            "%3.0f %%, %s left | fork %d | %s",
            100 * done,
            time(left(done, elapsed)),
            fork + 1,
            OneLine.escape(headline.get()));
    if (terminal) {
      int full = (int) Math.round(WIDTH * done);
      err.print(CLEAR + "[" + "#".repeat(full) + ".".repeat(WIDTH - full) + "] " + text);
      err.flush();
      open = true;
    } else {
      lines.accept(text);
    }
  }

  /** Ends the changing line. */
  public synchronized void end() {
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

  private static String time(Duration duration) {
    return duration.toMinutes() > 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toSeconds() + " s";
  }
}
