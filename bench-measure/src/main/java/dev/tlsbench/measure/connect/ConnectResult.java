package dev.tlsbench.measure.connect;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.report.NamedFigure;
import dev.tlsbench.report.RunRecord;
import dev.tlsbench.report.json.Inline;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The cost of new connections, as the content of {@code result.json}. Numbers have their unit in
 * their name; intervals are 95 % intervals of the mean over forks, by Student's t; in older results
 * bootstrap intervals over the connections of one JVM.
 *
 * @param apsaradbScript the columns of the ApsaraDB script under its own names
 */
public record ConnectResult(
    int schemaVersion,
    String experiment,
    RunRecord run,
    Setup setup,
    Server server,
    List<KindResult> kinds,
    List<Reused> reused,
    List<Script> apsaradbScript,
    List<NamedFigure> figures) {

  /** The version of the schema of these records. Version 2 is read too: it has no figures. */
  public static final int SCHEMA_VERSION = 3;

  /** Makes the figures of a result that has none. */
  public ConnectResult {
    if (figures == null
        && setup != null
        && kinds != null
        && reused != null
        && apsaradbScript != null) {
      figures = ConnectFigures.of(setup.forks(), kinds, reused, apsaradbScript);
    }
  }

  public ConnectResult(
      RunRecord run,
      Setup setup,
      Server server,
      List<KindResult> kinds,
      List<Reused> reused,
      List<Script> apsaradbScript,
      List<NamedFigure> storms) {
    this(
        SCHEMA_VERSION,
        "connect",
        run,
        setup,
        server,
        kinds,
        reused,
        apsaradbScript,
        Stream.concat(
                ConnectFigures.of(setup.forks(), kinds, reused, apsaradbScript).stream(),
                storms.stream())
            .toList());
  }

  public ConnectResult with(RunRecord other) {
    return new ConnectResult(
        schemaVersion, experiment, other, setup, server, kinds, reused, apsaradbScript, figures);
  }

  /**
   * The setup of a run.
   *
   * @param baseline the name of the connections with which others are compared; {@code null} in
   *     older results, and if there are no others
   * @param forks the number of JVMs that measured; {@code null} in older results
   * @param cores of client and server; {@code null} in older results, empty for any
   */
  public record Setup(
      String binding,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String baseline,
      int connections,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer forks,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Integer> cores,
      int concurrency,
      double addedRttMillis,
      String query,
      long seed) {}

  /**
   * The server.
   *
   * @param description the name of an embedded server; {@code null} for others and in older results
   * @param tlsRemark how the cost of its TLS differs from a real server's; {@code null} if it does
   *     not, and in older results
   */
  public record Server(
      List<String> hosts,
      boolean embedded,
      boolean local,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String description,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tlsRemark) {}

  /**
   * One variant's connections of one kind, or the control.
   *
   * @param name the variant's name, followed by {@code -full} or {@code -resumed} with TLS; {@code
   *     control} for the baseline's second series
   * @param unavailable the reason if there are none; {@code null} if there are some
   * @param logins the number of connections that count by the way of their log-in, such as {@code
   *     TLS by request, SCRAM-SHA-256}; empty if the protocol has only one, and in older results
   * @param parts by {@code tcpConnect}, {@code tlsHandshake}, {@code hello}, {@code
   *     authentication}, {@code sessionSetUp}, {@code firstQuery}, {@code total}; without the parts
   *     that the kind lacks
   * @param wire bytes on the wire; {@code null} without TLS, and in older results
   * @param rounds blocks of connections, in which all kinds took turns: blocks with an equal number
   *     were measured together
   */
  public record KindResult(
      String name,
      Series series,
      @Nullable String unavailable,
      Attempts connections,
      List<Negotiated> negotiated,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> logins,
      Map<String, PartResult> parts,
      Cpu cpu,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Wire wire,
      List<Round> rounds) {
    /** Accepts older results, without series and log-ins. */
    public KindResult {
      series = series == null ? Series.named(name) : series;
      logins = logins == null ? Map.of() : logins;
    }

    public boolean repeatsBaseline() {
      return name.equals(Series.CONTROL);
    }

    public @Nullable PartResult find(Part part) {
      return parts.get(part.id());
    }
  }

  /**
   * A block of connections of one kind.
   *
   * @param fork from 0; {@code null} in older results
   * @param totalMicros the median time until the first query is answered
   * @param clientCpuMicros mean of the connecting thread; {@code null} if unknown
   * @param serverCpuMicros mean of the server's process, whose clock has steps of some
   *     milliseconds; {@code null} if unknown
   */
  @Inline
  public record Round(
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer fork,
      int number,
      double totalMicros,
      @Nullable Double clientCpuMicros,
      @Nullable Double serverCpuMicros) {}

  /**
   * The connections of a kind.
   *
   * @param otherHandshakes the number of connections that do not count, since their handshake was
   *     of another kind
   * @param helloRetryRequests the number of connections that count and whose server asked for
   *     another key share first, which costs a round trip; {@code null} in older results
   * @param perSecond connections opened, queried and closed in a second; {@code null} if none
   *     counts
   */
  public record Attempts(
      long counted,
      long otherHandshakes,
      long failed,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long helloRetryRequests,
      @Nullable Double perSecond) {}

  /** Mean CPU times of the connecting thread and the server; {@code null} if unknown. */
  public record Cpu(@Nullable Interval clientMicros, @Nullable Double serverMicros) {}

  /**
   * Bytes of a connection on the wire, without the headers of TCP and IP: means of connections that
   * count.
   *
   * @param clientHelloBytes the first ClientHello, with the headers of its records
   * @param longClientHellos the number of ClientHellos that are longer than {@value #SEGMENT_BYTES}
   *     bytes, the content of a TCP segment in an Ethernet frame
   */
  @Inline
  public record Wire(
      double sentBytes, double receivedBytes, double clientHelloBytes, long longClientHellos) {
    static final int SEGMENT_BYTES = 1_460;
  }

  /**
   * One part of the connections of a kind. Differences and ratios are of the medians: to plain
   * connections if the baseline is plain and has the part, else to the baseline.
   *
   * @param minMicros of the fastest connection, which the machine disturbed least
   */
  public record PartResult(
      double minMicros,
      Interval medianMicros,
      double meanMicros,
      double p95Micros,
      @Nullable Interval differenceToPlainMicros,
      @Nullable Interval ratioToPlain,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Interval differenceToBaselineMicros,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Interval ratioToBaseline) {
    /** Returns the difference from the baseline, plain or not. */
    public @Nullable Interval difference() {
      return differenceToBaselineMicros == null
          ? differenceToPlainMicros
          : differenceToBaselineMicros;
    }

    /** Returns the ratio to the baseline, plain or not. */
    public @Nullable Interval ratio() {
      return ratioToBaseline == null ? ratioToPlain : ratioToBaseline;
    }
  }

  /**
   * Queries on connections that stay open, without each client's first one.
   *
   * @param ratioOfMeansToPlain {@code null} for plain itself, or without it
   */
  public record Reused(
      String name,
      long queries,
      Interval meanMicros,
      Interval medianMicros,
      double p95Micros,
      @Nullable Interval ratioOfMeansToPlain) {}

  /**
   * Means of the columns that the ApsaraDB script writes, by its definitions.
   *
   * @param repeat the number of clients built, and of queries of the reused client
   * @param reusedMillis queries of one client, its first one included
   */
  public record Script(
      String name,
      int repeat,
      Interval onlyConnectionMillis,
      Interval firstQueryMillis,
      Interval connectionAndFirstQueryMillis,
      Interval reusedMillis) {}
}
