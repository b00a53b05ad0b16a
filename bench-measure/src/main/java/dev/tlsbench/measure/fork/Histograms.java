package dev.tlsbench.measure.fork;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Histograms of nanoseconds, and their encoding between fork and run. */
public final class Histograms {
  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int DIGITS = 3;

  private Histograms() {}

  /** Creates a histogram up to ten minutes with three significant digits. */
  public static Histogram empty() {
    return new Histogram(LONGEST_NANOS, DIGITS);
  }

  static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.max(0, Math.min(LONGEST_NANOS, nanos)));
  }

  public static String encode(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** Reverses {@link #encode}. */
  public static Histogram decode(String text) {
    try {
      return Histogram.fromString(text);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram: " + e.getMessage(), e);
    }
  }

  public static Map<String, String> encode(Map<String, Histogram> named) {
    Map<String, String> encoded = new LinkedHashMap<>();
    named.forEach((name, histogram) -> encoded.put(name, encode(histogram)));
    return encoded;
  }

  public static Histogram sum(Stream<String> encoded) {
    Histogram sum = empty();
    encoded.forEach(one -> sum.add(decode(one)));
    return sum;
  }
}
