package dev.tlsbench.measure.tap;

import dev.tlsbench.relay.TapRequirement.Finding;
import dev.tlsbench.relay.TappedConnection;
import dev.tlsbench.relay.witness.WitnessedTls;
import dev.tlsbench.report.LimitCheck.Outcome;
import dev.tlsbench.report.RunRecord;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The connections through a tap: the content of {@code result.json}.
 *
 * @param clients by address and fingerprint, those with most connections first
 * @param connections the last ones, oldest first
 */
public record TapResult(
    int schemaVersion,
    RunRecord run,
    Place place,
    Client all,
    List<Client> clients,
    List<Condition> conditions,
    List<Seen> connections) {

  public static final int SCHEMA_VERSION = 1;

  /** The place of a tap, and the version that the server greets with. */
  public record Place(String listen, String server, @Nullable String serverVersion) {}

  /**
   * The connections of a client: of one fingerprint on one address.
   *
   * @param ja4 the fingerprint of its ClientHello, of one without a session if there is one; {@code
   *     null} without TLS
   * @param unreached the number of connections by the reason why the server was not reached
   */
  public record Client(
      String address,
      @Nullable String ja4,
      Counts counts,
      Map<String, Long> protocols,
      Map<String, Long> cipherSuites,
      Map<String, Long> namedGroups,
      Map<String, Long> unreached,
      Cost cost) {
    public String name() {
      return address + (ja4 == null ? "" : ", " + ja4);
    }

    public long unreachedConnections() {
      return unreached.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Numbers of connections.
   *
   * @param retried completed handshakes in which the server requested another key share
   *     (HelloRetryRequest)
   * @param cancels requests in plain text to cancel a statement, without a log-in
   * @param other of another protocol, or without enough bytes to know; connections for which the
   *     server was not reached are not counted here
   */
  public record Counts(
      long connections,
      long full,
      long resumed,
      long offered,
      long retried,
      long failed,
      long plain,
      long cancels,
      long other) {
    public long completed() {
      return full + resumed;
    }
  }

  /**
   * The cost of connections.
   *
   * @param fullMicros the median of full handshakes; {@code null} without any
   * @param resumedMicros the median of resumed handshakes; {@code null} without any
   * @param exchanges the median number of questions and answers of a connection, log-in included;
   *     {@code null} without any connection that ended
   * @param overheadBytes bytes that TLS adds, without padding
   * @param earlyData completed handshakes with early data (0-RTT), whose duration is unknown
   */
  public record Cost(
      double connectionsPerSecond,
      long roundTrips,
      @Nullable Double fullMicros,
      @Nullable Double resumedMicros,
      @Nullable Double exchanges,
      long bytes,
      long overheadBytes,
      long earlyData) {
    public double overhead() {
      return bytes == 0 ? 0 : (double) overheadBytes / bytes;
    }
  }

  /**
   * A condition.
   *
   * @param unread connections of unknown protocol, to which it may apply
   * @param perSecond connections per second if the condition limits them, else {@code null}
   * @param brokenBy the first connections that did not satisfy it
   */
  public record Condition(
      String text,
      Outcome outcome,
      long counted,
      long satisfied,
      long unread,
      @Nullable Double perSecond,
      List<Seen> brokenBy) {
    static Condition of(Finding found) {
      return new Condition(
          found.requirement(),
          Outcome.valueOf(found.outcome().name()),
          found.counted(),
          found.satisfied(),
          found.unread(),
          found.perSecond(),
          found.brokenBy().stream().map(Seen::of).toList());
    }
  }

  /**
   * A connection.
   *
   * @param number from 1
   * @param proxy address and port of the proxy whose header names the client; {@code null} without
   * @param kind {@code tls}, {@code plain}, {@code other} or {@code unknown}
   * @param unreached the reason why the server was not reached; {@code null} if it was
   */
  public record Seen(
      long number,
      String client,
      @Nullable String proxy,
      String started,
      String kind,
      @Nullable String serverVersion,
      @Nullable WitnessedTls tls,
      @Nullable String unreached,
      Times times,
      TappedConnection.Transfer transfer) {

    public static Seen of(TappedConnection connection) {
      TappedConnection.Times times = connection.times();
      return new Seen(
          connection.number(),
          text(connection.client()),
          connection.proxy() == null ? null : text(connection.proxy()),
          connection.times().started().toString(),
          connection.kind().name().toLowerCase(Locale.ROOT),
          connection.beginning().serverVersion(),
          connection.tls(),
          connection.unreached(),
          new Times(
              times.connect() == null ? null : micros(times.connect()),
              micros(times.open()),
              times.ended()),
          connection.transfer());
    }

    private static String text(InetSocketAddress address) {
      return address.getAddress().getHostAddress() + " port " + address.getPort();
    }

    private static double micros(Duration duration) {
      return duration.toNanos() / 1e3;
    }
  }

  /** Durations of a connection; {@code connectMicros} is of the tap's own TCP connect. */
  public record Times(@Nullable Double connectMicros, double openMicros, boolean ended) {}
}
