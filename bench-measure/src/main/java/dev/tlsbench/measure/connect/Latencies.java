package dev.tlsbench.measure.connect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Times by the rounds in which they were measured; not thread-safe. */
final class Latencies {
  private static final double NANOS_PER_MICRO = 1_000;

  private double[] micros = new double[1024];
  private final List<Integer> roundStarts = new ArrayList<>();
  private int size;

  void beginRound() {
    roundStarts.add(size);
  }

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

  /** Returns a copy, in the order of measurement. */
  double[] micros() {
    return Arrays.copyOf(micros, size);
  }

  /** Returns a copy by rounds, some of which may be empty. */
  double[][] microsByRound() {
    double[][] rounds = new double[roundStarts.size()][];
    for (int i = 0; i < rounds.length; i++) {
      int end = i + 1 < rounds.length ? roundStarts.get(i + 1) : size;
      rounds[i] = Arrays.copyOfRange(micros, roundStarts.get(i), end);
    }
    return rounds;
  }
}
