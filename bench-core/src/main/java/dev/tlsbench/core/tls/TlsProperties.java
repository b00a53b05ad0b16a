package dev.tlsbench.core.tls;

import dev.tlsbench.core.BoundedFile;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.name.NearestName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * The {@code tls.*} properties: the one vocabulary for both databases, as used with {@code -p} on
 * the command line.
 *
 * <p>A property overrides what a URL says, except for {@code tls.enabled}: if the URL says the
 * opposite, one of the two is a mistake and that is an error.
 */
public final class TlsProperties {
  private static final String PREFIX = "tls.";

  /** Read by the launcher, not a setting of a connection. */
  private static final String VERBOSE = "tls.verbose";

  private static final String INSECURE = "tls.insecure";
  private static final String ALLOW_CERTIFICATES = "tls.allowInvalidCertificates";
  private static final String ALLOW_HOSTNAMES = "tls.allowInvalidHostnames";
  private static final String DISABLE_REVOCATION = "tls.disableCertificateRevocationCheck";
  private static final String DISABLE_OCSP_ENDPOINT = "tls.disableOCSPEndpointCheck";

  /** The MongoDB URI options specification's "Conflicting TLS options", for both databases. */
  private static final List<List<String>> CONFLICTS =
      List.of(
          List.of(INSECURE, ALLOW_CERTIFICATES),
          List.of(INSECURE, ALLOW_HOSTNAMES),
          List.of(INSECURE, DISABLE_REVOCATION),
          List.of(INSECURE, DISABLE_OCSP_ENDPOINT),
          List.of(ALLOW_CERTIFICATES, DISABLE_REVOCATION),
          List.of(ALLOW_CERTIFICATES, DISABLE_OCSP_ENDPOINT),
          List.of(DISABLE_REVOCATION, DISABLE_OCSP_ENDPOINT));

  private static final Map<String, BiConsumer<TlsSettings.Builder, String>> OPTIONS = options();

  private TlsProperties() {}

  /**
   * Gives the properties to a builder.
   *
   * @param properties any properties; those that do not start with {@code tls.} are passed over
   * @param settings what the URL said; changed by this call
   * @throws InvalidSettingException if a property that starts with {@code tls.} is unknown, if a
   *     value is not of its kind, if two properties stand for the same choice, or if {@code
   *     tls.enabled} contradicts the URL
   */
  public static void override(Map<String, String> properties, TlsSettings.Builder settings) {
    for (List<String> conflict : CONFLICTS) {
      if (properties.keySet().containsAll(conflict)) {
        throw new InvalidSettingException(
            "%s and %s cannot be given together; remove one of the two"
                .formatted(conflict.get(0), conflict.get(1)));
      }
    }
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !name.equals(VERBOSE)) {
            option(name).accept(settings, value);
          }
        });
  }

  /** {@return the names of all {@code tls.*} properties, in the order of the documentation} */
  public static Set<String> names() {
    return OPTIONS.keySet();
  }

  private static BiConsumer<TlsSettings.Builder, String> option(String name) {
    BiConsumer<TlsSettings.Builder, String> option = OPTIONS.get(name);
    if (option == null) {
      Set<String> known = new TreeSet<>(OPTIONS.keySet());
      known.add(VERBOSE);
      throw new InvalidSettingException(
          name + ": there is no such property; did you mean " + NearestName.of(name, known) + "?");
    }
    return option;
  }

  private static Map<String, BiConsumer<TlsSettings.Builder, String>> options() {
    Map<String, BiConsumer<TlsSettings.Builder, String>> options = new LinkedHashMap<>();
    put(options, "tls.enabled", TlsProperties::bool, TlsProperties::enable);
    put(options, "tls.caFile", TlsProperties::path, TlsSettings.Builder::caFile);
    put(options, "tls.caFilePassword", TlsProperties::text, TlsSettings.Builder::caFilePassword);
    put(
        options,
        "tls.certificateKeyFile",
        TlsProperties::path,
        TlsSettings.Builder::certificateKeyFile);
    put(
        options,
        "tls.certificateKeyFilePassword",
        TlsProperties::text,
        TlsSettings.Builder::keyPassword);
    put(
        options,
        ALLOW_CERTIFICATES,
        TlsProperties::bool,
        TlsSettings.Builder::allowInvalidCertificates);
    put(options, ALLOW_HOSTNAMES, TlsProperties::bool, TlsSettings.Builder::allowInvalidHostnames);
    put(
        options,
        INSECURE,
        TlsProperties::bool,
        (to, on) -> to.allowInvalidCertificates(on).allowInvalidHostnames(on));
    put(
        options,
        DISABLE_REVOCATION,
        TlsProperties::bool,
        (to, off) -> to.revocationCheck(off ? RevocationCheck.NONE : RevocationCheck.OCSP));
    put(
        options,
        DISABLE_OCSP_ENDPOINT,
        TlsProperties::bool,
        (to, off) -> to.revocationCheck(off ? RevocationCheck.STAPLED : RevocationCheck.OCSP));
    put(options, "tls.crlFile", TlsProperties::path, TlsSettings.Builder::crlFile);
    put(options, "tls.protocols", TlsProperties::list, TlsSettings.Builder::protocols);
    put(options, "tls.cipherSuites", TlsProperties::list, TlsSettings.Builder::cipherSuites);
    put(options, "tls.namedGroups", TlsProperties::list, TlsSettings.Builder::namedGroups);
    put(options, "tls.provider", TlsProperties::provider, TlsSettings.Builder::provider);
    put(options, "tls.resumption", TlsProperties::bool, TlsSettings.Builder::resumption);
    put(
        options,
        "tls.handshakeTimeoutMs",
        TlsProperties::millis,
        TlsSettings.Builder::handshakeTimeout);
    return options;
  }

  private static <T> void put(
      Map<String, BiConsumer<TlsSettings.Builder, String>> options,
      String name,
      BiFunction<String, String, T> parser,
      BiConsumer<TlsSettings.Builder, T> setter) {
    options.put(name, (to, value) -> setter.accept(to, parser.apply(name, value)));
  }

  private static void enable(TlsSettings.Builder settings, boolean on) {
    settings
        .explicitlyEnabled()
        .filter(url -> url != on)
        .ifPresent(
            url -> {
              throw new InvalidSettingException(
                  "tls.enabled="
                      + on
                      + ": the URL says the opposite; change one of the two, so that it is clear"
                      + " which is meant");
            });
    settings.enabled(on);
  }

  private static boolean bool(String name, String value) {
    return switch (value.strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new InvalidSettingException(
              name + ": '" + value + "' is neither true nor false; give one of the two");
    };
  }

  /** Passwords are taken as they are, spaces included. */
  private static String text(String name, String value) {
    return value;
  }

  private static Path path(String name, String value) {
    if (value.isBlank()) {
      throw new InvalidSettingException(
          name + ": no file is named; name one, or leave the property out");
    }
    return BoundedFile.path(name, value.strip());
  }

  private static TlsProvider provider(String name, String value) {
    return TlsProvider.of(value.strip());
  }

  private static List<String> list(String name, String value) {
    List<String> items =
        Arrays.stream(value.split("[,:\\s]")).filter(item -> !item.isEmpty()).toList();
    if (items.isEmpty()) {
      throw new InvalidSettingException(
          name + ": the list is empty; give names separated by commas, or leave the property out");
    }
    return items;
  }

  private static Duration millis(String name, String value) {
    try {
      return Duration.ofMillis(Long.parseLong(value.strip()));
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          name + ": '" + value + "' is not a whole number of milliseconds", e);
    }
  }
}
