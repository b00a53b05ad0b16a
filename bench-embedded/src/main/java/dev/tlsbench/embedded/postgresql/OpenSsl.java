package dev.tlsbench.embedded.postgresql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** PostgreSQL's options for its TLS implementation, OpenSSL 1.1.1. */
final class OpenSsl {
  private static final Pattern CIPHER_SUITE =
      Pattern.compile(
          "TLS_((ECDHE_(ECDSA|RSA)|DHE_RSA|RSA)_WITH_)?"
              + "(AES_(128|256)_(GCM|CBC)_SHA(256|384)?|CHACHA20_POLY1305_SHA256)");

  private OpenSsl() {}

  /** Returns the IANA names of its suites. */
  static List<String> cipherSuites() {
    return TlsNames.allCipherSuites().stream()
        .filter(name -> CIPHER_SUITE.matcher(name).matches())
        .toList();
  }

  /**
   * Returns the options that limit protocols and suites.
   *
   * @throws InvalidSettingException if no protocol has a suite
   */
  static Map<String, String> options(List<String> protocols, List<String> cipherSuites) {
    List<String> usable =
        Stream.of("TLSv1.2", "TLSv1.3")
            .filter(protocol -> protocols.isEmpty() || protocols.contains(protocol))
            .filter(
                protocol ->
                    cipherSuites.isEmpty()
                        || cipherSuites.stream().anyMatch(suite -> TlsNames.fits(suite, protocol)))
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
    String names = suites.map(TlsNames::openSsl).collect(Collectors.joining(":"));
    if (!names.isEmpty()) {
      options.put(option, names);
    }
  }
}
