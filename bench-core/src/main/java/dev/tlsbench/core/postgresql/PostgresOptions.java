package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.TlsDialect;
import dev.tlsbench.core.url.TlsMode;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.UrlOption;
import dev.tlsbench.core.url.UrlText;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/**
 * The URLs of libpq and of pgjdbc as tables. Names of TLS options are accepted in any case, and
 * with or without underscores, since libpq and pgjdbc differ in these.
 */
final class PostgresOptions {
  private static final String CHOICE =
      "; say sslmode=verify-full (with sslrootcert for an authority of your own), verify-ca or"
          + " require for TLS, or sslmode=disable for plain text";

  static final List<String> VERSIONS = List.of("tlsv1", "tlsv1.1", "tlsv1.2", "tlsv1.3");

  private static final UrlText.Form LIBPQ =
      new UrlText.Form(
          "PostgreSQL",
          Pattern.compile("(?i)postgres(?:ql)?://"),
          "postgresql://user:password@host:port/database?options",
          PostgresDatabase.PORT,
          "&",
          name -> false,
          true,
          false,
          false);

  private static final UrlText.Form JDBC =
      new UrlText.Form(
          "PostgreSQL",
          Pattern.compile("(?i)jdbc:postgresql://"),
          "jdbc:postgresql://host:port/database?user=name&password=secret",
          PostgresDatabase.PORT,
          "&",
          name -> !isUnknown(name),
          false,
          true,
          false);

  private static final String FALLS_BACK =
      "falls back to plain text silently, so the result may not be of TLS" + CHOICE;

  private static final String MEASURED = "not offered; connections have one that measures them";

  static final TlsDialect TLS =
      new TlsDialect(PostgresOptions::plain)
          .mode(
              "sslmode",
              Map.of(
                  "disable", TlsMode.DISABLED,
                  "require", TlsMode.REQUIRED,
                  "verify-ca", TlsMode.VERIFY_CA,
                  "verify-full", TlsMode.VERIFY_FULL),
              Map.of("allow", FALLS_BACK, "prefer", FALLS_BACK))
          .silence(
              "libpq would take sslmode=prefer, which may fall back to plain text without an error"
                  + CHOICE)
          .word("ssl", "true", "false")
          .option(TlsOption.CA_FILE, "sslrootcert")
          .option(TlsOption.CERTIFICATE_FILE, "sslcert")
          .option(TlsOption.KEY_FILE, "sslkey")
          .option(TlsOption.KEY_PASSWORD, "sslpassword")
          .option(TlsOption.CRL_FILE, "sslcrl")
          .option(TlsOption.CRL_DIRECTORY, "sslcrldir")
          .shown(TlsOption.CERTIFICATE_KEY_FILE, "sslcert, sslkey")
          .shown(TlsOption.ALLOW_INVALID_CERTIFICATES, "sslmode=require")
          .shown(TlsOption.ALLOW_INVALID_HOSTNAMES, "sslmode=verify-ca")
          .shown(TlsOption.HANDSHAKE_TIMEOUT, "connect_timeout")
          .ofServer("protocols", "its ssl_min_protocol_version and ssl_max_protocol_version")
          .ofServer("suites", "its ssl_ciphers and ssl_tls13_ciphers")
          .ofServer("groups", "its ssl_groups, ssl_ecdh_curve before version 18")
          .word("ssl_min_protocol_version", VERSIONS.toArray(String[]::new))
          .word("ssl_max_protocol_version", VERSIONS.toArray(String[]::new))
          .word("sslnegotiation", "postgres", "direct")
          .word("channel_binding", "disable", "prefer", "require")
          .word("sslsni", "0", "1")
          .word("sslcertmode", "disable", "allow", "require")
          .word("gssencmode", "disable", "allow", "prefer")
          .refused(
              "sslfactory",
              "not offered; instead of NonValidatingFactory say sslmode=require, instead of"
                  + " DefaultJavaSSLFactory sslmode=verify-full, instead of LibPQFactory or"
                  + " SingleCertValidatingFactory sslmode=verify-full or verify-ca with"
                  + " sslrootcert; tls.provider chooses the TLS implementation")
          .refused("sslfactoryarg", "not offered; name the certificate's file with sslrootcert")
          .refused("sslhostnameverifier", "not offered; say sslmode=verify-full or verify-ca")
          .refused("sslpasswordcallback", "not offered; give the key's password with sslpassword")
          .refused("sslkeylogfile", "not offered; keys are not written to files")
          .refused("sslaccept", "an option of Prisma; say sslmode=verify-full or require")
          .refused("socketFactory", MEASURED)
          .refused("socketFactoryArg", MEASURED)
          .refused("hostaddr", "not offered; name the address as host, with sslmode=verify-ca")
          .refused("service", "not offered; write the service's options into the URL")
          .idle("schema", "it is an option of Prisma; say currentSchema")
          .idle("pgbouncer", "it is an option of Prisma; say prepareThreshold=0")
          .idle("connection_limit", "it is an option of Prisma; each thread has one connection");

  /** Names and values of libpq that pgjdbc spells in another way. */
  private static final Map<String, String> TRANSLATED =
      Map.ofEntries(
          Map.entry("dbname", "PGDBNAME"),
          Map.entry("application_name", "ApplicationName"),
          Map.entry("fallback_application_name", "ApplicationName"),
          Map.entry("connect_timeout", "connectTimeout"),
          Map.entry("krbsrvname", "kerberosServerName"),
          Map.entry("require_auth", "requireAuth"),
          Map.entry("target_session_attrs", "targetServerType"),
          Map.entry("target_session_attrs=read-write", "primary"),
          Map.entry("target_session_attrs=read-only", "secondary"),
          Map.entry("target_session_attrs=standby", "secondary"),
          Map.entry("target_session_attrs=prefer-standby", "preferSecondary"),
          Map.entry("load_balance_hosts", "loadBalanceHosts"),
          Map.entry("load_balance_hosts=disable", "false"),
          Map.entry("load_balance_hosts=random", "true"),
          Map.entry("keepalives", "tcpKeepAlive"),
          Map.entry("keepalives=1", "true"),
          Map.entry("keepalives=0", "false"));

  private static final List<String> IN_ENVIRONMENT =
      List.of(
          ("sslmode sslnegotiation sslrootcert sslcert sslkey sslcrl sslcrldir sslsni sslcertmode"
                  + " ssl_min_protocol_version ssl_max_protocol_version channel_binding gssencmode"
                  + " require_auth krbsrvname target_session_attrs user password passfile options"
                  + " application_name connect_timeout")
              .split(" ", -1));

  private static final Map<String, String> VARIABLES =
      Map.of("application_name", "PGAPPNAME", "connect_timeout", "PGCONNECT_TIMEOUT");

  private static final Map<String, PGProperty> OF_DRIVER =
      Stream.of(PGProperty.values()).collect(Collectors.toMap(PGProperty::getName, key -> key));

  private static final Pattern USER = Pattern.compile("(?is)(postgres(?:ql)?://)([^@/]*)@(.*)");

  private static final Pattern OPAQUE = Pattern.compile("(?i)^(jdbc:postgresql:)(?!//)/?");

  /** A host and its port, each possibly empty. */
  private static final Pattern HOST = Pattern.compile("(?s)(\\[[^\\]]*\\]|[^:]*)(?::(.*))?");

  private PostgresOptions() {}

  /** Makes one spelling of libpq's and pgjdbc's names. */
  static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "");
  }

  /** Takes a URL apart; leaves out what libpq takes for missing, and gives flags their value. */
  static UrlText parse(String url) {
    String whole = OPAQUE.matcher(url).replaceFirst("$1///");
    Matcher user = USER.matcher(whole);
    boolean withoutUser = false;
    if (user.matches()) {
      int query = user.group(2).indexOf('?') + 1;
      String option = user.group(2).substring(query).split("=", 2)[0];
      if (query > 0 && (isOfHost(option) || !isUnknown(option))) {
        // In libpq, such options are part of the user, and what follows is the host.
        throw LIBPQ.refusal(
            "has options with an '@', and no slash in front of them; write host/?options");
      }
      // In libpq the first at-sign before any slash ends the user, whose name may be left out.
      String name = user.group(2).replace("?", "%3F");
      withoutUser = name.isEmpty() || name.startsWith(":");
      whole = user.group(1) + (withoutUser ? "-" : "") + name + "@" + user.group(3);
    }
    UrlText text = UrlText.parse(whole, JDBC.scheme().matcher(whole).lookingAt() ? JDBC : LIBPQ);
    List<UrlOption> options =
        text.options().stream()
            .filter(option -> !isMissing(option))
            .map(option -> isFlag(option) ? UrlOption.of(option.name(), "true") : option)
            .toList();
    String name = withoutUser ? "" : text.user();
    return new UrlText(
        text.form(), text.scheme(), name, text.password(), text.hosts(), text.path(), options);
  }

  private static boolean isMissing(UrlOption option) {
    String name = plain(option.name());
    return option.value().isEmpty()
        && ((TLS.isTls(name) && !name.equals("sslmode"))
            || name.endsWith("protocolversion")
            || Set.of("requireauth", "user", "password", "dbname", "passfile").contains(name));
  }

  private static boolean isFlag(UrlOption option) {
    PGProperty key = OF_DRIVER.get(option.name());
    return plain(option.name()).equals("ssl")
        ? option.value().isEmpty()
        : !option.hasValue()
            && key != null
            && Set.of("true", "false").contains("" + key.getDefaultValue());
  }

  static boolean isJdbc(UrlText text) {
    return text.form().equals(JDBC);
  }

  static boolean isOfHost(String name) {
    return Set.of("PGHOST", "PGPORT").contains(name)
        || Set.of("host", "port").contains(name.toLowerCase(Locale.ROOT));
  }

  /** Reads the servers. */
  static List<HostAddress> hosts(UrlText text) {
    String[] names = list(text, "host", 1);
    String[] ports = list(text, "port", 2);
    if (names.length > 1 && List.of(names).contains("")) {
      throw text.form().malformed();
    }
    if (ports.length > 1 && ports.length != names.length) {
      throw text.form()
          .refusal(
              "gives %d ports for %d hosts; give one for each"
                  .formatted(ports.length, names.length));
    }
    return IntStream.range(0, names.length)
        .mapToObj(i -> host(text, names[i], ports[Math.min(i, ports.length - 1)]))
        .toList();
  }

  /** Hosts and ports are two lists, as in libpq and pgjdbc; an option replaces one of them. */
  private static String[] list(UrlText text, String name, int group) {
    return text.options().stream()
        .filter(option -> isOfHost(option.name()))
        .filter(option -> option.name().toLowerCase(Locale.ROOT).endsWith(name))
        .map(UrlOption::value)
        .reduce((first, last) -> last)
        // Decoded already.
        .map(value -> value.replace("%", "%25"))
        .orElseGet(
            () ->
                Stream.of(text.hosts().split(",", -1))
                    .map(host -> HOST.matcher(host).replaceFirst("$" + group))
                    .collect(Collectors.joining(",")))
        .split(",", -1);
  }

  private static HostAddress host(UrlText text, String name, String port) {
    if (name.isEmpty() && !isJdbc(text)) {
      throw text.form()
          .refusal(
              "names no host, so libpq would go to a Unix socket; connections are made over TCP, so"
                  + " name a host, such as localhost");
    }
    boolean isIpv6 = name.indexOf(':') != name.lastIndexOf(':') && !name.startsWith("[");
    String host = name.isEmpty() ? "localhost" : isIpv6 ? "[" + name + "]" : name;
    return text.address(port.isEmpty() ? host : host + ":" + port, PostgresDatabase.PORT);
  }

  /** Returns the options that the URL lacks and the environment has, by libpq's names. */
  static Stream<UrlOption> ofEnvironment(Map<String, String> environment, Set<String> given) {
    return IN_ENVIRONMENT.stream()
        .filter(name -> !given.contains(plain(name)))
        .map(
            name -> {
              String usual = "PG" + plain(name).toUpperCase(Locale.ROOT);
              String variable = VARIABLES.getOrDefault(name, usual);
              return UrlOption.of(name, environment.getOrDefault(variable, ""));
            })
        .filter(option -> !option.value().isEmpty());
  }

  static boolean isUnknown(String name) {
    return !TLS.has(name) && !name.equals("passfile") && !OF_DRIVER.containsKey(key(name));
  }

  /** Names an option as pgjdbc does: dbname in any case, as it does, and require_auth like TLS. */
  private static String key(String name) {
    return plain(name).equals("requireauth")
        ? "requireAuth"
        : name.equalsIgnoreCase("dbname") ? "PGDBNAME" : TRANSLATED.getOrDefault(name, name);
  }

  /**
   * Returns user, password, database and options for pgjdbc: its own as they were written, libpq's
   * translated.
   */
  static Properties forDriver(UrlText text) {
    Properties properties = new Properties();
    text.decodedUser()
        .filter(user -> !user.isEmpty())
        .ifPresent(user -> properties.setProperty("user", user));
    text.decodedPassword().ifPresent(password -> properties.setProperty("password", password));
    text.decodedPath().ifPresent(name -> properties.setProperty("PGDBNAME", name));
    for (UrlOption option : text.without(TLS::has).options()) {
      String name = option.name();
      String key = key(name);
      String value = TRANSLATED.getOrDefault(name + "=" + option.value(), option.value());
      if (key.equals("connectTimeout")) {
        if (!value.strip().matches("-?\\d{1,6}")) {
          throw text.refusal(option, name + ": '" + value + "' is not a number of seconds");
        }
        // In libpq, a negative one is no limit.
        value = Integer.toString(Math.max(0, Integer.parseInt(value.strip())));
      }
      if (!name.equals("fallback_application_name") || !properties.containsKey(key)) {
        properties.setProperty(key, value);
      }
    }
    return properties;
  }
}
