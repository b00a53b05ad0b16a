package dev.tlsbench.client.cluster;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.tlsbench.core.tls.NegotiatedTls;
import java.util.List;
import java.util.Map;

/**
 * A message between the processes of a run on a cluster, one line each: {@code bin/ycsb}, the
 * driver, an executor, and the JVM of its part. Lines may contain passwords.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.MINIMAL_CLASS)
public sealed interface ClusterMessage {
  /**
   * Starts a JVM for each part, on an executor of its own. To the driver, which ends all of them
   * when its input ends.
   *
   * @param master as in Spark
   * @param secrets true if the parts contain passwords or keys
   * @param mainClass the main class of each JVM; it gets no arguments
   * @param libraries a class path, or files to send to each executor
   */
  record Job(
      String master,
      boolean secrets,
      String mainClass,
      List<String> jvmArguments,
      List<String> libraries,
      List<Part> parts)
      implements ClusterMessage {
    /** Returns whether the executors are threads of the driver. */
    @JsonIgnore
    public boolean isLocal() {
      return master.startsWith("local");
    }

    /** Returns a copy with libraries. */
    public Job with(List<String> files) {
      return new Job(master, secrets, mainClass, jvmArguments, files, parts);
    }
  }

  /**
   * The task of one executor. The first line of input of its JVM, which ends when its input does.
   *
   * @param number from 0
   * @param binding the database, by its name on the command line
   * @param transactions true to run operations, false to insert records
   * @param properties the properties of this part, including file contents
   */
  record Part(int number, String binding, boolean transactions, Map<String, String> properties)
      implements ClusterMessage {
    /** The prefix of the name of a part's folder for temporary files. */
    public static final String FOLDER = "tlsbench-part-";

    /** Omits the properties, which may be secret. */
    @Override
    public String toString() {
      return "Part[" + number + ", " + binding + "]";
    }
  }

  /** A part is connected, and waits for the others. To its executor. */
  record Ready() implements ClusterMessage {}

  /** All parts are connected, or have ended. To a part, and to {@code bin/ycsb}. */
  record Start() implements ClusterMessage {}

  /**
   * An interval of a series.
   *
   * @param endSeconds the end of the interval, since the beginning of the series
   * @param histogram an HdrHistogram, compressed, in Base64
   */
  record Interval(int part, String series, double endSeconds, String histogram)
      implements ClusterMessage {}

  /**
   * The totals of a part.
   *
   * @param statuses the count of each status, by operation
   * @param tls true if TLS was requested
   * @param logins the number of log-ins by their way
   */
  record Result(
      int part,
      long operations,
      long rows,
      long millis,
      Map<String, Map<String, Long>> statuses,
      boolean tls,
      List<Handshakes> handshakes,
      Map<String, Long> logins)
      implements ClusterMessage {}

  /** The number of handshakes with one outcome. */
  record Handshakes(NegotiatedTls outcome, long count) {}

  /** The end of a part; the reason is empty if the exit code is 0. */
  record End(int part, int exitCode, String reason) implements ClusterMessage {}

  /** The task of a part has ended, after the part or without its {@link End}. */
  record Lost(int part, String reason) implements ClusterMessage {}

  /** A line for the user. */
  record Note(String text) implements ClusterMessage {}

  /** The driver ends without a result. */
  record Failed(String reason) implements ClusterMessage {}
}
