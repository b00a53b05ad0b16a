package dev.tlsbench.experiment.option;

import dev.tlsbench.experiment.predict.Profile;
import dev.tlsbench.experiment.predict.TapProfile;
import dev.tlsbench.experiment.predict.TypedProfile;
import dev.tlsbench.measure.tap.TapResult;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that describe an application for a prediction. */
public final class ProfileOptions {
  @Option(
      names = "--profile",
      paramLabel = "FILE",
      description = "YAML file with these values; options here override it.")
  private @Nullable Path file;

  @Option(
      names = "--rate",
      paramLabel = "N/s",
      description = "Operations a second, such as 20000/s. Default: no cores are predicted.")
  private @Nullable String rate;

  @Option(
      names = "--request",
      paramLabel = "BYTES",
      description = "Size of a request, such as 300.")
  private @Nullable String request;

  @Option(names = "--reply", paramLabel = "BYTES", description = "Size of a reply, such as 4k.")
  private @Nullable String reply;

  @Option(
      names = "--rtt",
      paramLabel = "TIME",
      description = "Round-trip time between client and server, such as 0.4ms. Default: 0ms.")
  private @Nullable String rtt;

  @Option(
      names = "--operations-per-connection",
      paramLabel = "N",
      description = "Operations on each connection. Default: unlimited, connections stay open.")
  private @Nullable String operationsPerConnection;

  @Option(
      names = "--resumed",
      paramLabel = "PART",
      description = "Part of the handshakes that resume a session, 0 to 1. Default: 0.")
  private @Nullable String resumed;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Clients that each wait for an answer before the next request; instead of --rate.")
  private @Nullable String threads;

  @Option(
      names = "--cpu-per-operation",
      paramLabel = "TIME",
      description =
          "CPU time of the server for an operation in plain text, including its part of a"
              + " connection, such as 120us. Default: the time of a read by key, if it was"
              + " measured.")
  private @Nullable String serverCpu;

  @Option(
      names = "--client-cpu-per-operation",
      paramLabel = "TIME",
      description = "CPU time of the client, likewise.")
  private @Nullable String clientCpu;

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      description = "Latency of an operation in plain text, round trip included, such as 0.9ms.")
  private @Nullable String latency;

  @Option(names = "--client-cores", paramLabel = "N", description = "Cores of the clients.")
  private @Nullable String clientCores;

  @Option(names = "--server-cores", paramLabel = "N", description = "Cores of the server.")
  private @Nullable String serverCores;

  @Option(
      names = "--shared-cores",
      paramLabel = "N",
      description = "Cores that client and server share, instead of both.")
  private @Nullable String sharedCores;

  /**
   * Returns the profile: options override the file, and the file overrides a tap's result.
   *
   * @param tap {@code null} for none
   */
  public Profile parse(@Nullable TapResult tap) {
    Map<String, @Nullable String> cores = new HashMap<>();
    cores.put("client", clientCores);
    cores.put("server", serverCores);
    cores.put("shared", sharedCores);
    cores.values().removeIf(Objects::isNull);
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("rate", rate);
    values.put("request", request);
    values.put("reply", reply);
    values.put("rtt", rtt);
    values.put("operations-per-connection", operationsPerConnection);
    values.put("resumed", resumed);
    values.put("threads", threads);
    values.put("cpu-per-operation", serverCpu);
    values.put("client-cpu-per-operation", clientCpu);
    values.put("latency", latency);
    values.put("cores", cores.isEmpty() ? null : cores);
    TypedProfile typed = TypedProfile.of(values);
    if (file != null) {
      typed = typed.or(TypedProfile.read(file));
    }
    if (tap != null) {
      typed = typed.or(TapProfile.of(tap));
    }
    return typed.parse();
  }
}
