package dev.tlsbench.experiment.predict;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.report.Numbers;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The description of an application for a prediction. Immutable.
 *
 * @param rate operations per second; {@code null} if unknown
 * @param operations one or more kinds
 * @param rttMicros the round-trip time between client and server
 * @param operationsPerConnection the mean; {@code null} for connections that stay open
 * @param resumed the part of the handshakes that resume a session, 0 to 1
 * @param threads concurrent clients in a closed loop; {@code null} if the load does not depend on
 *     the server's speed
 * @param machines cores of both sides; {@code null} if unknown
 */
public record Profile(
    @Nullable Double rate,
    List<Operation> operations,
    double rttMicros,
    @Nullable Double operationsPerConnection,
    double resumed,
    @Nullable Integer threads,
    @Nullable Machines machines) {
  private static final double MOST_BYTES = 1 << 30;

  /**
   * One kind of operation; in plain text.
   *
   * @param name in reports
   * @param share of all operations, above 0 to 1
   * @param requestBytes payload of a request
   * @param replyBytes payload of a reply
   * @param clientCpuMicros CPU time of the client; {@code null} if unknown
   * @param serverCpuMicros CPU time of the server; {@code null} if unknown
   * @param latencyMicros the median; {@code null} if unknown
   */
  public record Operation(
      String name,
      double share,
      double requestBytes,
      double replyBytes,
      @Nullable Double clientCpuMicros,
      @Nullable Double serverCpuMicros,
      @Nullable Double latencyMicros) {}

  /**
   * The available cores.
   *
   * @param client cores of the client; {@code null} if unknown
   * @param server cores of the server; {@code null} if unknown
   * @param shared cores that client and server share; {@code null} if each has its own
   */
  public record Machines(
      @Nullable Integer client, @Nullable Integer server, @Nullable Integer shared) {
    /** Returns the time for which an operation occupies the cores that saturate first. */
    double demand(double clientMicros, double serverMicros) {
      return shared == null
          ? Math.max(share(clientMicros, client), share(serverMicros, server))
          : (clientMicros + serverMicros) / shared;
    }

    private static double share(double micros, @Nullable Integer cores) {
      return cores == null ? 0 : micros / cores;
    }
  }

  /** Checks that the values do not contradict each other. */
  public Profile {
    operations = List.copyOf(operations);
    if (operations.isEmpty()) {
      throw new InvalidSettingException("operations: none; name at least one");
    }
    double shares = operations.stream().mapToDouble(Operation::share).sum();
    if (Math.abs(shares - 1) > 0.005) {
      throw new InvalidSettingException(
          "operations: their shares add up to " + shares + "; they must add up to 1");
    }
    operations.forEach(operation -> check(operation, rttMicros));
    if (operationsPerConnection != null && !(operationsPerConnection >= 1)) {
      throw new InvalidSettingException(
          "operations-per-connection: "
              + operationsPerConnection
              + " is below 1; each connection has at least one operation");
    }
    if (!(resumed >= 0 && resumed <= 1)) {
      throw new InvalidSettingException(
          "resumed: " + resumed + " is not between 0 and 1, the part of all handshakes");
    }
    if (rate != null && !(rate > 0)) {
      throw new InvalidSettingException("rate: " + rate + " is not above 0");
    }
    if (threads != null && (threads < 1 || threads > 1_000_000)) {
      throw new InvalidSettingException("threads: " + threads + " is not between 1 and 1,000,000");
    }
    check(machines);
    if (rate != null && threads != null) {
      throw new InvalidSettingException(
          "rate, threads: the first is a load that does not depend on the server, the second one"
              + " that does; give one of them");
    }
    requireRoom(rate, operations, machines);
  }

  private static void check(Operation operation, double rttMicros) {
    for (double bytes : new double[] {operation.requestBytes(), operation.replyBytes()}) {
      if (!(bytes >= 1 && bytes <= MOST_BYTES)) {
        throw new InvalidSettingException(
            "request, reply: "
                + Numbers.significant(bytes)
                + " bytes are not between 1 and 2^30, the size of a message");
      }
    }
    if (!(operation.share() > 0)) {
      throw new InvalidSettingException("share: " + operation.share() + " is not above 0");
    }
    Double latency = operation.latencyMicros();
    double least = rttMicros + (operation.serverCpuMicros() == null ? 0 : 1);
    if (latency != null && latency < least) {
      throw new InvalidSettingException(
          "latency: "
              + Numbers.micros(latency)
              + " is shorter than a round trip of "
              + Numbers.micros(rttMicros)
              + "; the latency of an operation includes it");
    }
  }

  private static void check(@Nullable Machines machines) {
    if (machines != null
        && machines.shared() != null
        && (machines.client() != null || machines.server() != null)) {
      throw new InvalidSettingException(
          "cores: shared cores and cores of one side contradict each other; give one of them");
    }
  }

  /** Rejects a rate for which the cores do not suffice even in plain text. */
  private static void requireRoom(
      @Nullable Double rate, List<Operation> operations, @Nullable Machines machines) {
    Integer cores = machines == null ? null : machines.server();
    if (rate == null || cores == null) {
      return;
    }
    double busy = 0;
    for (Operation operation : operations) {
      Double cpu = operation.serverCpuMicros();
      busy += cpu == null ? 0 : operation.share() * rate * cpu / 1e6;
    }
    if (busy > cores) {
      throw new InvalidSettingException(
          "rate: "
              + Numbers.significant(rate)
              + " a second take "
              + Numbers.significant(busy)
              + " cores of the server in plain text, but cores.server is "
              + cores);
    }
  }

  /** Returns a copy with other connections; the other values stay. */
  Profile with(@Nullable Double otherOperationsPerConnection, double otherResumed) {
    return new Profile(
        rate, operations, rttMicros, otherOperationsPerConnection, otherResumed, threads, machines);
  }

  /** Returns a copy with another rate. */
  Profile withRate(double other) {
    return new Profile(
        other, operations, rttMicros, operationsPerConnection, resumed, threads, machines);
  }

  /** Returns a copy with another round-trip time and other operations. */
  Profile with(double otherRttMicros, UnaryOperator<Operation> change) {
    return new Profile(
        rate,
        operations.stream().map(change).toList(),
        otherRttMicros,
        operationsPerConnection,
        resumed,
        threads,
        machines);
  }

  /** Returns true if client and server share their cores. */
  boolean isShared() {
    return machines != null && machines.shared() != null;
  }

  /** Returns the mean of a figure over all operations. */
  double sum(ToDoubleFunction<Operation> figure) {
    return operations.stream().mapToDouble(o -> o.share() * figure.applyAsDouble(o)).sum();
  }

  /** Returns the mean of a figure over all operations; {@code null} if one of them lacks it. */
  @Nullable Double mean(Function<Operation, @Nullable Double> figure) {
    return operations.stream().anyMatch(operation -> figure.apply(operation) == null)
        ? null
        : sum(operation -> Objects.requireNonNull(figure.apply(operation)));
  }
}
