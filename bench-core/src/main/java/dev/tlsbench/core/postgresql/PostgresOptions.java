package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.ShownOptions;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGProperty;

/**
 * The options of a URL that do not concern TLS, as pgjdbc reads them: its own as they were written,
 * libpq's translated.
 */
final class PostgresOptions {
  /** libpq's names, with pgjdbc's. */
  private static final Map<String, PGProperty> OF_LIBPQ =
      Map.ofEntries(
          Map.entry("user", PGProperty.USER),
          Map.entry("password", PGProperty.PASSWORD),
          Map.entry("dbname", PGProperty.PG_DBNAME),
          Map.entry("application_name", PGProperty.APPLICATION_NAME),
          Map.entry("fallback_application_name", PGProperty.APPLICATION_NAME),
          Map.entry("connect_timeout", PGProperty.CONNECT_TIMEOUT),
          Map.entry("options", PGProperty.OPTIONS),
          Map.entry("target_session_attrs", PGProperty.TARGET_SERVER_TYPE),
          Map.entry("load_balance_hosts", PGProperty.LOAD_BALANCE_HOSTS),
          Map.entry("keepalives", PGProperty.TCP_KEEP_ALIVE),
          Map.entry("krbsrvname", PGProperty.KERBEROS_SERVER_NAME),
          Map.entry("require_auth", PGProperty.REQUIRE_AUTH),
          Map.entry("replication", PGProperty.REPLICATION));

  /** Values of libpq that pgjdbc spells otherwise. */
  private static final Map<PGProperty, Map<String, String>> VALUES =
      Map.of(
          PGProperty.TARGET_SERVER_TYPE,
          Map.of(
              "read-write", "primary",
              "read-only", "secondary",
              "standby", "secondary",
              "prefer-standby", "preferSecondary"),
          PGProperty.LOAD_BALANCE_HOSTS,
          Map.of("disable", "false", "random", "true"),
          PGProperty.TCP_KEEP_ALIVE,
          Map.of("1", "true", "0", "false"));

  private static final Set<String> WITHOUT_EFFECT =
      Set.of(
          "client_encoding",
          "keepalives_idle",
          "keepalives_interval",
          "keepalives_count",
          "tcp_user_timeout",
          "gssdelegation",
          "min_protocol_version",
          "max_protocol_version");

  private static final String PASSFILE = "passfile";

  private static final Map<String, PGProperty> BY_NAME =
      new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  static {
    Arrays.stream(PGProperty.values()).forEach(key -> BY_NAME.put(key.getName(), key));
  }

  private final Map<PGProperty, String> forDriver = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private @Nullable String passfile;

  PostgresOptions(List<UrlOption> all, ShownOptions shown) {
    for (UrlOption option : all) {
      if (!PostgresTlsOptions.isKnown(option.name())) {
        take(option, shown);
      }
    }
  }

  private void take(UrlOption option, ShownOptions shown) {
    if (option.name().equals(PASSFILE)) {
      passfile = option.value();
      return;
    }
    PGProperty key = key(option.name()).orElse(null);
    if (key == null) {
      warnings.add(
          shown.name(option)
              + (WITHOUT_EFFECT.contains(option.name())
                  ? ": has no effect, as pgjdbc has no such option; remove it"
                  : ": ignored, as neither libpq nor pgjdbc has such an option; check its spelling,"
                      + " or remove it"));
      return;
    }
    String value =
        VALUES.getOrDefault(key, Map.of()).getOrDefault(option.value(), option.value()).strip();
    String[] choices = key.getChoices();
    if (choices != null
        && Arrays.stream(choices).noneMatch(choice -> choice.equalsIgnoreCase(value))) {
      throw new InvalidSettingException(
          option.name()
              + ": "
              + shown.value(option)
              + " is none of "
              + String.join(", ", choices)
              + "; give one of them");
    }
    if (key == PGProperty.CONNECT_TIMEOUT && !value.matches("\\d{1,6}")) {
      throw new InvalidSettingException(
          option.name() + ": " + shown.value(option) + " is not a number of seconds");
    }
    if (!option.name().equals("fallback_application_name") || !forDriver.containsKey(key)) {
      forDriver.put(key, key == PGProperty.PASSWORD ? option.value() : value);
    }
  }

  /** Finds an option by libpq's name, or pgjdbc's in any case. */
  private static Optional<PGProperty> key(String name) {
    PGProperty ofLibpq = OF_LIBPQ.get(name.toLowerCase(Locale.ROOT));
    return Optional.ofNullable(ofLibpq == null ? BY_NAME.get(name) : ofLibpq);
  }

  /** Returns whether an option with this name is read, or refused with a remedy. */
  static boolean isKnown(String name) {
    return PostgresTlsOptions.isKnown(name)
        || WITHOUT_EFFECT.contains(name)
        || Set.of("host", "port", PASSFILE).contains(name)
        || key(name).isPresent();
  }

  /** Returns the name of libpq's password file; empty for the default. */
  Optional<String> passfile() {
    return Optional.ofNullable(passfile);
  }

  Map<PGProperty, String> forDriver() {
    return forDriver;
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }
}
