package dev.tlsbench.experiment.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a fork says: a line of JSON on its standard output. One that says nothing is a sign of life,
 * after each connection and each window.
 *
 * @param ready whether all variants have connected once, and epochs can run
 * @param failure why it cannot go on
 * @param epoch what was measured
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ForkReply(boolean ready, @Nullable Failure failure, @Nullable EpochData epoch) {

  static ForkReply alive() {
    return new ForkReply(false, null, null);
  }

  static ForkReply nowReady() {
    return new ForkReply(true, null, null);
  }

  static ForkReply failed(Failure failure) {
    return new ForkReply(false, failure, null);
  }

  static ForkReply measured(EpochData epoch) {
    return new ForkReply(false, null, epoch);
  }

  /** What kind of failure it is, for the exit code. */
  enum Kind {
    /** A property is wrong. */
    INVALID,
    /** There is no connection, or not the one that was asked for. */
    NO_CONNECTION,
    /** Anything else. */
    BROKEN
  }

  /**
   * Why a fork cannot go on.
   *
   * @param message one line; may hold passwords, so it is cleaned before it is shown
   */
  record Failure(Kind kind, String message) {}

  /**
   * One epoch.
   *
   * @param number as it was asked for
   * @param connectMillis how long it took to open all connections
   * @param windows in the order in which they ran
   * @param clients what the connections of each variant were, by its name
   */
  record EpochData(
      int number,
      double connectMillis,
      List<WindowData> windows,
      Map<String, ClientData> clients) {}

  /**
   * One window.
   *
   * @param variant whose
   * @param block from 0
   * @param order from 0: its place in the block
   * @param startMillis when it began, on the wall clock
   * @param seconds how long it was
   * @param perSecond operations a second, all threads together
   * @param operations how many were done, errors among them
   * @param errors how many failed
   * @param ignoredErrors after which an operation began again, such as deadlocks
   * @param rows that operations wrote or got back; 0 too if the workload counts none
   * @param use what it used
   * @param latency an HdrHistogram of nanoseconds, compressed, in Base64
   */
  record WindowData(
      String variant,
      int block,
      int order,
      long startMillis,
      double seconds,
      double perSecond,
      long operations,
      long errors,
      long ignoredErrors,
      long rows,
      Use use,
      String latency) {

    /** The same without its histogram, which takes the most room. */
    WindowData withoutLatency() {
      return new WindowData(
          variant,
          block,
          order,
          startMillis,
          seconds,
          perSecond,
          operations,
          errors,
          ignoredErrors,
          rows,
          use,
          "");
    }
  }

  /**
   * What a window used, in milliseconds but for the memory.
   *
   * @param clientCpu CPU time of the client's JVM
   * @param serverCpu CPU time of the server's process; {@code null} if not on this machine
   * @param gc how long the client's collector ran
   * @param steal CPU time that the hypervisor gave to others
   * @param idle CPU time that nobody used, all cores together
   * @param serverMemoryBytes what the server's process kept in memory at the end; {@code null} if
   *     not on this machine
   */
  record Use(
      double clientCpu,
      @Nullable Double serverCpu,
      double gc,
      double steal,
      double idle,
      @Nullable Long serverMemoryBytes) {}

  /**
   * The connections of one variant in an epoch; histograms of nanoseconds, compressed, in Base64.
   *
   * @param negotiated how many handshakes ended in each outcome
   * @param differences where that is not what was asked for
   */
  record ClientData(
      List<NegotiatedData> negotiated,
      List<String> differences,
      String tcpConnect,
      String fullHandshake,
      String resumedHandshake,
      String ready) {}

  /** One outcome of handshakes, as {@code NegotiatedTls} has it. */
  record NegotiatedData(
      String provider,
      String protocol,
      String cipherSuite,
      @Nullable String namedGroup,
      boolean resumed,
      long count) {

    /** The same outcome with another number of handshakes. */
    NegotiatedData counting(long other) {
      return new NegotiatedData(provider, protocol, cipherSuite, namedGroup, resumed, other);
    }
  }
}
