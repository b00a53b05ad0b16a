package dev.tlsbench.client.soak;

import io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Resources that this JVM holds.
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

  /** Counts, after the garbage was collected and freed memory went back to the system. */
  static Holdings now() throws IOException {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    trimNativeHeap();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Holdings(
        ManagementFactory.getThreadMXBean().getThreadCount(),
        descriptorsNow(),
        directBytesNow(),
        heap.getUsed(),
        heap.getCommitted(),
        residentBytesNow());
  }

  /** Malloc keeps what was freed, so that it would be counted as resident. */
  private static void trimNativeHeap() {
    try {
      ManagementFactory.getPlatformMBeanServer()
          .invoke(
              new ObjectName("com.sun.management:type=DiagnosticCommand"),
              "systemTrimNativeHeap",
              new Object[0],
              new String[0]);
    } catch (JMException e) {
      throw new IllegalStateException("this JVM cannot give back freed memory", e);
    }
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
