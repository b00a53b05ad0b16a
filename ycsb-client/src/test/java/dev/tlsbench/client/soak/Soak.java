package dev.tlsbench.client.soak;

import dev.tlsbench.client.YcsbClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Runs the client of {@code bin/ycsb} with its own arguments, and prints once a minute ({@code
 * -Dsoak.seconds}) what the JVM holds, after a full collection. The exit code is the client's.
 */
final class Soak {
  private static final long SECONDS = Long.getLong("soak.seconds", 60);

  private Soak() {}

  /** Takes the arguments of {@code bin/ycsb}. */
  public static void main(String[] args) {
    System.out.println(
        "| minutes | threads | descriptors | direct KiB | heap KiB | resident KiB |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    long start = System.nanoTime();
    Thread watch = new Thread(() -> watch(start), "soak");
    watch.setDaemon(true);
    watch.start();
    System.exit(new YcsbClient(System.out, System.err).run(args));
  }

  private static void watch(long start) {
    try {
      for (long tick = 1; ; tick++) {
        long due = start + TimeUnit.SECONDS.toNanos(tick * SECONDS);
        TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        print(tick * SECONDS / 60.0, Holdings.now());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void print(double minutes, Holdings held) {
    System.out.printf(
        Locale.ROOT,
        "| %.1f | %d | %d | %d | %d | %d |%n",
        minutes,
        held.threads(),
        held.descriptors(),
        held.directBytes() / 1024,
        held.heapBytes() / 1024,
        held.residentBytes() / 1024);
  }
}
