package dev.tlsbench.client.output;

import dev.tlsbench.core.text.OneLine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Forwards the log messages of this project's libraries, each line once, in place of the JDK's
 * handlers.
 *
 * <p>For applications: libraries log through {@link System.Logger}, which reaches {@link
 * java.util.logging} unless the class path has another {@link System.LoggerFinder}.
 */
public final class LoggedWarnings implements AutoCloseable {
  /** A strong reference: otherwise the JDK would drop the logger with its handlers. */
  private final Logger logger = Logger.getLogger("dev.tlsbench");

  private final Handler handler;

  /** Starts forwarding each distinct line, on the thread that logs. */
  public LoggedWarnings(Consumer<String> lines) {
    handler = new Once(lines);
    logger.addHandler(handler);
    logger.setUseParentHandlers(false);
  }

  /** Restores the JDK's handlers, unless another of these objects is open. */
  @Override
  public void close() {
    logger.removeHandler(handler);
    if (Stream.of(logger.getHandlers()).noneMatch(Once.class::isInstance)) {
      logger.setUseParentHandlers(true);
    }
  }

  private static final class Once extends Handler {
    private final Consumer<String> lines;
    private final Set<String> seen = ConcurrentHashMap.newKeySet();

    Once(Consumer<String> lines) {
      this.lines = lines;
      setLevel(Level.WARNING);
    }

    @Override
    public void publish(LogRecord entry) {
      if (isLoggable(entry) && seen.add(entry.getMessage())) {
        lines.accept(OneLine.of(entry.getMessage()));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
