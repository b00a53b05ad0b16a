package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.UriTlsOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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
  private static final UriTlsOptions NAMES = UriTlsOptions.SPECIFIED;

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
    NAMES.requireNoConflict(options.keySet());
    options.entrySet().removeIf(option -> isNoBoolean(option.getKey(), option.getValue()));
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
    return find(name).isPresent();
  }

  private static Optional<TlsOption> find(String name) {
    // The Java driver's older name.
    return name.equalsIgnoreCase("sslInvalidHostNameAllowed")
        ? Optional.of(TlsOption.ALLOW_INVALID_HOSTNAMES)
        : NAMES.find(name);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  TlsSettings.Builder settings() {
    Map<TlsOption, String> values = new LinkedHashMap<>();
    options.forEach(
        (option, given) ->
            values.put(option, option.isBoolean() ? String.valueOf(isTrue(given)) : given.value()));
    if (enabled != null) {
      values.put(TlsOption.ENABLED, String.valueOf(enabled));
    }
    TlsSettings.Builder settings = TlsSettings.builder();
    NAMES.set(values, settings);
    return settings;
  }

  private void take(UrlOption given) {
    TlsOption option = find(given.name()).orElse(null);
    if (option == null) {
      warnings.add(
          shown.name(given)
              + ": there is no such TLS option, so it is ignored; the options are "
              + String.join(", ", NAMES.names()));
    } else if (option == TlsOption.ENABLED) {
      switchTls(given);
    } else if (options.put(option, given) != null) {
      warnings.add(
          NAMES.name(option) + ": given more than once, so the last one counts; remove the others");
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

  private boolean isNoBoolean(TlsOption option, UrlOption given) {
    if (!option.isBoolean()) {
      return false;
    }
    String name =
        option == TlsOption.ENABLED ? given.name().toLowerCase(Locale.ROOT) : NAMES.name(option);
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
