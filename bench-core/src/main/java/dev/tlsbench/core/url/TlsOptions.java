package dev.tlsbench.core.url;

import static dev.tlsbench.core.url.TlsOption.ALLOW_INVALID_CERTIFICATES;
import static dev.tlsbench.core.url.TlsOption.INSECURE;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The TLS options of one URL, read by its dialect. Immutable. */
public final class TlsOptions {
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

  public Optional<TlsMode> mode() {
    return Optional.ofNullable(mode).map(this::modeOf);
  }

  private @Nullable TlsMode modeOf(UrlOption option) {
    String word = lower(option);
    return dialect.modes.getOrDefault(word, dialect.modes.get(word.replace('-', '_')));
  }

  public Optional<UrlOption> get(TlsOption option) {
    return Optional.ofNullable(options.get(option));
  }

  /** {@return the value of an option that is no {@link TlsOption}, in lower case} */
  public Optional<String> word(String name) {
    return Optional.ofNullable(given.get(dialect.spelling.apply(name))).map(TlsOptions::lower);
  }

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
   */
  public TlsSettings.Builder settings(Optional<TlsMode> effective) {
    TlsSettings.Builder to = TlsSettings.builder();
    effective.ifPresent(chosen -> chosen.apply(to));
    if (effective.filter(TlsMode.DISABLED::equals).isPresent() && !options.isEmpty()) {
      throw new InvalidSettingException(
          (mode == null ? "TLS is off" : mode.name() + "=" + mode.value().strip())
              + ": the URL has the TLS option "
              + options.values().iterator().next().name()
              + " too; remove it, or switch TLS on");
    }
    // The name in an unverified certificate proves nothing. mongosh and pymongo do not check it,
    // so a URL that works there works here.
    if (get(ALLOW_INVALID_CERTIFICATES).filter(text -> lower(text).equals("true")).isPresent()) {
      to.allowInvalidHostnames(true);
    }
    // In the order of the constants: a list of revoked certificates replaces a directory of lists.
    new TreeMap<>(options).forEach((option, text) -> set(to, option, text));
    return to;
  }

  private void set(TlsSettings.Builder to, TlsOption option, UrlOption text) {
    try {
      option.set(to, text.name(), text.value());
    } catch (InvalidSettingException e) {
      // Messages of the settings begin with the name of the property.
      String message = String.valueOf(e.getMessage()).replaceFirst("^[^:]*:", text.name() + ":");
      throw url.refusal(text, inOwnWords(message, any -> true));
    }
  }

  /**
   * Builds settings of this URL, overridden by properties. Messages name its options, where they
   * would name properties that are not given.
   *
   * @param settings of this URL; changed by this call
   * @param shown the URL without secrets, for messages
   */
  public TlsSettings build(
      TlsSettings.Builder settings, Map<String, String> properties, Object shown) {
    TlsOption.override(properties, settings);
    if (!dialect.silence.isEmpty()
        && settings.explicitlyEnabled().isEmpty()
        && !settings.impliesTls()) {
      throw new InvalidSettingException(
          shown + ": says neither that TLS is wanted nor that it is not; " + dialect.silence);
    }
    return inOwnWords(settings::build, option -> !properties.containsKey(option.property()));
  }

  /** Runs an action, whose errors name options of this URL instead of properties. */
  public <T> T inOwnWords(Supplier<T> action, Predicate<TlsOption> replaced) {
    try {
      return action.get();
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(inOwnWords(String.valueOf(e.getMessage()), replaced), e);
    }
  }

  private String inOwnWords(String message, Predicate<TlsOption> replaced) {
    return TlsDialect.renamed(message, option -> replaced.test(option) ? name(option) : "");
  }

  private String name(TlsOption option) {
    return get(option)
        .or(() -> option == ALLOW_INVALID_CERTIFICATES ? get(INSECURE) : Optional.empty())
        .map(UrlOption::name)
        .orElseGet(() -> dialect.name(option));
  }
}
