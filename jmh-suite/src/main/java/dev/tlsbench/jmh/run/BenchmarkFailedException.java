package dev.tlsbench.jmh.run;

import dev.tlsbench.jmh.cell.Cell;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.openjdk.jmh.runner.BenchmarkException;
import org.openjdk.jmh.runner.RunnerException;

/** A fork of a benchmark failed: the message is one line that names the cell and the cause. */
final class BenchmarkFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  BenchmarkFailedException(Cell cell, Optional<String> output, Throwable thrown) {
    super(cell.label() + ": " + output.orElseGet(() -> line(unwrapped(thrown))), thrown);
  }

  /** Returns the exception of a benchmark, which JMH wraps as a suppressed exception. */
  private static Throwable unwrapped(Throwable thrown) {
    Throwable inner = thrown;
    while (inner instanceof RunnerException
        || inner instanceof BenchmarkException
        || inner instanceof InvocationTargetException
        || inner instanceof ExecutionException) {
      Throwable next = inner.getCause();
      if (next == null && inner.getSuppressed().length > 0) {
        next = inner.getSuppressed()[0];
      }
      if (next == null) {
        break;
      }
      inner = next;
    }
    return inner;
  }

  private static String line(Throwable thrown) {
    String name = thrown.getClass().getSimpleName();
    String message = String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    return thrown.getMessage() == null ? name : message + " (" + name + ")";
  }
}
