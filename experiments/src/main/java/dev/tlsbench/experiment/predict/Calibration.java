package dev.tlsbench.experiment.predict;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.experiment.predict.CostKey.Figure;
import dev.tlsbench.experiment.predict.CostKey.Part;
import dev.tlsbench.measure.result.Negotiated;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Measured costs of messages and connections, with joint draws of all of them: draw {@code i} of
 * all parameters belongs together, so that a figure computed from several parameters carries the
 * uncertainty of all their measurements.
 *
 * <p>Costs of variants with TLS are in addition to plain text.
 *
 * @param sources the runs that measured
 * @param variants the variants with TLS, in the order of the sources
 * @param parameters the known costs; a server on another machine has no CPU time
 * @param notes assumptions that this data needs, one sentence each
 */
public record Calibration(
    List<Source> sources, List<Tls> variants, List<Cost> parameters, List<String> notes) {

  /** The number of draws of each cost. */
  static final int DRAWS = 400;

  /** The name of the variant without TLS. */
  static final String PLAIN = "plain";

  /**
   * A run that measured costs.
   *
   * @param folder the name of its result folder; {@code null} if it belongs to this run
   * @param command without secrets
   * @param started UTC, ISO 8601
   * @param server product and version; {@code null} if unknown
   * @param jdk the version of the client's JVM; {@code null} if unknown
   * @param tlsRemark how the cost of the server's TLS differs from a real server's; {@code null} if
   *     it does not
   */
  public record Source(
      @Nullable String folder,
      String command,
      String started,
      @Nullable String server,
      @Nullable String jdk,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String tlsRemark) {}

  /**
   * A way to connect with TLS.
   *
   * @param name as it was measured
   * @param provider the client's TLS implementation
   * @param protocol such as {@code TLSv1.3}
   * @param cipherSuite the IANA name
   * @param namedGroup the IANA name under TLS 1.3; {@code null} before it, where resumed sessions
   *     have none, and in older results
   * @param byRequest true if the client asked for TLS and waited for the answer, as PostgreSQL's
   *     do; {@code null} if unknown, as in older results
   */
  public record Tls(
      String name,
      String provider,
      String protocol,
      String cipherSuite,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String namedGroup,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Boolean byRequest) {
    /**
     * @param logins the numbers of log-ins by their way; may be empty
     */
    static Tls of(String name, Negotiated negotiated, Map<String, Long> logins) {
      return new Tls(
          name,
          negotiated.provider(),
          negotiated.protocol(),
          negotiated.cipherSuite(),
          negotiated.protocol().equals("TLSv1.3") ? negotiated.namedGroup() : null,
          logins.isEmpty()
              ? null
              : logins.keySet().stream().anyMatch(way -> way.startsWith(TlsLedger.BY_REQUEST)));
    }

    Tls named(String other) {
      return new Tls(other, provider, protocol, cipherSuite, namedGroup, byRequest);
    }

    /**
     * Returns true if connections of the other variant have the same handshake, as far as known.
     */
    boolean connectsAs(Tls other) {
      return provider.equals(other.provider)
          && protocol.equals(other.protocol)
          && (namedGroup == null
              || other.namedGroup == null
              || namedGroup.equals(other.namedGroup));
    }

    /** Returns true if the other variant has a later protocol, or a suite of fewer weaknesses. */
    boolean isWeakerThan(Tls other) {
      int protocols = protocol.compareTo(other.protocol);
      return protocols < 0 || (protocols == 0 && isWeak() && !other.isWeak());
    }

    /** Suites without forward secrecy (RFC 9325, section 4.1) or authenticated encryption. */
    private boolean isWeak() {
      return cipherSuite.startsWith("TLS_RSA_")
          || cipherSuite.contains("_CBC_")
          || cipherSuite.contains("_RC4_")
          || cipherSuite.contains("_NULL_");
    }

    /**
     * Returns the round trips that TLS adds to a new connection: those of the handshake (RFC 8446,
     * section 2) and that of the request.
     */
    double roundTrips(boolean resumed) {
      int handshake = protocol.equals("TLSv1.3") || resumed ? 1 : 2;
      return Boolean.TRUE.equals(byRequest) ? handshake + 1 : handshake;
    }
  }

  /** Returns a cost; empty if it is unknown. */
  Optional<Drawn> get(String variant, Part part, Figure figure) {
    CostKey key = new CostKey(variant, part, figure);
    return parameters.stream().filter(cost -> cost.key().equals(key)).findFirst().map(Cost::drawn);
  }

  /** Returns true if operations of the variant were measured. */
  boolean knowsMessages(String variant, Figure figure) {
    List<Double> sizes = sizes(variant);
    return !sizes.isEmpty() && get(variant, Part.reply(sizes.get(0)), figure).isPresent();
  }

  static String text(double bytes) {
    return Long.toString(Math.round(bytes));
  }

  /** Returns the sizes of a variant's replies that were measured, in bytes, ascending. */
  List<Double> sizes(String variant) {
    return parameters.stream()
        .map(Cost::key)
        .filter(key -> key.variant().equals(variant) && key.part().isReply())
        .map(key -> key.part().id())
        .map(Double::valueOf)
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns a copy in which runs without a folder get this one. */
  Calibration in(String folder) {
    List<Source> named =
        sources.stream()
            .map(
                source ->
                    source.folder() != null
                        ? source
                        : new Source(
                            folder,
                            source.command(),
                            source.started(),
                            source.server(),
                            source.jdk(),
                            source.tlsRemark()))
            .toList();
    return new Calibration(named, variants, parameters, notes);
  }

  /** Returns the version of Java that all sources used, such as 17; empty if they differ. */
  Optional<String> java() {
    List<String> versions =
        sources.stream()
            .map(Source::jdk)
            .filter(Objects::nonNull)
            .map(version -> version.split("\\D", 2)[0])
            .distinct()
            .toList();
    return versions.size() == 1 ? Optional.of(versions.get(0)) : Optional.empty();
  }

  /**
   * Returns a copy with the JDK in the names of its variants, to be joined with another JDK's
   * calibration. It has no costs in plain text; the other calibration has them.
   */
  Calibration onJava(String version) {
    List<Tls> named = new ArrayList<>();
    List<Cost> renamed = new ArrayList<>();
    for (Tls tls : variants) {
      String name = tls.name() + " on JDK " + version;
      named.add(tls.named(name));
      for (Cost one : parameters) {
        CostKey key = one.key();
        if (key.variant().equals(tls.name())) {
          CostKey other = new CostKey(name, key.part(), key.figure());
          renamed.add(new Cost(other, one.value(), one.draws()));
        }
      }
    }
    String note =
        "Costs in plain text come from the first source, also for variants on JDK " + version + ".";
    return new Calibration(
        sources, named, renamed, Stream.concat(notes.stream(), Stream.of(note)).toList());
  }

  /** Returns the costs of both; for equal names this calibration's. */
  Calibration and(Calibration other) {
    List<Tls> allVariants = new ArrayList<>(variants);
    for (Tls tls : other.variants) {
      if (variants.stream().noneMatch(own -> own.name().equals(tls.name()))) {
        allVariants.add(tls);
      }
    }
    List<Cost> all = new ArrayList<>(parameters);
    List<CostKey> known = parameters.stream().map(Cost::key).toList();
    other.parameters.stream().filter(cost -> !known.contains(cost.key())).forEach(all::add);
    return new Calibration(
        Stream.concat(sources.stream(), other.sources.stream()).distinct().toList(),
        List.copyOf(allVariants),
        List.copyOf(all),
        Stream.concat(notes.stream(), other.notes.stream()).distinct().toList());
  }
}
