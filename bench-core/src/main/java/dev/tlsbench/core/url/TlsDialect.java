package dev.tlsbench.core.url;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.tls.TlsSettings;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The TLS options in the URLs of one database: tables of names, modes and refusals. Filled where a
 * constant is declared, and not changed afterwards.
 */
public final class TlsDialect {
  /** A setting in the message of another class. */
  private static final Pattern SETTING =
      Pattern.compile("\\btls\\.[A-Za-z]+|\\btls1[23]CipherSuites");

  final UnaryOperator<String> spelling;
  final Set<String> modeNames = new LinkedHashSet<>();
  final Map<String, TlsMode> modes = new HashMap<>();
  final Map<String, String> refusedModes = new HashMap<>();
  final Map<String, TlsOption> options = new HashMap<>();
  final Map<String, List<String>> words = new HashMap<>();
  final Map<String, String> refused = new HashMap<>();
  final Map<String, String> idle = new HashMap<>();
  String silence = "";
  private final Map<TlsOption, String> names = new EnumMap<>(TlsOption.class);
  private final Map<String, String> ofServer = new HashMap<>();
  private final Set<String> known = new LinkedHashSet<>();

  /** Starts a dialect, with a function that makes one spelling of all that mean the same name. */
  public TlsDialect(UnaryOperator<String> spelling) {
    this.spelling = spelling;
  }

  /** Adds a name of the option that selects a mode, and its values in lower case. */
  public TlsDialect mode(String name, Map<String, TlsMode> values, Map<String, String> refusals) {
    known.add(name);
    modeNames.add(spelling.apply(name));
    modes.putAll(values);
    refusedModes.putAll(refusals);
    return this;
  }

  /** Adds all options that URLs may have, as {@link #optionsOfMongoDb(Collection)} does. */
  public TlsDialect optionsOfMongoDb() {
    return optionsOfMongoDb(
        Arrays.stream(TlsOption.values())
            .filter(option -> !option.inUrl().isEmpty() && option != TlsOption.ENABLED)
            .toList());
  }

  /** Adds the options under their names of MongoDB's URLs, the mode {@code tls} included. */
  public TlsDialect optionsOfMongoDb(Collection<TlsOption> some) {
    Map<String, TlsMode> values = Map.of("true", TlsMode.VERIFY_FULL, "false", TlsMode.DISABLED);
    mode(TlsOption.ENABLED.inUrl(), values, Map.of());
    mode("ssl", values, Map.of());
    some.forEach(option -> option(option, option.inUrl()));
    return this;
  }

  /** Adds names of an option; the first of them is shown in messages. */
  public TlsDialect option(TlsOption option, String... some) {
    names.putIfAbsent(option, some[0]);
    for (String name : some) {
      known.add(name);
      options.put(spelling.apply(name), option);
    }
    return this;
  }

  /** Adds an option that is no {@link TlsOption}; its values in lower case, none for any. */
  public TlsDialect word(String name, String... values) {
    known.add(name);
    words.put(spelling.apply(name), List.of(values));
    return this;
  }

  /** Refuses an option, with the reason and what to do. */
  public TlsDialect refused(String name, String reason) {
    refused.put(spelling.apply(name), reason);
    return this;
  }

  /** Refuses URLs that do not say whether TLS is wanted, with the reason and what to do. */
  public TlsDialect silence(String reason) {
    silence = reason;
    return this;
  }

  /** Names a setting of the server in messages: for {@code protocols}, suites or groups. */
  public TlsDialect ofServer(String what, String names) {
    ofServer.put("its setting for " + what, names);
    return this;
  }

  /** Warns of an option that has no effect, with the reason. */
  public TlsDialect idle(String name, String reason) {
    idle.put(spelling.apply(name), reason);
    return this;
  }

  public boolean has(String name) {
    String plain = spelling.apply(name);
    return modeNames.contains(plain)
        || options.containsKey(plain)
        || words.containsKey(plain)
        || refused.containsKey(plain)
        || idle.containsKey(plain);
  }

  /** {@return whether an option of this name selects the mode, or is a {@link TlsOption}} */
  public boolean isTls(String name) {
    String plain = spelling.apply(name);
    return modeNames.contains(plain) || options.containsKey(plain);
  }

  /** {@return the option of this name; empty if the name is unknown or selects the mode} */
  public Optional<TlsOption> option(String name) {
    return Optional.ofNullable(options.get(spelling.apply(name)));
  }

  /** Names an option in messages only, such as {@code sslmode=verify-ca}. */
  public TlsDialect shown(TlsOption option, String as) {
    names.putIfAbsent(option, as);
    return this;
  }

  /** Replaces the settings in a message, such as {@code tls.caFile}; an empty name keeps one. */
  static String renamed(String message, Function<TlsOption, String> names) {
    return SETTING
        .matcher(message)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    Stream.of(TlsOption.values())
                        .filter(option -> option.isCalled(found.group()))
                        .map(names)
                        .filter(name -> !name.isEmpty())
                        .findFirst()
                        .orElse(found.group())));
  }

  /** Names the options of this dialect in the message of a failure to connect. */
  public ConnectFailedException inOwnWords(ConnectFailedException failure) {
    String message = String.valueOf(failure.getMessage());
    String own = renamed(message, this::name);
    for (Map.Entry<String, String> setting : ofServer.entrySet()) {
      own = own.replace(setting.getKey(), setting.getValue());
    }
    return own.equals(message)
        ? failure
        : new ConnectFailedException(failure.reason(), own, failure);
  }

  public String name(TlsOption option) {
    return names.getOrDefault(option, option.property());
  }

  public Set<String> names() {
    return Collections.unmodifiableSet(known);
  }

  /** Suggests why a server may have closed a connection without an answer. */
  public static String closedBecause(TlsSettings settings) {
    if (!settings.enabled()) {
      return "does this port expect TLS? then say tls=true";
    }
    // Under TLS 1.3 a client learns only after the handshake that its certificate is refused.
    return settings.identity().certificateFile().isEmpty()
        ? "does it demand a client certificate? then name one with tlsCertificateKeyFile"
        : "does it accept this client's certificate? its log may say why not";
  }

  public TlsOptions read(UrlText url) {
    return new TlsOptions(this, url);
  }
}
