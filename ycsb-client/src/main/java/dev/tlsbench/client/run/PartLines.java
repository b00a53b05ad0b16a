package dev.tlsbench.client.run;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The lines by which a part of a run reports to the whole: a kind, and its fields, with tabs
 * between them. Thread-safe.
 */
public final class PartLines {
  static final String HISTOGRAM = "histogram";
  static final String VALUE = "value";
  static final String TLS = "tls";
  static final String MESSAGE = "message";
  static final String END = "end";

  private static final String TAB = "\t";

  private final PrintStream out;

  /**
   * @param out receives the lines
   */
  public PartLines(PrintStream out) {
    this.out = out;
  }

  /** Prints a line; tabs and line breaks in fields become spaces. */
  void line(String kind, String... fields) {
    StringBuilder line = new StringBuilder(kind);
    for (String field : fields) {
      line.append(TAB).append(field.replaceAll("[\\t\\r\\n]", " "));
    }
    out.println(line);
    out.flush();
  }

  /** Prints lines that another object of this class made. */
  void all(String text) {
    out.print(text);
    out.flush();
  }

  /** Reports a message for the user. */
  public void message(String text) {
    line(MESSAGE, text);
  }

  /** Reports the end, by an exit code and, if it is not 0, a reason. */
  public void end(int code, String reason) {
    line(END, Integer.toString(code), reason);
  }

  static String[] fields(String line) {
    return line.split(TAB, -1);
  }

  static Histogram histogram(String encoded) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(encoded)), 0);
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("not a histogram: " + encoded, e);
    }
  }
}
