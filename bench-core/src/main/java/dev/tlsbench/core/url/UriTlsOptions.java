package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Names of TLS options in a URL, with the rules between them of the MongoDB URI options
 * specification. Names are case-insensitive. Immutable.
 */
public final class UriTlsOptions {
  /** The specification's names, and {@code tlsCRLFile} of PyMongo and Node.js. */
  public static final UriTlsOptions SPECIFIED =
      new UriTlsOptions(
          Map.of(
              TlsOption.ENABLED, "tls",
              TlsOption.CA_FILE, "tlsCAFile",
              TlsOption.CERTIFICATE_KEY_FILE, "tlsCertificateKeyFile",
              TlsOption.KEY_PASSWORD, "tlsCertificateKeyFilePassword",
              TlsOption.CRL_FILE, "tlsCRLFile",
              TlsOption.ALLOW_INVALID_CERTIFICATES, "tlsAllowInvalidCertificates",
              TlsOption.ALLOW_INVALID_HOSTNAMES, "tlsAllowInvalidHostnames",
              TlsOption.INSECURE, "tlsInsecure",
              TlsOption.DISABLE_OCSP_ENDPOINT_CHECK, "tlsDisableOCSPEndpointCheck",
              TlsOption.DISABLE_REVOCATION_CHECK, "tlsDisableCertificateRevocationCheck"));

  /** The specification's names, and one for each other {@code tls.*} property. */
  public static final UriTlsOptions ALL =
      SPECIFIED.and(
          Map.of(
              TlsOption.CA_FILE_PASSWORD, "tlsCAFilePassword",
              TlsOption.PROTOCOLS, "tlsProtocols",
              TlsOption.CIPHER_SUITES, "tlsCipherSuites",
              TlsOption.NAMED_GROUPS, "tlsNamedGroups",
              TlsOption.PROVIDER, "tlsProvider",
              TlsOption.RESUMPTION, "tlsResumption",
              TlsOption.HANDSHAKE_TIMEOUT, "tlsHandshakeTimeoutMS"));

  private final Map<TlsOption, String> names;
  private final Map<String, TlsOption> byName;

  private UriTlsOptions(Map<TlsOption, String> names) {
    this.names = Map.copyOf(names);
    Map<String, TlsOption> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    names.forEach((option, name) -> options.put(name, option));
    options.put("ssl", TlsOption.ENABLED);
    this.byName = Collections.unmodifiableMap(options);
  }

  private UriTlsOptions and(Map<TlsOption, String> more) {
    Map<TlsOption, String> all = new EnumMap<>(names);
    all.putAll(more);
    return new UriTlsOptions(all);
  }

  /**
   * Finds an option.
   *
   * @return empty if there is no such TLS option
   */
  public Optional<TlsOption> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** {@return the names of all options, in alphabetical order} */
  public Set<String> names() {
    return byName.keySet();
  }

  /** {@return the name of an option, for messages} */
  public String name(TlsOption option) {
    return String.valueOf(names.get(option));
  }

  /**
   * Refuses two options that must not appear together, whatever their values.
   *
   * @throws InvalidSettingException if two of them conflict
   */
  public void requireNoConflict(Collection<TlsOption> given) {
    TlsOption.requireNoConflict(given.stream().collect(Collectors.toMap(o -> o, this::name)));
  }

  /**
   * Checks the options against each other, and sets them. TLS is on if there is any option other
   * than {@code tls=false}.
   *
   * @param values the values by option, in the order of the URL; a boolean is {@code true} or
   *     {@code false}
   * @param to the settings, changed by this call
   * @throws InvalidSettingException if a value has the wrong type, or two options contradict each
   *     other
   */
  public void set(Map<TlsOption, String> values, TlsSettings.Builder to) {
    if (!values.isEmpty()) {
      to.enabled(!values.containsKey(TlsOption.ENABLED) || isOn(values, TlsOption.ENABLED));
    }
    Optional<TlsOption> other =
        values.keySet().stream().filter(option -> option != TlsOption.ENABLED).findFirst();
    if (other.isPresent() && to.explicitlyEnabled().equals(Optional.of(false))) {
      throw new InvalidSettingException(
          "tls=false: the URL has the TLS option "
              + name(other.get())
              + " too; remove it, or switch TLS on");
    }
    // As PyMongo does.
    for (TlsOption any : List.of(TlsOption.INSECURE, TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      if (values.containsKey(TlsOption.CRL_FILE) && isOn(values, any)) {
        throw new InvalidSettingException(
            "tlsCRLFile: "
                + name(any)
                + "=true accepts revoked certificates, too; remove one of them");
      }
    }
    if (isOn(values, TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      // The name in an unverified certificate proves nothing. mongosh and pymongo do not check it,
      // so a URL that works there works here.
      to.allowInvalidHostnames(true);
    }
    values.forEach((option, value) -> option.set(to, name(option), value));
  }

  private static boolean isOn(Map<TlsOption, String> values, TlsOption option) {
    return BooleanWords.TRUE_OR_FALSE.read(values.getOrDefault(option, "")).orElse(false);
  }

  /** Explains why a server may have closed a connection without a word. */
  public static String closedBecause(TlsSettings settings) {
    if (!settings.enabled()) {
      return "does this port expect TLS? then say tls=true";
    }
    // Under TLS 1.3 a client learns only after the handshake that its certificate is refused.
    return settings.identity().certificateFile().isEmpty()
        ? "does it demand a client certificate? then name one with tlsCertificateKeyFile"
        : "does it accept this client's certificate? its log may say why not";
  }
}
