package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * PostgreSQL's options for its TLS implementation, OpenSSL 1.1.1. It ignores unknown suites as long
 * as a known one is left, so the settings are checked here.
 */
final class OpenSsl {
  private static final List<String> PROTOCOLS = List.of("TLSv1.2", "TLSv1.3");
  private static final Map<String, String> CIPHER_SUITES = makeCipherSuites();

  private OpenSsl() {}

  /** Returns the IANA names of its suites. */
  static Collection<String> cipherSuites() {
    return CIPHER_SUITES.keySet();
  }

  /**
   * Returns the options that limit protocols and suites.
   *
   * @throws InvalidSettingException if one is unknown
   */
  static Map<String, String> options(List<String> protocols, List<String> cipherSuites) {
    protocols.forEach(name -> requireKnown("protocols", name, PROTOCOLS));
    cipherSuites.forEach(name -> requireKnown("cipherSuites", name, CIPHER_SUITES.keySet()));
    List<String> usable =
        (protocols.isEmpty() ? PROTOCOLS : protocols)
            .stream()
                .filter(
                    protocol ->
                        cipherSuites.isEmpty()
                            || cipherSuites.stream()
                                .anyMatch(suite -> TlsNames.fits(suite, protocol)))
                .sorted()
                .toList();
    if (usable.isEmpty()) {
      throw new InvalidSettingException(
          "cipherSuites: none can be used with "
              + String.join(", ", protocols)
              + "; add a suite of that protocol");
    }
    Map<String, String> options = new LinkedHashMap<>();
    options.put("ssl_min_protocol_version", usable.get(0));
    options.put("ssl_max_protocol_version", usable.get(usable.size() - 1));
    put(options, "ssl_tls13_ciphers", cipherSuites.stream().filter(TlsNames::isTls13));
    put(options, "ssl_ciphers", cipherSuites.stream().filter(name -> !TlsNames.isTls13(name)));
    return options;
  }

  /** Leaves out an empty list, which is no value of {@code ssl_ciphers}. */
  private static void put(Map<String, String> options, String option, Stream<String> suites) {
    String names = suites.map(CIPHER_SUITES::get).collect(Collectors.joining(":"));
    if (!names.isEmpty()) {
      options.put(option, names);
    }
  }

  private static void requireKnown(String option, String name, Collection<String> all) {
    if (!all.contains(name)) {
      throw new InvalidSettingException(
          option
              + ": the embedded PostgreSQL does not take '"
              + name
              + "'; choose from "
              + String.join(", ", new TreeSet<>(all)));
    }
  }

  /** Returns OpenSSL's names by IANA's. */
  private static Map<String, String> makeCipherSuites() {
    Stream<String> tls13 =
        Stream.of(
            "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");
    List<String> ciphers =
        List.of(
            "AES128-GCM-SHA256", "AES256-GCM-SHA384", "AES128-SHA256", "AES128-SHA", "AES256-SHA");
    Stream<String> ephemeral =
        Stream.of("ECDHE-ECDSA-", "ECDHE-RSA-")
            .flatMap(
                exchange ->
                    Stream.concat(ciphers.stream(), Stream.of("AES256-SHA384", "CHACHA20-POLY1305"))
                        .map(exchange::concat));
    Stream<String> finite =
        Stream.concat(ciphers.stream(), Stream.of("AES256-SHA256", "CHACHA20-POLY1305"))
            .map("DHE-RSA-"::concat);
    Stream<String> rsa = Stream.concat(ciphers.stream(), Stream.of("AES256-SHA256"));
    Map<String, String> names = new LinkedHashMap<>();
    Stream.of(tls13, ephemeral, finite, rsa)
        .flatMap(suites -> suites)
        .forEach(
            name -> names.put(TlsNames.cipherSuites("cipherSuites", List.of(name)).get(0), name));
    return names;
  }
}
