package dev.tlsbench.ycsb.soak;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What this JVM holds.
 *
 * @param threads live threads
 * @param descriptors open files and sockets
 * @param directBytes memory of direct buffers, the JDK's and Netty's
 * @param heapBytes used heap after a full collection
 * @param heapSizeBytes what the collector has taken from the system for the heap
 * @param residentBytes memory that the system has given to the process, native memory of BoringSSL
 *     included
 */
record Holdings(
    int threads,
    long descriptors,
    long directBytes,
    long heapBytes,
    long heapSizeBytes,
    long residentBytes) {
  private static final int COLLECTIONS = 3;

  /** Counts, after the garbage was collected. */
  static Holdings now() throws IOException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Holdings(
        ManagementFactory.getThreadMXBean().getThreadCount(),
        descriptorsNow(),
        directBytesNow(),
        heap.getUsed(),
        heap.getCommitted(),
        residentBytesNow());
  }

  private static long descriptorsNow() throws IOException {
    try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
      return open.count();
    }
  }

  private static long directBytesNow() {
    long jdk =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    // Negative where Netty does not count by itself, and the JDK does.
    return jdk + Math.max(0, PlatformDependent.usedDirectMemory());
  }

  private static long residentBytesNow() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
        .sum();
  }
}
