package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link Profile} as text, from the command line or a file, by the names of the
 * options. Each has a unit: {@code 20000/s}, {@code 4k}, {@code 0.4ms}. Immutable.
 */
public final class TypedProfile {
  private static final int MEBIBYTES = 1;
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private static final String CPU = "cpu-per-operation";
  private static final String CLIENT_CPU = "client-cpu-per-operation";
  private static final String LATENCY = "latency";
  private static final String CONNECTION = "operations-per-connection";
  private static final List<String> OF_CORES = List.of("client", "server", "shared");
  private static final List<String> OF_OPERATION =
      List.of("name", "share", "request", "reply", CPU, CLIENT_CPU, LATENCY);
  private static final List<String> KEYS =
      List.of(
          "rate",
          "request",
          "reply",
          "rtt",
          CONNECTION,
          "resumed",
          "threads",
          CPU,
          CLIENT_CPU,
          LATENCY,
          "cores",
          "operations");

  private final ObjectNode values;

  private TypedProfile(ObjectNode values) {
    this.values = values;
    values.properties().removeIf(value -> value.getValue().isNull());
  }

  /**
   * Returns values from the command line.
   *
   * @param values {@code null} for values that are not given
   */
  public static TypedProfile of(Map<String, ?> values) {
    return new TypedProfile(YAML.valueToTree(values));
  }

  /**
   * Reads a file.
   *
   * @throws InvalidSettingException if it cannot be read, or has other keys
   */
  public static TypedProfile read(Path file) {
    String subject = "--profile " + file + ": ";
    try {
      JsonNode read =
          YAML.readTree(BoundedFile.text("--profile " + file + ":", file, MEBIBYTES, "a profile"));
      if (read.isMissingNode() || read.isNull()) {
        return of(Map.of());
      }
      check(subject, read, KEYS);
      check(subject + "cores: ", read.path("cores"), OF_CORES);
      read.path("operations").forEach(one -> check(subject + "operations: ", one, OF_OPERATION));
      return new TypedProfile((ObjectNode) read);
    } catch (JsonProcessingException e) {
      throw new InvalidSettingException(
          subject
              + "line "
              + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())
              + ": "
              + e.getOriginalMessage().lines().findFirst().orElse("not YAML"),
          e);
    } catch (IOException e) {
      throw new InvalidSettingException(
          subject + "cannot be read (" + e.getClass().getSimpleName() + ")", e);
    }
  }

  private static void check(String subject, JsonNode of, List<String> keys) {
    String known = "choose from " + String.join(", ", keys);
    if (!of.isObject() && !of.isMissingNode()) {
      throw new InvalidSettingException(subject + "not keys with values; " + known);
    }
    of.fieldNames()
        .forEachRemaining(
            key -> {
              if (!keys.contains(key)) {
                throw new InvalidSettingException(
                    subject + "there is no key '" + key + "'; " + known);
              }
            });
  }

  /** Returns these values, completed by the other profile's. */
  public TypedProfile or(TypedProfile other) {
    ObjectNode all = other.values.deepCopy();
    all.setAll(values);
    return new TypedProfile(all);
  }

  /**
   * Parses the values.
   *
   * @throws InvalidSettingException if one is missing, has no unit, or contradicts another
   */
  public Profile parse() {
    JsonNode typed = values.get("operations");
    if (typed != null && (values.has("request") || values.has("reply"))) {
      throw new InvalidSettingException(
          "request, reply: they stand in each of the operations; omit them outside");
    }
    List<Profile.Operation> operations = new ArrayList<>();
    (typed == null ? List.of(values) : typed).forEach(one -> operations.add(operation(one)));
    Double rtt = get(values, "rtt", Quantity::micros);
    Double resumed = get(values, "resumed", Quantity::number);
    JsonNode cores = values.path("cores");
    return new Profile(
        get(values, "rate", Quantity::rate),
        operations,
        rtt == null ? 0 : rtt,
        values.path(CONNECTION).asText().equals("unlimited")
            ? null
            : get(values, CONNECTION, Quantity::number),
        resumed == null ? 0 : resumed,
        get(values, "threads", Quantity::whole),
        cores.isEmpty()
            ? null
            : new Profile.Machines(
                cores(cores, "client"), cores(cores, "server"), cores(cores, "shared")));
  }

  private static @Nullable Integer cores(JsonNode cores, String side) {
    return get(cores, side, (name, text) -> Quantity.whole("cores." + name, text));
  }

  /** Parses an operation; CPU time and latency default to the profile's own. */
  private Profile.Operation operation(JsonNode one) {
    ObjectNode all = values.deepCopy();
    all.setAll((ObjectNode) one);
    Double share = get(one, "share", Quantity::number);
    return new Profile.Operation(
        one.path("name").asText("operation"),
        share == null ? 1 : share,
        bytes(one, "request"),
        bytes(one, "reply"),
        get(all, CLIENT_CPU, Quantity::micros),
        get(all, CPU, Quantity::micros),
        get(all, LATENCY, Quantity::micros));
  }

  private static double bytes(JsonNode of, String key) {
    Double bytes = get(of, key, Quantity::bytes);
    if (bytes == null) {
      throw new InvalidSettingException(
          key + ": not given; give its bytes, such as --" + key + " 4k");
    }
    return bytes;
  }

  private static <T> @Nullable T get(JsonNode of, String key, BiFunction<String, String, T> parse) {
    JsonNode value = of.path(key);
    return value.isMissingNode() || value.isNull()
        ? null
        : parse.apply(key, value.isValueNode() ? value.asText() : value.toString());
  }
}
