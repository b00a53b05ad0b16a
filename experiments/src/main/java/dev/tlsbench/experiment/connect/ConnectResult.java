package dev.tlsbench.experiment.connect;

import dev.tlsbench.experiment.result.VariantResult.Negotiated;
import dev.tlsbench.report.stats.Interval;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What new connections cost, as {@code result.json} has it. Numbers have their unit in their name;
 * intervals are 95 % bootstrap intervals over connections.
 *
 * @param schemaVersion 1
 * @param experiment {@code connect}
 * @param started when, in UTC, as ISO 8601
 * @param command what was typed, without secrets
 * @param durationSeconds warm-up included
 * @param complete whether the run came to its end
 * @param exitCode 0, or 4 if the result must not be used
 * @param problems why it must not be used, one sentence each; empty if it can
 * @param notes what a reader has to know, one sentence each
 * @param setup how it was measured
 * @param kinds the kinds of connections
 * @param reused queries on connections that stay open
 * @param apsaradbScript the columns of the ApsaraDB script under its own names
 */
public record ConnectResult(
    int schemaVersion,
    String experiment,
    String started,
    String command,
    double durationSeconds,
    boolean complete,
    int exitCode,
    List<String> problems,
    List<String> notes,
    Setup setup,
    List<KindResult> kinds,
    List<Reused> reused,
    List<Script> apsaradbScript) {

  /** The version of these records. */
  public static final int SCHEMA_VERSION = 1;

  /**
   * How connections were measured.
   *
   * @param binding {@code mongodb-tls} or {@code mysql-tls}
   * @param hosts the servers of the URL
   * @param embedded whether the server was started for this run
   * @param local whether the server runs on this machine
   * @param connections how many of each kind were asked for
   * @param concurrency how many threads opened connections at a time
   * @param addedRttMillis what a relay added to each round trip
   * @param seed what orders and resamples were drawn from
   * @param query what was asked on each connection
   */
  public record Setup(
      String binding,
      List<String> hosts,
      boolean embedded,
      boolean local,
      int connections,
      int concurrency,
      double addedRttMillis,
      long seed,
      String query) {}

  /**
   * One kind of connections.
   *
   * @param name {@code plain}, {@code tls-full} or {@code tls-resumed}
   * @param unavailable why there are none; {@code null} if there are
   * @param connections how many count
   * @param otherHandshakes how many do not, as their handshake was of another kind
   * @param failed how many were not made
   * @param negotiated what the handshakes of those that count ended in
   * @param parts by {@code tcpConnect}, {@code tlsHandshake}, {@code hello}, {@code
   *     authentication}, {@code sessionSetUp}, {@code firstQuery}, {@code total}; those that a kind
   *     has not are left out
   * @param connectionsPerSecond how many were opened, queried and closed in a second
   * @param clientCpuMicros mean CPU time of the thread that connects, for a connection with its
   *     query and its closing; {@code null} if not known
   * @param serverCpuMicros mean CPU time of the server's process; {@code null} if not known
   */
  public record KindResult(
      String name,
      @Nullable String unavailable,
      long connections,
      long otherHandshakes,
      long failed,
      List<Negotiated> negotiated,
      Map<String, PartResult> parts,
      @Nullable Double connectionsPerSecond,
      @Nullable Interval clientCpuMicros,
      @Nullable Double serverCpuMicros) {}

  /**
   * One part of the connections of a kind.
   *
   * @param minMicros of the fastest connection, which had the least of what else the machine did
   * @param medianMicros the median
   * @param meanMicros the mean
   * @param p95Micros of 100 connections, 95 take less
   * @param differenceToPlainMicros of the medians; {@code null} if plain connections lack the part
   * @param ratioToPlain of the medians; {@code null} if plain connections lack the part
   */
  public record PartResult(
      double minMicros,
      Interval medianMicros,
      double meanMicros,
      double p95Micros,
      @Nullable Interval differenceToPlainMicros,
      @Nullable Interval ratioToPlain) {}

  /**
   * Queries on connections that stay open, each client's first one left out.
   *
   * @param name {@code plain} or {@code tls}
   * @param queries how many were asked
   * @param meanMicros the mean
   * @param medianMicros the median
   * @param p95Micros of 100 queries, 95 take less
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
   * Means of the columns that the ApsaraDB script writes, taken as it takes them.
   *
   * @param name {@code without-ssl} or {@code with-ssl}
   * @param repeat how many clients were built, and how many queries were asked of the reused one
   * @param onlyConnectionMillis building a client
   * @param firstQueryMillis its first query
   * @param connectionAndFirstQueryMillis both
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
