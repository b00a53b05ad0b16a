package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.RevocationCheck;
import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A TLS option, independent of its name in a URL or property. */
public enum TlsOption {
  ENABLED("tls.enabled", "tls", TlsSettings.Builder::enabled),
  CA_FILE("tls.caFile", "tlsCAFile", TlsOption::path, TlsSettings.Builder::caFile),
  CA_FILE_PASSWORD(
      "tls.caFilePassword",
      "tlsCAFilePassword",
      TlsOption::text,
      TlsSettings.Builder::caFilePassword),
  CERTIFICATE_KEY_FILE(
      "tls.certificateKeyFile",
      "tlsCertificateKeyFile",
      TlsOption::path,
      TlsSettings.Builder::certificateKeyFile),
  CERTIFICATE_FILE("", "", TlsOption::path, TlsSettings.Builder::certificateFile),
  KEY_FILE("", "", TlsOption::path, TlsSettings.Builder::keyFile),
  /** The password of the client's key, or of its store. */
  KEY_PASSWORD(
      "tls.certificateKeyFilePassword",
      "tlsCertificateKeyFilePassword",
      TlsOption::text,
      TlsSettings.Builder::keyPassword),
  ALLOW_INVALID_CERTIFICATES(
      "tls.allowInvalidCertificates",
      "tlsAllowInvalidCertificates",
      TlsSettings.Builder::allowInvalidCertificates),
  ALLOW_INVALID_HOSTNAMES(
      "tls.allowInvalidHostnames",
      "tlsAllowInvalidHostnames",
      TlsSettings.Builder::allowInvalidHostnames),
  /** Accepts any chain and any host name. */
  INSECURE(
      "tls.insecure",
      "tlsInsecure",
      (to, on) -> to.allowInvalidCertificates(on).allowInvalidHostnames(on)),
  /** Switches OCSP off. */
  DISABLE_REVOCATION_CHECK(
      "tls.disableCertificateRevocationCheck",
      "tlsDisableCertificateRevocationCheck",
      (to, off) -> to.revocationCheck(off ? RevocationCheck.NONE : RevocationCheck.OCSP)),
  /** Limits OCSP to stapled responses. */
  DISABLE_OCSP_ENDPOINT_CHECK(
      "tls.disableOCSPEndpointCheck",
      "tlsDisableOCSPEndpointCheck",
      (to, off) -> to.revocationCheck(off ? RevocationCheck.STAPLED : RevocationCheck.OCSP)),
  CRL_FILE("tls.crlFile", "tlsCRLFile", TlsOption::path, TlsSettings.Builder::crlFile),
  CRL_DIRECTORY("", "", TlsOption::path, TlsSettings.Builder::crlDirectory),
  PROTOCOLS("tls.protocols", "tlsProtocols", TlsOption::list, TlsSettings.Builder::protocols),
  CIPHER_SUITES(
      "tls.cipherSuites", "tlsCipherSuites", TlsOption::list, TlsSettings.Builder::cipherSuites),
  /** The cipher suites to offer under TLS 1.2 and below. */
  TLS12_CIPHER_SUITES("", "", TlsOption::list, TlsSettings.Builder::tls12CipherSuites),
  /** The cipher suites to offer under TLS 1.3. */
  TLS13_CIPHER_SUITES("", "", TlsOption::list, TlsSettings.Builder::tls13CipherSuites),
  NAMED_GROUPS(
      "tls.namedGroups", "tlsNamedGroups", TlsOption::list, TlsSettings.Builder::namedGroups),
  /** The TLS implementation, or {@code driver} for the driver's own TLS. */
  PROVIDER("tls.provider", "tlsProvider", TlsOption::text, TlsOption::provider),
  RESUMPTION("tls.resumption", "tlsResumption", TlsSettings.Builder::resumption),
  /** The time limit of a handshake, in milliseconds. */
  HANDSHAKE_TIMEOUT(
      "tls.handshakeTimeoutMs",
      "tlsHandshakeTimeoutMS",
      TlsOption::millis,
      TlsSettings.Builder::handshakeTimeout);

  /** MongoDB URI options specification, "Conflicting TLS options", and lists of suites. */
  private static final List<List<TlsOption>> CONFLICTS =
      List.of(
          List.of(INSECURE, ALLOW_INVALID_CERTIFICATES),
          List.of(INSECURE, ALLOW_INVALID_HOSTNAMES),
          List.of(INSECURE, DISABLE_OCSP_ENDPOINT_CHECK),
          List.of(INSECURE, DISABLE_REVOCATION_CHECK),
          List.of(ALLOW_INVALID_CERTIFICATES, DISABLE_OCSP_ENDPOINT_CHECK),
          List.of(ALLOW_INVALID_CERTIFICATES, DISABLE_REVOCATION_CHECK),
          List.of(DISABLE_OCSP_ENDPOINT_CHECK, DISABLE_REVOCATION_CHECK),
          List.of(CIPHER_SUITES, TLS12_CIPHER_SUITES),
          List.of(CIPHER_SUITES, TLS13_CIPHER_SUITES));

  /** Read by the launcher; not a connection setting. */
  private static final String VERBOSE = "tls.verbose";

  private final String property;
  private final String inUrl;
  private final boolean isBoolean;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final Setter setter;

  TlsOption(String property, String inUrl, BiConsumer<TlsSettings.Builder, Boolean> setter) {
    this.property = property;
    this.inUrl = inUrl;
    this.isBoolean = true;
    this.setter = (to, name, value) -> setter.accept(to, bool(name, value));
  }

  <T> TlsOption(
      String property,
      String inUrl,
      BiFunction<String, String, T> parser,
      BiConsumer<TlsSettings.Builder, T> setter) {
    this.property = property;
    this.inUrl = inUrl;
    this.isBoolean = false;
    this.setter = (to, name, value) -> setter.accept(to, parser.apply(name, value));
  }

  /** Parses a value and sets it. */
  private interface Setter {
    void set(TlsSettings.Builder to, String name, String value);
  }

  public void set(TlsSettings.Builder to, String name, String value) {
    setter.set(to, name, value);
  }

  /** {@return the name of the property, such as {@code tls.caFile}; empty for none} */
  public String property() {
    return property;
  }

  /** {@return the name in the URLs of MongoDB and of databases without a standard; or empty} */
  public String inUrl() {
    return inUrl;
  }

  boolean isCalled(String setting) {
    return property.equals(setting) || name().replace("_", "").equalsIgnoreCase(setting);
  }

  public boolean isBoolean() {
    return isBoolean;
  }

  /** Refuses two options that must not appear together, whatever their values. */
  public static void requireNoConflict(Map<TlsOption, String> given) {
    for (List<TlsOption> pair : CONFLICTS) {
      if (given.keySet().containsAll(pair)) {
        throw new InvalidSettingException(
            "%s, %s: the two must not appear together, whatever their values; remove one of them"
                .formatted(given.get(pair.get(0)), given.get(pair.get(1))));
      }
    }
  }

  /** {@return the names of all {@code tls.*} properties, in the order of the documentation} */
  public static Set<String> properties() {
    return Stream.of(values())
        .map(TlsOption::property)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Applies {@code tls.*} properties to a builder with the settings of a URL. A property overrides
   * the URL, except for {@code tls.enabled}: a contradiction between the two is an error.
   */
  public static void override(Map<String, String> properties, TlsSettings.Builder settings) {
    Map<TlsOption, String> given = new EnumMap<>(TlsOption.class);
    for (String name : properties.keySet()) {
      if (name.startsWith("tls.") && !name.equals(VERBOSE)) {
        given.put(ofProperty(name), name);
      }
    }
    requireNoConflict(given);
    Optional<Boolean> urlEnables = settings.explicitlyEnabled();
    given.forEach((option, name) -> option.set(settings, name, properties.getOrDefault(name, "")));
    if (urlEnables.isPresent() && !urlEnables.equals(settings.explicitlyEnabled())) {
      throw new InvalidSettingException(
          "tls.enabled="
              + !urlEnables.get()
              + ": the URL says the opposite; change one of the two, so that it is clear which is"
              + " meant");
    }
  }

  private static TlsOption ofProperty(String name) {
    Set<String> known = properties();
    known.add(VERBOSE);
    return Stream.of(values())
        .filter(option -> option.property.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "%s: there is no such property; did you mean %s?"
                        .formatted(name, NearestName.of(name, known))));
  }

  /** Parses {@code true} or {@code false}, with blanks around it or without. */
  public static boolean bool(String name, String value) {
    return switch (value.strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new InvalidSettingException(
              name + ": '" + value + "' is neither true nor false; give one of the two");
    };
  }

  /** Splits a list with commas, colons or blanks between the names; refuses an empty one. */
  public static List<String> list(String name, String value) {
    List<String> items =
        Arrays.stream(value.split("[,:\\s]", -1)).filter(item -> !item.isEmpty()).toList();
    if (items.isEmpty()) {
      throw new InvalidSettingException(
          name + ": the list is empty; give names separated by commas, or leave the option out");
    }
    return items;
  }

  /**
   * Parses the path of a file, or its URL as Java opens it: with blanks or {@code %20}, with an
   * empty host or {@code localhost}.
   */
  public static Path path(String name, String value) {
    if (value.isBlank()) {
      throw new InvalidSettingException(
          name + ": names no file; give the path of one, or leave the option out");
    }
    String path = value.strip();
    return BoundedFile.path(
        name, path.regionMatches(true, 0, "file:", 0, 5) ? pathOfUrl(name, path) : path);
  }

  private static String pathOfUrl(String name, String value) {
    try {
      URL url = new URL(value);
      if (url.getHost().matches("(?i)|localhost|~") && !url.getPath().isEmpty()) {
        return UrlOption.decode(url.getPath().replace("+", "%2B"), name + ": the URL");
      }
    } catch (MalformedURLException e) {
      // Reported below.
    }
    throw new InvalidSettingException(
        name + ": '" + value + "' is not the URL of a file of this machine; write file:/path");
  }

  private static void provider(TlsSettings.Builder to, String value) {
    if (value.strip().equalsIgnoreCase("driver")) {
      to.byDriver();
    } else {
      to.provider(TlsProvider.of(value.strip()));
    }
  }

  /** Returns a password unchanged, spaces included. */
  private static String text(String name, String value) {
    return value;
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
