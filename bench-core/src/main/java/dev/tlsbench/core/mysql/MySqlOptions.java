package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.exceptions.CJException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of a URL that do not concern TLS, as Connector/J reads them: its own as they were
 * written, the mysql client's translated.
 */
final class MySqlOptions {
  private final List<UrlOption> forDriver = new ArrayList<>();
  private final Set<String> warnings = new LinkedHashSet<>();

  /** The last option of each key. */
  private final Map<PropertyKey, Taken> taken = new HashMap<>();

  MySqlOptions(List<UrlOption> all, ShownOptions shown) {
    for (UrlOption option : all) {
      if (MySqlTlsWord.of(option.name()).isEmpty()) {
        take(option, shown);
      }
    }
  }

  /** Returns the options for Connector/J. */
  List<UrlOption> forDriver() {
    return List.copyOf(forDriver);
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** Finds the value of an option by its name in Connector/J; the last occurrence counts. */
  Optional<String> value(String name) {
    String canonical = DriverOption.canonical(name);
    return forDriver.stream()
        .filter(option -> DriverOption.canonical(option.name()).equals(canonical))
        .map(UrlOption::value)
        .reduce((first, last) -> last);
  }

  /** Returns whether an option with this name is supported. */
  static boolean isKnown(String name) {
    return MySqlTlsWord.isKnown(name)
        || MySqlClientWord.of(name).isPresent()
        || DriverOption.of(name).isPresent();
  }

  private void take(UrlOption option, ShownOptions shown) {
    UrlOption translated = translate(option);
    if (!DriverOption.isRead(translated.name())) {
      warnings.add(
          shown.name(option)
              + ": ignored, as Connector/J reads no such option; check its spelling, or remove it");
    }
    checkValue(translated);
    DriverOption.of(translated.name()).ifPresent(key -> checkOnce(key, option, translated));
    forDriver.add(translated);
  }

  /**
   * Returns the option that the driver reads; options that it knows by this name stay as written.
   */
  private static UrlOption translate(UrlOption option) {
    Optional<MySqlClientWord> word = MySqlClientWord.of(option.name());
    return word.isPresent() ? word.get().translate(option) : DriverOption.respelled(option);
  }

  /** Refuses values that Connector/J refuses, and those whose effect would be another one. */
  static void checkValue(UrlOption option) {
    PropertyKey key = DriverOption.of(option.name()).orElse(null);
    if (key == null) {
      return;
    }
    if (option.hasValue()) {
      CharacterSets.check(key, option);
    }
    DriverOption.check(key, option);
    if (key == PropertyKey.PROTOCOL) {
      NotOffered.checkProtocol(option.value());
    }
    if (key == PropertyKey.useConfigs && !option.value().isEmpty()) {
      checkConfigs(option);
    }
  }

  private void checkOnce(PropertyKey key, UrlOption option, UrlOption translated) {
    Taken before = taken.put(key, new Taken(option, translated));
    // Repetitions that Connector/J itself reads are left to it: the last occurrence of a
    // name counts.
    boolean leftToDriver =
        before == null
            || before.written.name().equals(option.name())
            || (before.isAsWritten() && translated.equals(option));
    if (!leftToDriver && !MySqlClientWord.isSame(before.read.value(), translated.value())) {
      throw new InvalidSettingException(
          "%s, %s: both say the same thing, with different values; keep one of them"
              .formatted(before.written.name(), option.name()));
    }
  }

  /** An option as it stands in the URL, and as Connector/J reads it. */
  private record Taken(UrlOption written, UrlOption read) {
    boolean isAsWritten() {
      return written.equals(read);
    }
  }

  /** Checks the configurations on the class path, whose TLS options would have no effect. */
  private static void checkConfigs(UrlOption option) {
    Set<String> names;
    try {
      names = ConnectionUrl.getPropertiesFromConfigFiles(option.value()).stringPropertyNames();
    } catch (CJException e) {
      throw DriverOption.refused(option, e);
    }
    for (String name : names) {
      if (MySqlTlsWord.of(name).isPresent()) {
        throw new InvalidSettingException(
            option.name()
                + ": the configuration has the TLS option "
                + name
                + ", which has no effect there; put it into the URL");
      }
    }
  }
}
