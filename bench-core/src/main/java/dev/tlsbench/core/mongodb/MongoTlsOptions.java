package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.option.TlsOption;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a URL, by the MongoDB URI options specification.
 *
 * <p>Names are case-insensitive. An invalid boolean causes a warning, and the option is ignored.
 * The last occurrence of a repeated option counts; repetitions and deprecated words for a boolean
 * cause a warning too.
 */
final class MongoTlsOptions {
  private static final String TLS = "tls";
  private static final String SSL = "ssl";

  /** The specification's names, and {@code tlsCRLFile} of PyMongo and Node.js. */
  private static final Map<TlsOption, String> NAMES =
      new EnumMap<>(
          Map.of(
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
  private final ShownOptions shown;
  private final List<String> warnings = new ArrayList<>();
  private @Nullable Boolean enabled;

  /** Reads all options of a URL, and keeps the TLS options. */
  MongoTlsOptions(List<UrlOption> all, boolean srv, ShownOptions shown) {
    this.shown = shown;
    for (UrlOption option : all) {
      if (isTls(option.name())) {
        take(option);
      }
    }
    TlsOption.requireNoConflict(names());
    options.entrySet().removeIf(option -> isNoBoolean(option.getKey(), option.getValue()));
    checkEnabled();
    checkRevocationList();
    if (enabled == null && (srv || !options.isEmpty())) {
      enabled = true;
    }
  }

  /** Returns true for a TLS option, known or not, and false for one of the driver. */
  static boolean isTls(String option) {
    String name = option.toLowerCase(Locale.ROOT);
    return name.startsWith(TLS) || name.startsWith(SSL);
  }

  /** Returns whether a TLS option has this name. */
  static boolean isKnown(String name) {
    return BY_NAME.containsKey(name.toLowerCase(Locale.ROOT));
  }

  private static Map<String, TlsOption> byName() {
    Map<String, TlsOption> byName = new HashMap<>();
    NAMES.forEach((option, name) -> byName.put(name.toLowerCase(Locale.ROOT), option));
    byName.put(TLS, TlsOption.ENABLED);
    byName.put(SSL, TlsOption.ENABLED);
    // The Java driver's older name.
    byName.put("sslinvalidhostnameallowed", TlsOption.ALLOW_INVALID_HOSTNAMES);
    return Map.copyOf(byName);
  }

  /** Returns the specification's names of the given options. */
  private Map<TlsOption, String> names() {
    Map<TlsOption, String> names = new EnumMap<>(NAMES);
    names.keySet().retainAll(options.keySet());
    return names;
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  TlsSettings.Builder settings() {
    TlsSettings.Builder settings = TlsSettings.builder();
    if (enabled != null) {
      settings.enabled(enabled);
    }
    if (isOn(TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      // The name in an unverified certificate proves nothing. mongosh and pymongo do not
      // check it, so a URL that works there works here.
      settings.allowInvalidHostnames(true);
    }
    options.forEach(
        (option, given) -> {
          String value = option.isBoolean() ? String.valueOf(isTrue(given)) : given.value();
          option.set(settings, given.name(), value);
        });
    return settings;
  }

  private boolean isOn(TlsOption option) {
    UrlOption given = options.get(option);
    return given != null && isTrue(given);
  }

  private void take(UrlOption given) {
    TlsOption option = BY_NAME.get(given.name().toLowerCase(Locale.ROOT));
    if (option == null) {
      warnings.add(
          shown.name(given)
              + ": there is no such TLS option, so it is ignored; the options are "
              + Stream.concat(Stream.of(SSL, TLS), NAMES.values().stream())
                  .sorted()
                  .collect(Collectors.joining(", ")));
    } else if (option == TlsOption.ENABLED) {
      switchTls(given);
    } else if (options.put(option, given) != null) {
      warnings.add(
          NAMES.get(option) + ": given more than once, so the last one counts; remove the others");
    }
  }

  /** Requires all occurrences of {@code tls} and {@code ssl} to agree. */
  private void switchTls(UrlOption option) {
    if (isNoBoolean(TlsOption.ENABLED, option)) {
      return;
    }
    boolean on = isTrue(option);
    if (enabled != null && enabled != on) {
      throw new InvalidSettingException(
          "tls, ssl: the URL says both true and false; both words mean the same, so remove one");
    }
    enabled = on;
  }

  private void checkEnabled() {
    if (Boolean.FALSE.equals(enabled) && !options.isEmpty()) {
      throw new InvalidSettingException(
          "tls=false: the URL has the TLS option "
              + NAMES.get(options.keySet().iterator().next())
              + " too; remove it, or switch TLS on");
    }
  }

  /** Rejects a revocation list with verification off, as PyMongo does. */
  private void checkRevocationList() {
    for (TlsOption any : List.of(TlsOption.INSECURE, TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      if (options.containsKey(TlsOption.CRL_FILE) && isOn(any)) {
        throw new InvalidSettingException(
            "tlsCRLFile: "
                + NAMES.get(any)
                + "=true accepts revoked certificates, too; remove one of them");
      }
    }
  }

  private boolean isNoBoolean(TlsOption option, UrlOption given) {
    if (!option.isBoolean()) {
      return false;
    }
    String name =
        option == TlsOption.ENABLED
            ? given.name().toLowerCase(Locale.ROOT)
            : String.valueOf(NAMES.get(option));
    Optional<Boolean> value = bool(given);
    if (value.isEmpty()) {
      warnings.add(
          "%s: %s is neither true nor false, so the option is ignored; correct or remove it"
              .formatted(name, shown.value(given)));
    } else if (!given.value().trim().equalsIgnoreCase(String.valueOf(value.get()))) {
      warnings.add(
          "%s: '%s' is deprecated for a boolean; write %s=%s"
              .formatted(name, given.value().trim(), name, value.get()));
    }
    return value.isEmpty();
  }

  /** Reads a boolean as the driver does, which also trims control characters. */
  private static Optional<Boolean> bool(UrlOption option) {
    return MongoOptions.BOOLEAN.read(option.value().trim());
  }

  /** The driver switches TLS on for {@code tls=yes}, so it must not mean plain text here. */
  private static boolean isTrue(UrlOption option) {
    return bool(option).orElse(false);
  }
}
