package dev.tlsbench.core.cassandra;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.option.BooleanWords;
import dev.tlsbench.core.option.TlsOption;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a URL, with the names and the meaning of the MongoDB URI options
 * specification, since Cassandra has no URLs of its own. Names are case-insensitive. Unlike there,
 * a wrong value and a repeated option are errors.
 */
final class CassandraTlsOptions {
  private static final String SSL = "ssl";

  private static final Map<TlsOption, String> NAMES =
      new EnumMap<>(
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

  private static final Map<String, TlsOption> BY_NAME = byName();

  private final Map<TlsOption, UrlOption> options = new LinkedHashMap<>();

  /**
   * Keeps the TLS options among all options of a URL.
   *
   * @throws InvalidSettingException if a boolean has another value, one is repeated, or two
   *     contradict each other
   */
  CassandraTlsOptions(List<UrlOption> all, ShownOptions shown) {
    for (UrlOption given : all) {
      TlsOption option = option(given.name());
      if (option == null) {
        continue;
      }
      if (options.put(option, given) != null) {
        throw new InvalidSettingException(
            NAMES.get(option) + ": given more than once; remove all but one");
      }
      if (option.isBoolean() && BooleanWords.TRUE_OR_FALSE.read(given.value()).isEmpty()) {
        throw new InvalidSettingException(
            given.name()
                + ": "
                + shown.value(given)
                + " is neither true nor false; give one of the two");
      }
    }
    Map<TlsOption, String> given = new EnumMap<>(NAMES);
    given.keySet().retainAll(options.keySet());
    TlsOption.requireNoConflict(given);
    if (options.containsKey(TlsOption.ENABLED) && !isOn(TlsOption.ENABLED) && options.size() > 1) {
      given.remove(TlsOption.ENABLED);
      throw new InvalidSettingException(
          "tls=false: the URL has the TLS option "
              + given.values().iterator().next()
              + " too; remove it, or switch TLS on");
    }
    for (TlsOption any : List.of(TlsOption.INSECURE, TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      if (options.containsKey(TlsOption.CRL_FILE) && isOn(any)) {
        throw new InvalidSettingException(
            "tlsCRLFile: "
                + NAMES.get(any)
                + "=true accepts revoked certificates, too; remove one of them");
      }
    }
  }

  private static Map<String, TlsOption> byName() {
    Map<String, TlsOption> byName = new HashMap<>();
    NAMES.forEach((option, name) -> byName.put(name.toLowerCase(Locale.ROOT), option));
    byName.put(SSL, TlsOption.ENABLED);
    return Map.copyOf(byName);
  }

  private static @Nullable TlsOption option(String name) {
    return BY_NAME.get(name.toLowerCase(Locale.ROOT));
  }

  /** Returns whether a TLS option has this name, in any case. */
  static boolean isKnown(String name) {
    return option(name) != null;
  }

  /** Returns the names of all options; {@code ssl} is another one of {@code tls}. */
  static Set<String> names() {
    Set<String> names = new TreeSet<>(NAMES.values());
    names.add(SSL);
    return names;
  }

  /** Returns the settings; TLS is on if there is any TLS option other than {@code tls=false}. */
  TlsSettings.Builder settings() {
    TlsSettings.Builder settings = TlsSettings.builder();
    if (!options.isEmpty()) {
      settings.enabled(!options.containsKey(TlsOption.ENABLED) || isOn(TlsOption.ENABLED));
    }
    if (isOn(TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      // The name in an unverified certificate proves nothing.
      settings.allowInvalidHostnames(true);
    }
    options.forEach((option, given) -> option.set(settings, given.name(), given.value()));
    return settings;
  }

  private boolean isOn(TlsOption option) {
    UrlOption given = options.get(option);
    return given != null && BooleanWords.TRUE_OR_FALSE.parse(given.name(), given.value());
  }
}
