package dev.tlsbench.experiment.connect;

import java.util.Arrays;

/** A list of times that grows; not safe to share between threads. */
final class Latencies {
  private static final double NANOS_PER_MICRO = 1_000;

  private double[] micros = new double[1024];
  private int size;

  void addNanos(long nanos) {
    if (size == micros.length) {
      micros = Arrays.copyOf(micros, 2 * size);
    }
    micros[size++] = nanos / NANOS_PER_MICRO;
  }

  void addAll(Latencies others) {
    for (int i = 0; i < others.size; i++) {
      addNanos(Math.round(others.micros[i] * NANOS_PER_MICRO));
    }
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** A copy, in the order in which they came. */
  double[] micros() {
    return Arrays.copyOf(micros, size);
  }
}
