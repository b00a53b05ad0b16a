package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.tap.TapResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link Profile} as they are typed, on the command line or in a file. Each has a
 * unit: {@code 20000/s}, {@code 4k}, {@code 0.4ms}.
 *
 * @param operations several kinds; {@code null} for one whose values stand beside
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TypedProfile(
    @Nullable String rate,
    @Nullable String request,
    @Nullable String reply,
    @Nullable String rtt,
    @JsonProperty("operations-per-connection") @Nullable String operationsPerConnection,
    @Nullable String resumed,
    @Nullable String threads,
    @JsonProperty("cpu-per-operation") @Nullable String serverCpu,
    @JsonProperty("client-cpu-per-operation") @Nullable String clientCpu,
    @Nullable String latency,
    @Nullable Cores cores,
    @Nullable List<TypedOperation> operations) {
  private static final int MEBIBYTES = 1;
  private static final ObjectMapper YAML = JsonMapper.builder(new YAMLFactory()).build();

  /** Cores as they are typed. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Cores(@Nullable String client, @Nullable String server, @Nullable String shared) {}

  /** One kind of operation as it is typed. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record TypedOperation(
      @Nullable String name,
      @Nullable String share,
      @Nullable String request,
      @Nullable String reply,
      @JsonProperty("cpu-per-operation") @Nullable String serverCpu,
      @JsonProperty("client-cpu-per-operation") @Nullable String clientCpu,
      @Nullable String latency) {}

  /** Nothing given. */
  public static final TypedProfile NOTHING =
      new TypedProfile(null, null, null, null, null, null, null, null, null, null, null, null);

  /**
   * Reads a file.
   *
   * @throws InvalidSettingException if it cannot be read, or has other keys
   */
  public static TypedProfile read(Path file) {
    try {
      String text = BoundedFile.text("--profile " + file + ":", file, MEBIBYTES, "a profile");
      TypedProfile read = YAML.readValue(text, TypedProfile.class);
      return read == null ? NOTHING : read;
    } catch (JsonProcessingException e) {
      throw new InvalidSettingException(
          "--profile "
              + file
              + ": line "
              + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse("not YAML"),
          e);
    } catch (IOException e) {
      throw new InvalidSettingException(
          "--profile " + file + ": cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  /** Returns what the connections that a tap saw say of their application. */
  public static TypedProfile of(TapResult tap) {
    return TapProfile.of(tap);
  }

  /** Returns these values, or those of another where one is not given here. */
  public TypedProfile or(TypedProfile other) {
    return new TypedProfile(
        first(rate, other.rate),
        first(request, other.request),
        first(reply, other.reply),
        first(rtt, other.rtt),
        first(operationsPerConnection, other.operationsPerConnection),
        first(resumed, other.resumed),
        first(threads, other.threads),
        first(serverCpu, other.serverCpu),
        first(clientCpu, other.clientCpu),
        first(latency, other.latency),
        cores == null ? other.cores : cores,
        operations == null ? other.operations : operations);
  }

  private static @Nullable String first(@Nullable String one, @Nullable String other) {
    return one == null ? other : one;
  }

  /**
   * Parses the values.
   *
   * @throws InvalidSettingException if one is missing, has no unit, or contradicts another
   */
  public Profile parse() {
    List<TypedOperation> typed = operations;
    if (typed != null && (request != null || reply != null)) {
      throw new InvalidSettingException(
          "request, reply: they stand in each of the operations; omit them outside");
    }
    List<TypedOperation> all =
        typed == null
            ? List.of(
                new TypedOperation("operation", "1", request, reply, serverCpu, clientCpu, latency))
            : typed;
    return new Profile(
        rate == null ? null : Quantity.rate("rate", rate),
        all.stream().map(one -> operation(one, typed != null)).toList(),
        rtt == null ? 0 : Quantity.micros("rtt", rtt),
        operationsPerConnection == null || operationsPerConnection.equals("unlimited")
            ? null
            : Quantity.number("operations-per-connection", operationsPerConnection),
        resumed == null ? 0 : Quantity.number("resumed", resumed),
        threads == null ? null : Quantity.whole("threads", threads),
        cores == null
            ? null
            : new Profile.Machines(
                cores.client == null ? null : Quantity.whole("cores.client", cores.client),
                cores.server == null ? null : Quantity.whole("cores.server", cores.server),
                cores.shared == null ? null : Quantity.whole("cores.shared", cores.shared)));
  }

  private Profile.Operation operation(TypedOperation one, boolean isNamed) {
    return new Profile.Operation(
        one.name == null ? "operation" : one.name,
        one.share == null ? 1 : Quantity.number("share", one.share),
        Quantity.bytes("request", required("request", one.request)),
        Quantity.bytes("reply", required("reply", one.reply)),
        optional(
            "client-cpu-per-operation", isNamed ? first(one.clientCpu, clientCpu) : one.clientCpu),
        optional("cpu-per-operation", isNamed ? first(one.serverCpu, serverCpu) : one.serverCpu),
        optional("latency", isNamed ? first(one.latency, latency) : one.latency));
  }

  private static @Nullable Double optional(String name, @Nullable String value) {
    return value == null ? null : Quantity.micros(name, value);
  }

  private static String required(String name, @Nullable String value) {
    if (value == null) {
      throw new InvalidSettingException(
          name + ": not given; give its bytes, such as --" + name + " 4k");
    }
    return value;
  }
}
