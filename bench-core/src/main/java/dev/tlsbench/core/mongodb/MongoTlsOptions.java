package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.TlsMode;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.TlsOptions;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The TLS options of a URL, by the MongoDB URI options specification.
 *
 * <p>Names are case-insensitive. An invalid boolean causes a warning, and the option is ignored.
 * The last occurrence of a repeated option counts; repetitions and deprecated words for a boolean
 * cause a warning too.
 */
final class MongoTlsOptions {
  /** The specification's names, and {@code tlsCRLFile} of PyMongo and Node.js. */
  static final TlsDialect NAMES =
      new TlsDialect(name -> name.toLowerCase(Locale.ROOT))
          .optionsOfMongoDb(
              List.of(
                  TlsOption.ALLOW_INVALID_CERTIFICATES,
                  TlsOption.ALLOW_INVALID_HOSTNAMES,
                  TlsOption.CA_FILE,
                  TlsOption.CERTIFICATE_KEY_FILE,
                  TlsOption.KEY_PASSWORD,
                  TlsOption.CRL_FILE,
                  TlsOption.DISABLE_REVOCATION_CHECK,
                  TlsOption.DISABLE_OCSP_ENDPOINT_CHECK,
                  TlsOption.INSECURE))
          // The Java driver's older name.
          .option(TlsOption.ALLOW_INVALID_HOSTNAMES, "sslInvalidHostNameAllowed");

  private final UrlText url;
  private final boolean srv;
  private final List<UrlOption> modes = new ArrayList<>();
  private final Map<TlsOption, UrlOption> options = new EnumMap<>(TlsOption.class);
  private final List<String> warnings = new ArrayList<>();
  private final TlsOptions read;

  MongoTlsOptions(UrlText url, boolean srv) {
    this.url = url;
    this.srv = srv;
    url.options().stream().filter(option -> isTls(option.name())).forEach(this::take);
    Map<TlsOption, String> given = new EnumMap<>(TlsOption.class);
    options.forEach((option, text) -> given.put(option, NAMES.name(option)));
    TlsOption.requireNoConflict(given);
    List<UrlOption> valid = new ArrayList<>();
    modes.forEach(mode -> bool(mode.name().toLowerCase(Locale.ROOT), mode).ifPresent(valid::add));
    options.forEach(
        (option, text) ->
            (option.isBoolean() ? bool(NAMES.name(option), text) : Optional.of(text))
                .ifPresent(valid::add));
    read = NAMES.read(url.with(valid));
  }

  /** Returns true for a TLS option, known or not, and false for one of the driver. */
  static boolean isTls(String option) {
    String name = option.toLowerCase(Locale.ROOT);
    return name.startsWith("tls") || name.startsWith("ssl");
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  TlsSettings.Builder settings() {
    boolean off =
        read.mode().isEmpty()
            && !srv
            && options.keySet().stream().allMatch(option -> read.get(option).isEmpty());
    return off
        ? TlsSettings.builder()
        : read.settings(read.mode().or(() -> Optional.of(TlsMode.VERIFY_FULL)));
  }

  TlsSettings build(TlsSettings.Builder settings, Map<String, String> properties, Object shown) {
    return read.build(settings, properties, shown);
  }

  private void take(UrlOption given) {
    Optional<TlsOption> option = NAMES.option(given.name());
    if (option.isPresent()) {
      if (options.put(option.get(), given) != null) {
        warnings.add(
            NAMES.name(option.get())
                + ": given more than once, so the last one counts; remove the others");
      }
    } else if (NAMES.isTls(given.name())) {
      modes.add(given);
    } else {
      warnings.add(
          url.nameOf(given)
              + ": there is no such TLS option, so it is ignored; the options are "
              + String.join(", ", NAMES.names()));
    }
  }

  /**
   * Reads a boolean as the driver does, which also trims control characters, and switches TLS on
   * for {@code tls=yes}; so that must not mean plain text here.
   */
  private Optional<UrlOption> bool(String name, UrlOption given) {
    Optional<Boolean> value = MongoOptions.bool(given.value());
    if (value.isEmpty()) {
      warnings.add(
          "%s: %s is neither true nor false, so the option is ignored; correct or remove it"
              .formatted(name, url.valueOf(given)));
    } else if (!given.value().trim().equalsIgnoreCase(String.valueOf(value.get()))) {
      warnings.add(
          "%s: '%s' is deprecated for a boolean; write %s=%s"
              .formatted(name, given.value().trim(), name, value.get()));
    }
    return value.map(on -> UrlOption.of(name, String.valueOf(on)));
  }
}
