package dev.tlsbench.core.url;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The TLS options of one URL, read by its dialect. Immutable. */
public final class TlsOptions {
  /** Options that need a server whose certificate is checked. */
  private static final Set<TlsOption> LISTS = Set.of(TlsOption.CRL_FILE, TlsOption.CRL_DIRECTORY);

  private static final Set<TlsOption> ACCEPT_ANY =
      Set.of(TlsOption.INSECURE, TlsOption.ALLOW_INVALID_CERTIFICATES);

  /** A setting in the message of another class. */
  private static final Pattern SETTING =
      Pattern.compile("\\btls\\.[A-Za-z]+|\\btls1[23]CipherSuites");

  private final TlsDialect dialect;
  private final UrlText url;
  private final Map<String, UrlOption> given = new HashMap<>();
  private final Map<TlsOption, UrlOption> options = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private @Nullable UrlOption mode;

  TlsOptions(TlsDialect dialect, UrlText url) {
    this.dialect = dialect;
    this.url = url;
    url.options().forEach(this::take);
    TlsOption.requireNoConflict(
        options.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, option -> option.getValue().name())));
    options.forEach((option, text) -> set(TlsSettings.builder(), option, text));
  }

  private void take(UrlOption option) {
    String plain = dialect.spelling.apply(option.name());
    if (dialect.refused.containsKey(plain)) {
      throw new InvalidSettingException(option.name() + ": " + dialect.refused.get(plain));
    }
    if (dialect.idle.containsKey(plain)) {
      warnings.add(option.name() + ": has no effect, as " + dialect.idle.get(plain));
    } else if (dialect.modeNames.contains(plain)) {
      mode = same(mode, option);
      checkMode(option);
    } else if (dialect.options.containsKey(plain)) {
      options.merge(dialect.options.get(plain), option, this::same);
    } else if (dialect.words.containsKey(plain)) {
      given.merge(plain, option, this::same);
      List<String> values = dialect.words.get(plain);
      if (!values.isEmpty() && !values.contains(lower(option))) {
        throw noneOf(values.stream(), option);
      }
    }
  }

  private UrlOption same(@Nullable UrlOption one, UrlOption other) {
    if (one != null && !one.value().equals(other.value())) {
      throw new InvalidSettingException(
          "%s, %s: both say the same thing, with different values; keep one of them"
              .formatted(one.name(), other.name()));
    }
    return other;
  }

  private void checkMode(UrlOption option) {
    String refusal = dialect.refusedModes.get(lower(option));
    if (refusal != null) {
      throw new InvalidSettingException(
          option.name() + "=" + option.value().strip() + ": " + refusal);
    }
    if (modeOf(option) == null) {
      throw noneOf(dialect.modes.keySet().stream().sorted(), option);
    }
  }

  private InvalidSettingException noneOf(Stream<String> values, UrlOption option) {
    return new InvalidSettingException(
        "%s: %s is none of %s; correct it"
            .formatted(
                option.name(), url.valueOf(option), values.collect(Collectors.joining(", "))));
  }

  private static String lower(UrlOption option) {
    return option.value().strip().toLowerCase(Locale.ROOT);
  }

  /** {@return the mode that the URL asks for} */
  public Optional<TlsMode> mode() {
    return Optional.ofNullable(mode).map(this::modeOf);
  }

  private @Nullable TlsMode modeOf(UrlOption option) {
    String word = lower(option);
    return dialect.modes.getOrDefault(word, dialect.modes.get(word.replace('-', '_')));
  }

  /** {@return an option as it was written} */
  public Optional<UrlOption> get(TlsOption option) {
    return Optional.ofNullable(options.get(option));
  }

  /** {@return the value of an option that is no {@link TlsOption}, in lower case} */
  public Optional<String> word(String name) {
    return Optional.ofNullable(given.get(dialect.spelling.apply(name))).map(TlsOptions::lower);
  }

  /** {@return one line for each option without effect} */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** {@return the settings of the URL; without a mode and with any TLS option, all is verified} */
  public TlsSettings.Builder settings() {
    return settings(
        mode().or(() -> options.isEmpty() ? Optional.empty() : Optional.of(TlsMode.VERIFY_FULL)));
  }

  /**
   * Returns the settings of the URL.
   *
   * @param effective the mode, if the dialect concludes it from other options; empty if the URL
   *     does not say whether TLS is wanted
   * @throws InvalidSettingException if it contradicts an option
   */
  public TlsSettings.Builder settings(Optional<TlsMode> effective) {
    TlsSettings.Builder to = TlsSettings.builder();
    effective.ifPresent(chosen -> chosen.apply(to));
    String shown = mode == null ? "TLS is off" : mode.name() + "=" + mode.value().strip();
    if (effective.filter(TlsMode.DISABLED::equals).isPresent() && !options.isEmpty()) {
      throw new InvalidSettingException(
          shown
              + ": the URL has the TLS option "
              + options.values().iterator().next().name()
              + " too; remove it, or switch TLS on");
    }
    Optional<String> any =
        ACCEPT_ANY.stream()
            .filter(this::isOn)
            .flatMap(option -> get(option).stream())
            .map(option -> option.name() + "=true")
            .findFirst()
            .or(() -> effective.filter(TlsMode.REQUIRED::equals).map(required -> shown));
    Optional<UrlOption> list = LISTS.stream().flatMap(option -> get(option).stream()).findFirst();
    if (any.isPresent() && list.isPresent()) {
      throw new InvalidSettingException(
          "%s: accepts any certificate, revoked ones too, which contradicts %s; remove one of them"
              .formatted(any.get(), list.get().name()));
    }
    // The name in an unverified certificate proves nothing. mongosh and pymongo do not check it,
    // so a URL that works there works here.
    if (isOn(TlsOption.ALLOW_INVALID_CERTIFICATES)) {
      to.allowInvalidHostnames(true);
    }
    // In the order of the constants: a list of revoked certificates replaces a directory of lists.
    new TreeMap<>(options).forEach((option, text) -> set(to, option, text));
    return to;
  }

  private boolean isOn(TlsOption option) {
    return get(option).filter(text -> lower(text).equals("true")).isPresent();
  }

  private void set(TlsSettings.Builder to, TlsOption option, UrlOption text) {
    try {
      option.set(to, text.name(), text.value());
    } catch (InvalidSettingException e) {
      // Messages of the settings begin with the name of the property.
      String message = String.valueOf(e.getMessage()).replaceFirst("^[^:]*:", text.name() + ":");
      throw url.refusal(text, inWordsOfUrl(message, Set.of()));
    }
  }

  /**
   * Builds settings of this URL. Messages name its options, where they would name properties.
   *
   * @param properties the names of those that are given
   * @throws InvalidSettingException if two settings contradict each other
   */
  public TlsSettings build(TlsSettings.Builder settings, Set<String> properties) {
    try {
      return settings.build();
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(inWordsOfUrl(String.valueOf(e.getMessage()), properties));
    }
  }

  private String inWordsOfUrl(String message, Set<String> properties) {
    return SETTING.matcher(message).replaceAll(setting -> wordOfUrl(setting.group(), properties));
  }

  private String wordOfUrl(String setting, Set<String> properties) {
    return Stream.of(TlsOption.values())
        .filter(option -> !properties.contains(setting))
        .filter(
            option ->
                option.property().equals(setting)
                    || option.name().replace("_", "").equalsIgnoreCase(setting))
        .findFirst()
        .map(option -> get(option).map(UrlOption::name).orElseGet(() -> dialect.name(option)))
        .orElse(setting);
  }
}
