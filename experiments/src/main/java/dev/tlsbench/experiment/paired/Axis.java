package dev.tlsbench.experiment.paired;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.DatabaseUrl;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.experiment.option.Converters;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.target.PlainUrl;
import dev.tlsbench.measure.target.Target;
import dev.tlsbench.measure.variant.Variant;
import dev.tlsbench.relay.Relay;
import dev.tlsbench.ycsb.session.RunProperties;
import dev.tlsbench.ycsb.workload.UserStatement;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;
import site.ycsb.workloads.CoreWorkload;

/**
 * The axis of a comparison, with the comparison at each value. Immutable.
 *
 * @param kind {@code null} for none
 * @param values in the order given; empty for none
 */
public record Axis(@Nullable Kind kind, List<String> values) {
  /** No axis: a single comparison. */
  public static final Axis NONE = new Axis(null, List.of());

  private static final Converters.Time DURATION = new Converters.Time();
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,8}");

  /** The properties over which a comparison can run. */
  public enum Kind {
    THREADS("1,4,16,64,256"),
    SIZE("100,1000,10000,100000"),
    RTT("0ms,1ms,5ms"),
    TARGET("500,1000,2000"),
    SUITE(
        "tls13-aes128-gcm,tls13-aes256-gcm,tls13-chacha20"
            + ",tls12-aes128-gcm,tls12-aes256-gcm,tls12-aes128-cbc-sha");

    private final String usual;

    Kind(String usual) {
      this.usual = usual;
    }

    String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Parses an axis.
   *
   * @param text a name, or a name and values: {@code threads=1,2,4}
   * @param threads the first of the usual values of an axis of threads
   * @throws InvalidSettingException if the name is unknown, or a value lacks its unit
   */
  public static Axis parse(String text, int threads) {
    String[] typed = text.split("=", 2);
    List<Kind> kinds = List.of(Kind.values());
    Kind kind =
        kinds.stream()
            .filter(one -> one.id().equals(typed[0]))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidSettingException(
                        "--axis: there is no axis '%s'; choose one of %s"
                            .formatted(
                                typed[0],
                                kinds.stream().map(Kind::id).collect(Collectors.joining(", ")))));
    Stream<String> usual = Stream.of(kind.usual.split(","));
    Stream<String> values =
        typed.length == 2
            ? Stream.of(typed[1].split(",", -1)).map(String::strip)
            : kind == Kind.THREADS
                ? Stream.concat(
                    Stream.of(String.valueOf(threads)),
                    usual.filter(more -> Integer.parseInt(more) > threads))
                : usual;
    Axis axis = new Axis(kind, values.toList());
    axis.values.forEach(axis::check);
    return axis;
  }

  private void check(String value) {
    if (kind == Kind.RTT) {
      duration(value);
    } else if (kind != Kind.SUITE) {
      number(value);
    }
  }

  private int number(String value) {
    if (!NUMBER.matcher(value).matches()) {
      throw new InvalidSettingException(
          "--axis " + name() + ": '" + value + "' is not a whole number from 1 on");
    }
    return Integer.parseInt(value);
  }

  private Duration duration(String value) {
    try {
      return DURATION.convert(value);
    } catch (TypeConversionException e) {
      throw new InvalidSettingException("--axis rtt: " + e.getMessage(), e);
    }
  }

  /** Returns the name of the axis, such as {@code threads}; {@code null} for none. */
  public @Nullable String name() {
    return kind == null ? null : kind.id();
  }

  boolean isOfThreads() {
    return kind == Kind.THREADS;
  }

  /**
   * Checks that each value of an axis of suites is a variant other than the baseline.
   *
   * @param variants the baseline first
   * @throws InvalidSettingException if one is not: there would be nothing to compare
   */
  public void checkAgainst(List<Variant> variants) {
    if (!isOfVariants()) {
      return;
    }
    List<String> names = variants.stream().skip(1).map(Variant::name).toList();
    for (String value : values) {
      if (!names.contains(value)) {
        throw new InvalidSettingException(
            ("--axis suite: %s is not among the variants beside the baseline (%s); "
                    + "omit --variant, or name it there")
                .formatted(value, String.join(", ", names)));
      }
    }
  }

  public boolean isOfVariants() {
    return kind == Kind.SUITE;
  }

  /**
   * Returns the comparisons.
   *
   * @param relays receives actions to run at the end
   */
  List<PairedRun.Step> steps(
      Target target,
      Properties properties,
      List<Variant> variants,
      Settings settings,
      List<Closeable> relays)
      throws IOException {
    if (kind == null) {
      return List.of(new PairedRun.Step(null, properties, variants, settings));
    }
    requirePossible(kind, properties, variants);
    if (kind == Kind.SIZE && properties.containsKey(UserStatement.PROPERTY)) {
      throw new InvalidSettingException(
          "--axis size: the size of records changes no statement of yours; omit one of the two");
    }
    List<PairedRun.Step> steps = new ArrayList<>();
    Settings shared = settings.sharedBy(values.size());
    for (String value : values) {
      steps.add(
          new PairedRun.Step(
              value,
              switch (kind) {
                case SIZE -> withRecordsOf(number(value), properties);
                case RTT -> through(duration(value), target, properties, relays);
                default -> properties;
              },
              kind == Kind.SUITE ? againstBaseline(value, variants) : variants,
              switch (kind) {
                case THREADS -> shared.withThreads(number(value));
                case TARGET -> shared.withTarget(number(value));
                default -> shared;
              }));
    }
    return steps;
  }

  private static List<Variant> againstBaseline(String suite, List<Variant> variants) {
    return variants.stream()
        .filter(variant -> variant.equals(variants.get(0)) || variant.name().equals(suite))
        .toList();
  }

  /** Chooses a table for each size, with fewer records if they are long. */
  private static Properties withRecordsOf(int bytes, Properties properties) {
    Properties changed = RunProperties.copy(properties);
    changed.setProperty(CoreWorkload.FIELD_COUNT_PROPERTY, "1");
    changed.setProperty(CoreWorkload.FIELD_LENGTH_PROPERTY, Integer.toString(bytes));
    changed.setProperty(CoreWorkload.TABLENAME_PROPERTY, "usertable_" + bytes);
    return changed;
  }

  /** Rejects a delay on connections to another port than the URL's, where its relay is not. */
  private static void requirePossible(Kind kind, Properties properties, List<Variant> variants) {
    if (kind == Kind.RTT
        && (properties.containsKey(PlainUrl.PROPERTY)
            || variants.stream().anyMatch(Variant::hasOwnUrl))) {
      throw new InvalidSettingException(
          "--axis rtt: the relay leads to the port of the URL alone; omit --plain-url, and variants"
              + " with a url of their own");
    }
  }

  private static Properties through(
      Duration rtt, Target target, Properties properties, List<Closeable> relays)
      throws IOException {
    if (rtt.isZero()) {
      return properties;
    }
    if (!target.isLocal()) {
      throw new InvalidSettingException(
          "--axis rtt: the added delay comes from a relay on this machine, so the server must be on"
              + " it too, or its certificate would not match");
    }
    Properties changed = RunProperties.copy(properties);
    DatabaseUrl url = target.binding().url(properties);
    changed.setProperty(target.binding().urlProperty(), through(rtt, url, relays));
    DatabaseUrl plain = url.kind().parse(url.plain());
    if (!plain.hosts().equals(url.hosts())) {
      changed.setProperty(PlainUrl.PROPERTY, through(rtt, plain, relays));
    }
    return changed;
  }

  private static String through(Duration rtt, DatabaseUrl url, List<Closeable> relays)
      throws IOException {
    HostAddress server = url.hosts().get(0);
    Relay relay =
        Relay.to(new InetSocketAddress(server.host(), server.port())).roundTrip(rtt).open();
    relays.add(relay::close);
    return url.through(new HostAddress(server.host(), relay.port()));
  }
}
