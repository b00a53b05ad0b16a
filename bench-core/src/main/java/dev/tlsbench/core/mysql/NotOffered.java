package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.InvalidSettingException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Options of the mysql client and of Connector/J that have no effect here, because {@link
 * MySqlSocketFactory} makes the connections and TLS. They are refused with an alternative.
 */
final class NotOffered {
  private static final String NO_PROXY =
      "not offered; connect directly, or through a tunnel that listens on a port of its own";

  private static final String PROVIDER =
      "not offered; choose the TLS implementation with the property tls.provider";

  private static final String FIPS =
      "not offered; choose protocols and suites with tls-version and ssl-cipher";

  private static final String NO_RESUMPTION_DATA =
      "not offered; sessions resume among the connections of a client";

  private static final String NO_FILE =
      "not offered; connections are made over TCP, so name a host and a port";

  /** Names in lower case, without dashes and underscores. */
  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          Map.entry(
              "sslcapath",
              "folders are not read; put the certificates into one PEM file and name it with"
                  + " ssl-ca"),
          Map.entry("sslcrlpath", "folders are not read; name a file with ssl-crl"),
          Map.entry("sslfipsmode", FIPS),
          Map.entry("fipscompliantjsse", FIPS),
          Map.entry("sslsessiondata", NO_RESUMPTION_DATA),
          Map.entry("sslsessiondatacontinueonfailedreuse", NO_RESUMPTION_DATA),
          Map.entry(
              "tlssniservername", "not offered; the server is asked for by the host of the URL"),
          Map.entry("ssl", "not a word of MySQL URLs; say ssl-mode"),
          Map.entry(
              "sslverifyservercert",
              "not a word of MySQL URLs; say ssl-mode=VERIFY_IDENTITY or ssl-mode=REQUIRED"),
          Map.entry("sslcontextprovider", PROVIDER),
          Map.entry("keymanagerfactoryprovider", PROVIDER),
          Map.entry("trustmanagerfactoryprovider", PROVIDER),
          Map.entry(
              "keystoreprovider",
              "not offered; name a PEM, PKCS#12 or JKS file with ssl-ca or ssl-cert"),
          Map.entry("socksproxyhost", NO_PROXY),
          Map.entry("socksproxyport", NO_PROXY),
          Map.entry("socksproxyremotedns", NO_PROXY),
          Map.entry(
              "socketfactory", "not offered; connections have a socket factory that measures them"),
          Map.entry("path", NO_FILE),
          Map.entry("namedpipepath", NO_FILE),
          Map.entry("pipe", NO_FILE),
          Map.entry("socket", NO_FILE),
          Map.entry("socketpath", NO_FILE),
          Map.entry("localsocket", NO_FILE),
          Map.entry("unixsocket", NO_FILE));

  private static final Set<String> X_DEVAPI =
      Arrays.stream(PropertyKey.values())
          .flatMap(DriverOption::names)
          .map(MySqlTlsWord::plain)
          .filter(plain -> plain.startsWith("xdevapi"))
          .collect(Collectors.toUnmodifiableSet());

  private NotOffered() {}

  /**
   * Finds the alternative for an option that is not offered, by its name in lower case, without
   * dashes and underscores.
   */
  static Optional<String> instead(String plain) {
    return X_DEVAPI.contains(plain)
        ? Optional.of("not offered; an option of the X DevAPI, so remove it")
        : Optional.ofNullable(INSTEAD.get(plain));
  }

  /**
   * Refuses named pipes, Unix sockets and shared memory: every value except {@code tcp} of the
   * option {@code protocol}, which both Connector/J and the mysql client have.
   */
  static void checkProtocol(String protocol) {
    if (!protocol.isBlank() && !protocol.strip().equalsIgnoreCase("tcp")) {
      throw new InvalidSettingException("protocol: '" + protocol + "' is " + NO_FILE);
    }
  }
}
