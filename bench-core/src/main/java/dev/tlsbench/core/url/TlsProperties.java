package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.NearestName;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The {@code tls.*} properties: one vocabulary for all databases, as used with {@code -p} on the
 * command line.
 *
 * <p>A property overrides the URL, except for {@code tls.enabled}: a contradiction between the two
 * is an error.
 */
public final class TlsProperties {
  private static final String PREFIX = "tls.";

  /** Read by the launcher; not a connection setting. */
  private static final String VERBOSE = "tls.verbose";

  private static final Map<String, TlsOption> OPTIONS = new LinkedHashMap<>();

  static {
    for (TlsOption option : TlsOption.values()) {
      if (!option.property().isEmpty()) {
        OPTIONS.put(option.property(), option);
      }
    }
  }

  private TlsProperties() {}

  /**
   * Applies the properties to a builder.
   *
   * @param settings the URL's settings; changed by this call
   * @throws InvalidSettingException if a property that starts with {@code tls.} is unknown, if a
   *     value has the wrong type, if two properties stand for the same choice, or if {@code
   *     tls.enabled} contradicts the URL
   */
  public static void override(Map<String, String> properties, TlsSettings.Builder settings) {
    Map<TlsOption, String> given = new EnumMap<>(TlsOption.class);
    for (String name : properties.keySet()) {
      if (name.startsWith(PREFIX) && !name.equals(VERBOSE)) {
        given.put(option(name), name);
      }
    }
    TlsOption.requireNoConflict(given);
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

  /** {@return the names of all {@code tls.*} properties, in the order of the documentation} */
  public static Set<String> names() {
    return Collections.unmodifiableSet(OPTIONS.keySet());
  }

  private static TlsOption option(String name) {
    TlsOption option = OPTIONS.get(name);
    if (option == null) {
      Set<String> known = new TreeSet<>(OPTIONS.keySet());
      known.add(VERBOSE);
      throw new InvalidSettingException(
          name + ": there is no such property; did you mean " + NearestName.of(name, known) + "?");
    }
    return option;
  }
}
