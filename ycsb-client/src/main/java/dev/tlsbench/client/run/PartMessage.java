package dev.tlsbench.client.run;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.core.tls.NegotiatedTls;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A message of a part of a run. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
@JsonSubTypes({
  @JsonSubTypes.Type(PartMessage.Interval.class),
  @JsonSubTypes.Type(PartMessage.Result.class),
  @JsonSubTypes.Type(PartMessage.Note.class),
  @JsonSubTypes.Type(PartMessage.End.class)
})
sealed interface PartMessage {
  /**
   * An interval of a series.
   *
   * @param endSeconds the end of the interval, since the beginning of the series
   * @param histogram compressed, in Base64
   */
  record Interval(String series, double endSeconds, String histogram) implements PartMessage {
    Histogram values() {
      try {
        return Histogram.decodeFromCompressedByteBuffer(
            ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
      } catch (DataFormatException e) {
        throw new IllegalArgumentException("not a histogram: " + histogram, e);
      }
    }
  }

  /**
   * The totals of a part.
   *
   * @param statuses the count of each status, by operation
   * @param tls true if TLS was requested
   * @param logins the number of log-ins by their way
   */
  record Result(
      long operations,
      long rows,
      long millis,
      Map<String, Map<String, Long>> statuses,
      boolean tls,
      List<Handshakes> handshakes,
      Map<String, Long> logins)
      implements PartMessage {}

  /** The number of handshakes with one outcome. */
  record Handshakes(NegotiatedTls outcome, long count) {}

  /** A message for the user. */
  record Note(String text) implements PartMessage {}

  /** The end of a part; the reason is empty if the exit code is 0. */
  record End(int exitCode, String reason) implements PartMessage {}
}
