package dev.tlsbench.core.mongodb;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.RevocationCheck;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a URL, after the MongoDB URI options specification.
 *
 * <p>Names are case-insensitive. A value that should be a boolean and is none is a warning, and the
 * option is ignored. Of a repeated option the last one counts, which is a warning too, and so is a
 * deprecated word for a boolean.
 */
final class MongoTlsOptions {
  private static final String TLS = "tls";
  private static final String SSL = "ssl";
  private static final String CA_FILE = "tlsCAFile";
  private static final String CERTIFICATE_KEY_FILE = "tlsCertificateKeyFile";
  private static final String KEY_PASSWORD = "tlsCertificateKeyFilePassword";

  /** Not in the specification; PyMongo and Node.js have it. */
  private static final String CRL_FILE = "tlsCRLFile";

  private static final String ALLOW_CERTIFICATES = "tlsAllowInvalidCertificates";
  private static final String ALLOW_HOSTNAMES = "tlsAllowInvalidHostnames";
  private static final String INSECURE = "tlsInsecure";
  private static final String DISABLE_OCSP_ENDPOINT = "tlsDisableOCSPEndpointCheck";
  private static final String DISABLE_REVOCATION = "tlsDisableCertificateRevocationCheck";

  private static final Set<String> BOOLEANS =
      Set.of(
          TLS,
          SSL,
          ALLOW_CERTIFICATES,
          ALLOW_HOSTNAMES,
          INSECURE,
          DISABLE_OCSP_ENDPOINT,
          DISABLE_REVOCATION);

  private static final Map<String, String> NAMES =
      Stream.concat(
              BOOLEANS.stream(), Stream.of(CA_FILE, CERTIFICATE_KEY_FILE, KEY_PASSWORD, CRL_FILE))
          .collect(
              Collectors.toUnmodifiableMap(name -> name.toLowerCase(Locale.ROOT), name -> name));

  /** The Java driver's older word for {@link #ALLOW_HOSTNAMES}. */
  private static final String OLD_ALLOW_HOSTNAMES = "sslinvalidhostnameallowed";

  /** URI options specification, "Conflicting TLS options": not together, whatever the values. */
  private static final List<List<String>> CONFLICTS =
      List.of(
          List.of(INSECURE, ALLOW_CERTIFICATES),
          List.of(INSECURE, ALLOW_HOSTNAMES),
          List.of(INSECURE, DISABLE_OCSP_ENDPOINT),
          List.of(INSECURE, DISABLE_REVOCATION),
          List.of(ALLOW_CERTIFICATES, DISABLE_OCSP_ENDPOINT),
          List.of(ALLOW_CERTIFICATES, DISABLE_REVOCATION),
          List.of(DISABLE_OCSP_ENDPOINT, DISABLE_REVOCATION));

  private final Map<String, UrlOption> options = new LinkedHashMap<>();
  private final ShownOptions shown;
  private final List<String> warnings = new ArrayList<>();
  private @Nullable Boolean enabled;

  /** Reads all options of a URL, be they of TLS or not. */
  MongoTlsOptions(List<UrlOption> all, boolean srv, ShownOptions shown) {
    this.shown = shown;
    for (UrlOption option : all) {
      if (isTls(option)) {
        take(option);
      }
    }
    checkConflicts();
    options.values().removeIf(this::isNoBoolean);
    checkEnabled();
    checkRevocationList();
    if (enabled == null && (srv || !options.isEmpty())) {
      enabled = true;
    }
  }

  /** Returns true for an option of this class, known or not, and false for one of the driver. */
  static boolean isTls(UrlOption option) {
    String name = option.name().toLowerCase(Locale.ROOT);
    return name.startsWith(TLS) || name.startsWith(SSL);
  }

  /** Returns whether there is a TLS option of that name. */
  static boolean isKnown(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return NAMES.containsKey(lower) || lower.equals(OLD_ALLOW_HOSTNAMES);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  TlsSettings.Builder settings() {
    TlsSettings.Builder settings = TlsSettings.builder();
    if (enabled != null) {
      settings.enabled(enabled);
    }
    if (isOn(ALLOW_CERTIFICATES)) {
      // The name on a certificate that anybody may have made proves nothing. mongosh and pymongo do
      // not look at it, and a URL that works there works here.
      settings.allowInvalidHostnames(true);
    }
    options.forEach((name, option) -> apply(name, option, settings));
    return settings;
  }

  private boolean isOn(String name) {
    UrlOption option = options.get(name);
    return option != null && isTrue(option);
  }

  private void take(UrlOption option) {
    String lower = option.name().toLowerCase(Locale.ROOT);
    String name = lower.equals(OLD_ALLOW_HOSTNAMES) ? ALLOW_HOSTNAMES : NAMES.get(lower);
    if (name == null) {
      warnings.add(
          shown.name(option)
              + ": there is no such TLS option, so it is ignored; the options are "
              + NAMES.values().stream().sorted().collect(Collectors.joining(", ")));
      return;
    }
    if (name.equals(TLS) || name.equals(SSL)) {
      switchTls(option);
    } else if (options.put(name, option) != null) {
      warnings.add(name + ": given more than once, so the last one counts; remove the others");
    }
  }

  /** All of {@code tls} and {@code ssl}, however often they appear, must say the same. */
  private void switchTls(UrlOption option) {
    if (isNoBoolean(option)) {
      return;
    }
    boolean on = isTrue(option);
    if (enabled != null && enabled != on) {
      throw new InvalidSettingException(
          "tls, ssl: the URL says both true and false; both words mean the same, so remove one");
    }
    enabled = on;
  }

  private void checkConflicts() {
    for (List<String> pair : CONFLICTS) {
      if (options.keySet().containsAll(pair)) {
        throw new InvalidSettingException(
            "%s, %s: the two must not appear together, whatever their values; remove one of them"
                .formatted(pair.get(0), pair.get(1)));
      }
    }
  }

  private void checkEnabled() {
    if (Boolean.FALSE.equals(enabled) && !options.isEmpty()) {
      throw new InvalidSettingException(
          "tls=false: the URL has the TLS option "
              + options.keySet().iterator().next()
              + " too; remove it, or switch TLS on");
    }
  }

  /** As PyMongo has it: a list of refused certificates, and none refused. */
  private void checkRevocationList() {
    for (String any : List.of(INSECURE, ALLOW_CERTIFICATES)) {
      UrlOption option = options.get(any);
      if (options.containsKey(CRL_FILE) && option != null && isTrue(option)) {
        throw new InvalidSettingException(
            CRL_FILE + ": " + any + "=true accepts revoked certificates, too; remove one of them");
      }
    }
  }

  private boolean isNoBoolean(UrlOption option) {
    String name = NAMES.getOrDefault(option.name().toLowerCase(Locale.ROOT), ALLOW_HOSTNAMES);
    if (!BOOLEANS.contains(name)) {
      return false;
    }
    BooleanValue.deprecation(name, option.value()).ifPresent(warnings::add);
    boolean noBoolean = BooleanValue.of(option.value()).isEmpty();
    if (noBoolean) {
      warnings.add(
          "%s: %s is neither true nor false, so the option is ignored; correct or remove it"
              .formatted(name, shown.value(option)));
    }
    return noBoolean;
  }

  /** The driver switches TLS on for {@code tls=yes}, so plain text must not come of it here. */
  private static boolean isTrue(UrlOption option) {
    return BooleanValue.of(option.value()).equals(Optional.of(BooleanValue.TRUE));
  }

  private static void apply(String name, UrlOption option, TlsSettings.Builder to) {
    boolean on = isTrue(option);
    switch (name) {
      case CA_FILE -> to.caFile(option.path());
      case CERTIFICATE_KEY_FILE -> to.certificateKeyFile(option.path());
      case KEY_PASSWORD -> to.keyPassword(option.value());
      case CRL_FILE -> to.crlFile(option.path());
      case ALLOW_CERTIFICATES -> to.allowInvalidCertificates(on);
      case ALLOW_HOSTNAMES -> to.allowInvalidHostnames(on);
      case INSECURE -> to.allowInvalidCertificates(on).allowInvalidHostnames(on);
      case DISABLE_OCSP_ENDPOINT ->
          to.revocationCheck(on ? RevocationCheck.STAPLED : RevocationCheck.OCSP);
      case DISABLE_REVOCATION ->
          to.revocationCheck(on ? RevocationCheck.NONE : RevocationCheck.OCSP);
      default -> throw new IllegalStateException(name);
    }
  }
}
