package dev.tlsbench.core.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.UrlOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a URL, in libpq's spelling or pgjdbc's: names are accepted in any case, and
 * with or without underscores (PostgreSQL 18, "Parameter Key Words", and pgjdbc, "Connection
 * Parameters").
 */
final class PostgresTlsOptions {
  private static final String CHOICE =
      "; say sslmode=verify-full (with sslrootcert for an authority of your own), verify-ca or"
          + " require for TLS, or sslmode=disable for plain text";

  /** The protocol that direct TLS must name. */
  private static final List<String> ALPN = List.of("postgresql");

  private static final String SYSTEM = "system";
  private static final List<String> VERSIONS = List.of("TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3");

  private static final String PROVIDER =
      "not offered; choose the TLS implementation with tls.provider";
  private static final String MEASURED = "not offered; connections have one that measures them";
  private static final String IN_URL = "not offered; write the service's options into the URL";

  /** Options that cannot take effect here, with the remedy. */
  private static final Map<String, String> NOT_OFFERED =
      Map.ofEntries(
          Map.entry("sslfactory", PROVIDER),
          Map.entry("sslfactoryarg", PROVIDER),
          Map.entry("sslhostnameverifier", "not offered; say sslmode=verify-full or verify-ca"),
          Map.entry("sslpasswordcallback", "not offered; give the key's password with sslpassword"),
          Map.entry("sslkeylogfile", "not offered; keys are not written to files"),
          Map.entry("requiressl", "removed from PostgreSQL; say sslmode=require"),
          Map.entry("socketfactory", MEASURED),
          Map.entry("socketfactoryarg", MEASURED),
          Map.entry(
              "hostaddr", "not offered; name the address as the host, with sslmode=verify-ca"),
          Map.entry("service", IN_URL),
          Map.entry("servicefile", IN_URL));

  /** Options of libpq by their environment variables, which are PG and the name in most cases. */
  private static final Map<String, String> ENVIRONMENT = new TreeMap<>();

  static {
    String same =
        "sslmode sslnegotiation sslrootcert sslcert sslkey sslcrl sslcrldir sslsni sslcertmode"
            + " ssl_min_protocol_version ssl_max_protocol_version channel_binding gssencmode"
            + " requirepeer target_session_attrs user password passfile options";
    for (String name : same.split(" ", -1)) {
      ENVIRONMENT.put("PG" + plain(name).toUpperCase(Locale.ROOT), name);
    }
    ENVIRONMENT.put("PGAPPNAME", "application_name");
    ENVIRONMENT.put("PGCONNECT_TIMEOUT", "connect_timeout");
  }

  /** The options, each with its plain name. */
  enum Word {
    MODE("sslmode"),
    SSL("ssl"),
    NEGOTIATION("sslnegotiation"),
    ROOT("sslrootcert"),
    CERT("sslcert"),
    KEY("sslkey"),
    PASSWORD("sslpassword"),
    CRL("sslcrl"),
    CRL_DIRECTORY("sslcrldir"),
    SNI("sslsni"),
    CERT_MODE("sslcertmode"),
    LOWEST("sslminprotocolversion"),
    HIGHEST("sslmaxprotocolversion"),
    CHANNEL_BINDING("channelbinding"),
    REQUIRE_PEER("requirepeer"),
    COMPRESSION("sslcompression"),
    RESPONSE_TIMEOUT("sslresponsetimeout"),
    GSS("gssencmode");

    private final String plain;

    Word(String plain) {
      this.plain = plain;
    }
  }

  private final Map<Word, UrlOption> options = new EnumMap<>(Word.class);
  private final List<String> warnings = new ArrayList<>();
  private final @Nullable String mode;

  PostgresTlsOptions(List<UrlOption> all) {
    for (UrlOption option : all) {
      String instead = NOT_OFFERED.get(plain(option.name()));
      if (instead != null) {
        throw new InvalidSettingException(option.name() + ": " + instead);
      }
      of(option.name()).ifPresent(word -> take(word, option));
    }
    mode = mode();
    check();
    checkWithoutEffect();
  }

  static Optional<Word> of(String name) {
    String plain = plain(name);
    return Stream.of(Word.values()).filter(word -> word.plain.equals(plain)).findFirst();
  }

  /** Returns whether a name is one of these options, or is refused with a remedy. */
  static boolean isKnown(String name) {
    return of(name).isPresent() || NOT_OFFERED.containsKey(plain(name));
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replace("_", "");
  }

  private void take(Word word, UrlOption option) {
    UrlOption other = options.put(word, option);
    if (other != null && !other.value().equals(option.value())) {
      throw new InvalidSettingException(
          "%s, %s: both say the same thing, with different values; keep one of them"
              .formatted(other.name(), option.name()));
    }
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  private @Nullable String mode() {
    String ssl = value(Word.SSL, "");
    if (options.containsKey(Word.SSL) && !List.of("", "true", "false").contains(ssl)) {
      throw wrong(Word.SSL, "true, false");
    }
    String ofSsl =
        !options.containsKey(Word.SSL) ? null : ssl.equals("false") ? "disable" : "verify-full";
    UrlOption given = options.get(Word.MODE);
    if (given == null) {
      return ofSsl;
    }
    String value = given.value().strip();
    if (ofSsl != null && ofSsl.equals("disable") != value.equals("disable")) {
      throw new InvalidSettingException("ssl, sslmode: contradict each other; keep sslmode");
    }
    return switch (value) {
      case "disable", "require", "verify-ca", "verify-full" -> value;
      case "allow", "prefer" ->
          throw new InvalidSettingException(
              "sslmode="
                  + value
                  + ": falls back to plain text silently, so the result may not be of TLS"
                  + CHOICE);
      default ->
          throw new InvalidSettingException(
              "sslmode: there is no mode '" + given.value() + "'" + CHOICE);
    };
  }

  /** Returns the error for a URL and properties without any TLS option. */
  static InvalidSettingException refuseSilence(String url) {
    return new InvalidSettingException(
        url
            + ": says neither that TLS is wanted nor that it is not; libpq would take"
            + " sslmode=prefer, which falls back to plain text without a word"
            + CHOICE);
  }

  private void check() {
    if ("disable".equals(mode)) {
      Optional<UrlOption> material =
          options.keySet().stream().filter(this::asksForTls).findFirst().map(options::get);
      refuseIf(
          material.isPresent(),
          "sslmode=disable: the URL has the TLS option %s too; remove it, or switch TLS on",
          material.map(UrlOption::name).orElse(""));
      refuseIf(
          channelBinding().equals("require"),
          "sslmode=disable: without TLS there is no channel to bind to, which contradicts"
              + " channel_binding=require; remove one of the two");
      refuseIf(
          mustSendCertificate(),
          "sslmode=disable: without TLS no certificate is sent, which contradicts"
              + " sslcertmode=require; remove one of the two");
    }
    refuseIf(
        value(Word.ROOT, "").equals(SYSTEM) && mode != null && !mode.equals("verify-full"),
        "sslrootcert=system: anyone can have a certificate of a public authority, so the name must"
            + " be checked, too; say sslmode=verify-full");
    for (Word list : List.of(Word.CRL, Word.CRL_DIRECTORY)) {
      refuseIf(
          options.containsKey(list) && isUnverified(mode),
          "sslmode=require: accepts any certificate, revoked ones too, which contradicts %s; say"
              + " verify-ca or verify-full",
          list.plain);
    }
    refuseIf(
        value(Word.GSS, "").equals("require"),
        "gssencmode=require: asks for encryption by GSSAPI in place of TLS, which is not offered;"
            + " say gssencmode=disable");
    oneOf(Word.SNI, "0", "1");
    oneOf(Word.CERT_MODE, "allow", "disable", "require");
    oneOf(Word.NEGOTIATION, "postgres", "direct");
    oneOf(Word.CHANNEL_BINDING, "disable", "prefer", "require");
    oneOf(Word.GSS, "disable", "prefer", "allow");
    protocols();
  }

  private static void refuseIf(boolean wrong, String message, String... parts) {
    if (wrong) {
      throw new InvalidSettingException(message.formatted((Object[]) parts));
    }
  }

  /** Returns true if the option makes sense only with TLS, and asks for it. */
  private boolean asksForTls(Word word) {
    return switch (word) {
      case ROOT, CERT, KEY, PASSWORD, CRL, CRL_DIRECTORY, LOWEST, HIGHEST -> true;
      case NEGOTIATION -> isDirect();
      default -> false;
    };
  }

  /** As in libpq, require with a root certificate verifies the chain, as verify-ca does. */
  private boolean isUnverified(@Nullable String chosen) {
    return "require".equals(chosen) && !options.containsKey(Word.ROOT);
  }

  private boolean mustSendCertificate() {
    return value(Word.CERT_MODE, "").equals("require");
  }

  private void checkWithoutEffect() {
    noEffect(Word.REQUIRE_PEER, "it concerns Unix sockets, and connections are made over TCP");
    noEffect(Word.COMPRESSION, "PostgreSQL and TLS 1.3 have no compression any more");
    noEffect(Word.RESPONSE_TIMEOUT, "connect_timeout limits the whole log-in");
    if (List.of("prefer", "allow").contains(value(Word.GSS, ""))) {
      noEffect(Word.GSS, "connections are never encrypted by GSSAPI here");
    }
  }

  private void noEffect(Word word, String why) {
    UrlOption option = options.get(word);
    if (option != null) {
      warnings.add(option.name() + ": has no effect: " + why + "; remove it");
    }
  }

  private void oneOf(Word word, String... allowed) {
    if (options.containsKey(word) && !List.of(allowed).contains(value(word, ""))) {
      throw wrong(word, String.join(", ", allowed));
    }
  }

  private InvalidSettingException wrong(Word word, String allowed) {
    UrlOption option = Objects.requireNonNull(options.get(word));
    return new InvalidSettingException(
        option.name() + ": '" + option.value() + "' is none of " + allowed + "; give one of them");
  }

  private String value(Word word, String otherwise) {
    UrlOption option = options.get(word);
    return option == null ? otherwise : option.value().strip();
  }

  private boolean isDirect() {
    return value(Word.NEGOTIATION, "").equals("direct");
  }

  /** Returns {@code disable}, {@code prefer} or {@code require}. */
  String channelBinding() {
    return value(Word.CHANNEL_BINDING, "prefer");
  }

  /** Returns the name of the key's file as an option, if the URL has one. */
  Optional<UrlOption> key() {
    return Optional.ofNullable(options.get(Word.KEY));
  }

  TlsSettings.Builder settings() {
    TlsSettings.Builder settings = TlsSettings.builder();
    boolean asked = options.keySet().stream().anyMatch(this::asksForTls);
    String effective = mode == null && asked ? "verify-full" : mode;
    if (effective != null) {
      settings
          .enabled(!effective.equals("disable"))
          .allowInvalidCertificates(isUnverified(effective))
          .allowInvalidHostnames(List.of("require", "verify-ca").contains(effective));
    }
    if (!value(Word.ROOT, SYSTEM).equals(SYSTEM)) {
      set(Word.ROOT, TlsOption.CA_FILE, settings);
    }
    if (!value(Word.CERT_MODE, "allow").equals("disable")) {
      set(Word.CERT, TlsOption.CERTIFICATE_FILE, settings);
      set(Word.KEY, TlsOption.KEY_FILE, settings);
      set(Word.PASSWORD, TlsOption.KEY_PASSWORD, settings);
    }
    settings.certificateMustBeSent(mustSendCertificate());
    settings.serverName(!value(Word.SNI, "").equals("0"));
    set(Word.CRL, TlsOption.CRL_FILE, settings);
    set(Word.CRL_DIRECTORY, TlsOption.CRL_DIRECTORY, settings);
    List<String> protocols = protocols();
    if (!protocols.isEmpty()) {
      settings.protocols(protocols);
    }
    if (isDirect()) {
      settings.applicationProtocols(ALPN);
    }
    return settings;
  }

  /**
   * Sets how TLS begins.
   *
   * @param value as of {@code sslnegotiation}; {@code null} to change nothing
   */
  static void negotiation(@Nullable String value, TlsSettings.Builder settings) {
    if (value == null) {
      return;
    }
    refuseIf(
        !List.of("postgres", "direct").contains(value.strip()),
        "postgresql.sslnegotiation: '%s' is neither postgres nor direct",
        value);
    settings.applicationProtocols(value.strip().equals("direct") ? ALPN : List.of());
  }

  /** Returns true if TLS begins with the first byte, without a request. */
  static boolean isDirect(TlsSettings settings) {
    return settings.enabled() && settings.offer().applicationProtocols().equals(ALPN);
  }

  private void set(Word word, TlsOption to, TlsSettings.Builder settings) {
    UrlOption option = options.get(word);
    if (option != null) {
      to.set(settings, option.name(), option.value());
    }
  }

  /** Returns the protocols between both limits; empty for the default. */
  private List<String> protocols() {
    if (!options.containsKey(Word.LOWEST) && !options.containsKey(Word.HIGHEST)) {
      return List.of();
    }
    int lowest = version(Word.LOWEST, VERSIONS.indexOf("TLSv1.2"));
    int highest = version(Word.HIGHEST, VERSIONS.size() - 1);
    refuseIf(
        lowest > highest,
        "ssl_min_protocol_version, ssl_max_protocol_version: leave no protocol between %s and %s;"
            + " lower the first, or raise the second",
        VERSIONS.get(lowest),
        VERSIONS.get(highest));
    return VERSIONS.subList(lowest, highest + 1);
  }

  private int version(Word word, int otherwise) {
    String value = value(word, "");
    if (value.isEmpty()) {
      return otherwise;
    }
    for (int i = 0; i < VERSIONS.size(); i++) {
      if (VERSIONS.get(i).equalsIgnoreCase(value)) {
        return i;
      }
    }
    throw wrong(word, String.join(", ", VERSIONS));
  }

  /** Adds an option of the environment to each that the URL lacks; names are libpq's. */
  static List<UrlOption> ofEnvironment(Map<String, String> environment, List<UrlOption> given) {
    List<UrlOption> more = new ArrayList<>();
    ENVIRONMENT.forEach(
        (variable, option) -> {
          String value = environment.getOrDefault(variable, "");
          boolean lacks =
              given.stream().noneMatch(other -> plain(other.name()).equals(plain(option)));
          if (!value.isEmpty() && lacks) {
            more.add(UrlOption.of(option, value));
          }
        });
    return more;
  }
}
