package dev.tlsbench.experiment.option;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.experiment.predict.Profile;
import dev.tlsbench.report.Amounts;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Options that describe an application for a prediction. */
@Command
public final class ProfileOptions {
  private static final Unit TIME =
      new Unit(
          text -> Amounts.micros(text, Set.of("ns", "us", "ms", "s")),
          "a duration; write a number and ns, us, ms or s, such as 0.4ms");
  private static final Unit SIZE =
      new Unit(Amounts::bytes, "a size; write bytes, or a number with k or m, such as 4k");
  private static final Unit RATE =
      new Unit(
          text -> Amounts.number(text.replaceFirst("\\s*/s$", ""), ""),
          "a rate; write operations a second, such as 20000/s");
  private static final Unit NUMBER =
      new Unit(text -> Amounts.number(text, ""), "a number without a unit, such as 50");
  private static final Unit WHOLE =
      new Unit(
          text ->
              text.matches("0*[1-9]\\d{0,8}") ? Amounts.number(text, "") : OptionalDouble.empty(),
          "a whole number from 1 on, such as 8");
  private static final String CONNECTION = "operations-per-connection";
  private static final String UNLIMITED = "unlimited";
  private static final List<Value> VALUES =
      List.of(
          new Value(
              "rate",
              "N/s",
              RATE,
              "Operations a second, such as 20000/s. Default: no cores are predicted."),
          new Value("request", "BYTES", SIZE, "Size of a request, such as 300."),
          new Value("reply", "BYTES", SIZE, "Size of a reply, such as 4k."),
          new Value(
              "rtt",
              "TIME",
              TIME,
              "Round-trip time between client and server, such as 0.4ms. Default: 0ms."),
          new Value(
              CONNECTION,
              "N",
              NUMBER,
              "Operations on each connection. Default: unlimited, connections stay open."),
          new Value(
              "resumed",
              "PART",
              NUMBER,
              "Part of the handshakes that resume a session, 0 to 1. Default: 0."),
          new Value(
              "cpu-per-operation",
              "TIME",
              TIME,
              "CPU time of the server for an operation in plain text, including its part of a"
                  + " connection, such as 120us. Default: the time of a read by key."),
          new Value("client-cpu-per-operation", "TIME", TIME, "CPU time of the client, likewise."),
          new Value(
              "latency",
              "TIME",
              TIME,
              "Latency of an operation in plain text, round trip included, such as 0.9ms."),
          new Value("client-cores", "N", WHOLE, "Cores of the clients."),
          new Value("server-cores", "N", WHOLE, "Cores of the server."),
          new Value(
              "shared-cores", "N", WHOLE, "Cores that client and server share, instead of both."));

  @SuppressWarnings("NullAway.Init") // picocli calls addTo
  private CommandSpec command;

  /** A way to write a value, and its description after "is not". */
  private record Unit(Function<String, OptionalDouble> parse, String expected) {}

  private record Value(String name, String label, Unit unit, String description) {}

  @Spec(Spec.Target.MIXEE)
  void addTo(CommandSpec with) {
    command = with;
    for (Value value : VALUES) {
      command.addOption(
          OptionSpec.builder("--" + value.name())
              .paramLabel(value.label())
              .description(value.description())
              .type(String.class)
              .build());
    }
  }

  /**
   * Returns the profile: options override a tap's values.
   *
   * @throws InvalidSettingException if a value is missing, has no unit, or contradicts another
   */
  public Profile parse(Map<String, String> tapped) {
    Map<String, Double> values = new TreeMap<>();
    for (Value value : VALUES) {
      String typed = command.findOption(value.name()).getValue();
      String text = typed == null ? tapped.get(value.name()) : typed;
      if (text != null && !(value.name().equals(CONNECTION) && text.equals(UNLIMITED))) {
        values.put(value.name(), number(value.name(), text, value.unit()));
      }
    }
    for (String size : List.of("request", "reply")) {
      if (!values.containsKey(size)) {
        throw new InvalidSettingException(
            size + ": not given; give its bytes, such as --" + size + " 4k");
      }
    }
    return new Profile(
        values.get("rate"),
        values.getOrDefault("request", 0.0),
        values.getOrDefault("reply", 0.0),
        values.getOrDefault("rtt", 0.0),
        values.get(CONNECTION),
        values.getOrDefault("resumed", 0.0),
        values.get("client-cpu-per-operation"),
        values.get("cpu-per-operation"),
        values.get("latency"),
        values.get("client-cores"),
        values.get("server-cores"),
        values.get("shared-cores"));
  }

  private static double number(String name, String text, Unit unit) {
    return unit.parse()
        .apply(text)
        .orElseThrow(
            () -> new InvalidSettingException(name + ": '" + text + "' is not " + unit.expected()));
  }
}
