package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

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

  private static final Map<String, BiConsumer<TlsSettings.Builder, String>> OPTIONS = options();

  private TlsProperties() {}

  /**
   * Gives the properties to a builder.
   *
   * @param properties any properties; those that do not start with {@code tls.} are passed over
   * @param settings what the URL said; changed by this call
   * @throws InvalidSettingException if a property that starts with {@code tls.} is unknown, if a
   *     value is not of its kind, or if {@code tls.enabled} contradicts the URL
   */
  public static void override(Map<String, String> properties, TlsSettings.Builder settings) {
    properties.forEach(
        (name, value) -> {
          if (name.startsWith(PREFIX) && !name.equals(VERBOSE)) {
            option(name).accept(settings, value.strip());
          }
        });
  }

  /**
   * The names of all {@code tls.*} properties.
   *
   * @return names with their prefix, in the order of the documentation
   */
  public static Set<String> names() {
    return OPTIONS.keySet();
  }

  private static BiConsumer<TlsSettings.Builder, String> option(String name) {
    BiConsumer<TlsSettings.Builder, String> option = OPTIONS.get(name);
    if (option == null) {
      throw new InvalidSettingException(
          name
              + ": there is no such property; did you mean "
              + NearestName.of(name, OPTIONS.keySet())
              + "?");
    }
    return option;
  }

  private static Map<String, BiConsumer<TlsSettings.Builder, String>> options() {
    Map<String, BiConsumer<TlsSettings.Builder, String>> options = new LinkedHashMap<>();
    options.put("tls.enabled", (to, value) -> enable(to, bool("tls.enabled", value)));
    options.put("tls.caFile", (to, value) -> to.caFile(Path.of(value)));
    options.put("tls.caFilePassword", TlsSettings.Builder::caFilePassword);
    options.put("tls.certificateKeyFile", (to, value) -> to.certificateKeyFile(Path.of(value)));
    options.put("tls.certificateKeyFilePassword", TlsSettings.Builder::keyPassword);
    options.put(
        "tls.allowInvalidCertificates",
        (to, value) -> to.allowInvalidCertificates(bool("tls.allowInvalidCertificates", value)));
    options.put(
        "tls.allowInvalidHostnames",
        (to, value) -> to.allowInvalidHostnames(bool("tls.allowInvalidHostnames", value)));
    options.put(
        "tls.insecure",
        (to, value) -> {
          boolean insecure = bool("tls.insecure", value);
          to.allowInvalidCertificates(insecure).allowInvalidHostnames(insecure);
        });
    options.put(
        "tls.disableCertificateRevocationCheck",
        (to, value) ->
            to.revocationCheck(
                bool("tls.disableCertificateRevocationCheck", value)
                    ? RevocationCheck.NONE
                    : RevocationCheck.OCSP));
    options.put(
        "tls.disableOCSPEndpointCheck",
        (to, value) ->
            to.revocationCheck(
                bool("tls.disableOCSPEndpointCheck", value)
                    ? RevocationCheck.STAPLED
                    : RevocationCheck.OCSP));
    options.put("tls.crlFile", (to, value) -> to.crlFile(Path.of(value)));
    options.put("tls.protocols", (to, value) -> to.protocols(list("tls.protocols", value)));
    options.put(
        "tls.cipherSuites", (to, value) -> to.cipherSuites(list("tls.cipherSuites", value)));
    options.put("tls.namedGroups", (to, value) -> to.namedGroups(list("tls.namedGroups", value)));
    options.put("tls.provider", (to, value) -> to.provider(TlsProvider.of(value)));
    options.put("tls.resumption", (to, value) -> to.resumption(bool("tls.resumption", value)));
    options.put(
        "tls.handshakeTimeoutMs",
        (to, value) -> to.handshakeTimeout(millis("tls.handshakeTimeoutMs", value)));
    return options;
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
    return switch (value) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new InvalidSettingException(
              name + ": '" + value + "' is neither true nor false; give one of the two");
    };
  }

  private static List<String> list(String name, String value) {
    List<String> items =
        Arrays.stream(value.split("[,: ]")).filter(item -> !item.isBlank()).toList();
    if (items.isEmpty()) {
      throw new InvalidSettingException(
          name + ": the list is empty; give names separated by commas, or leave the property out");
    }
    return items;
  }

  private static Duration millis(String name, String value) {
    try {
      return Duration.ofMillis(Long.parseLong(value));
    } catch (NumberFormatException e) {
      throw new InvalidSettingException(
          name + ": '" + value + "' is not a whole number of milliseconds", e);
    }
  }
}
