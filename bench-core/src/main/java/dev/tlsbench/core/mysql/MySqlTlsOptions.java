package dev.tlsbench.core.mysql;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.BooleanWords;
import dev.tlsbench.core.url.TlsOption;
import dev.tlsbench.core.url.UrlOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The TLS options of a URL: the mysql client's ({@code ssl-ca}) and Connector/J's ({@code
 * trustCertificateKeyStoreUrl}). Names are accepted in any case, and with dashes, underscores or
 * neither, except that {@code tls-ciphersuites} is the client's and {@code tlsCiphersuites}
 * Connector/J's.
 */
final class MySqlTlsOptions {
  /** Connector/J's words. */
  private static final BooleanWords BOOLEAN =
      new BooleanWords(List.of("true", "yes"), List.of("false", "no"), true);

  private final Map<MySqlTlsWord, UrlOption> options = new EnumMap<>(MySqlTlsWord.class);
  private final List<String> warnings = new ArrayList<>();
  private final @Nullable SslMode mode;

  MySqlTlsOptions(List<UrlOption> all) {
    for (UrlOption option : all) {
      MySqlTlsWord.of(option.name()).ifPresent(word -> take(word, option));
    }
    mode = mode();
    checkMode();
    checkSuites();
  }

  List<String> warnings() {
    return List.copyOf(warnings);
  }

  TlsSettings.Builder settings() {
    TlsSettings.Builder settings = TlsSettings.builder();
    if (mode != null) {
      mode.apply(settings);
    } else if (options.keySet().stream().anyMatch(MySqlTlsWord::isMaterial)) {
      // Files without a mode: a user that names a CA expects the server to be checked
      // against it.
      SslMode.VERIFY_IDENTITY.apply(settings);
    }
    file(MySqlTlsWord.CA, settings::caFile);
    text(MySqlTlsWord.CA_PASSWORD, settings::caFilePassword);
    settings.jvmKeyStore(!Boolean.FALSE.equals(bool(MySqlTlsWord.SYSTEM_KEY_STORE)));
    file(MySqlTlsWord.CERT, settings::certificateFile);
    file(MySqlTlsWord.KEY, settings::keyFile);
    text(MySqlTlsWord.KEY_PASSWORD, settings::keyPassword);
    file(MySqlTlsWord.CRL, settings::crlFile);
    names(MySqlTlsWord.PROTOCOLS, settings::protocols);
    names(MySqlTlsWord.SUITES, settings::cipherSuites);
    names(MySqlTlsWord.TLS12_SUITES, settings::tls12CipherSuites);
    names(MySqlTlsWord.TLS13_SUITES, settings::tls13CipherSuites);
    return settings;
  }

  private void take(MySqlTlsWord word, UrlOption option) {
    word.checkValue(option);
    UrlOption other = options.putIfAbsent(word, option);
    if (other != null && !other.value().equals(option.value())) {
      throw new InvalidSettingException(
          "%s, %s: both say the same thing, with different values; keep one of them"
              .formatted(other.name(), option.name()));
    }
  }

  /** Connector/J, "Configuration properties": the three old options count only without sslMode. */
  private @Nullable SslMode mode() {
    UrlOption given = options.get(MySqlTlsWord.MODE);
    Boolean use = bool(MySqlTlsWord.USE_SSL);
    Boolean require = bool(MySqlTlsWord.REQUIRE_SSL);
    Boolean verify = bool(MySqlTlsWord.VERIFY_SERVER_CERTIFICATE);
    boolean old = use != null || require != null || verify != null;
    if (old) {
      warnings.add(
          "useSSL, requireSSL, verifyServerCertificate: deprecated by Connector/J; say ssl-mode");
    }
    if (given != null) {
      return SslMode.of(given);
    }
    if (!old) {
      return null;
    }
    if (Boolean.FALSE.equals(use)) {
      return SslMode.DISABLED;
    }
    if (Boolean.TRUE.equals(verify)) {
      return SslMode.VERIFY_CA;
    }
    if (Boolean.TRUE.equals(require)) {
      return SslMode.REQUIRED;
    }
    throw SslMode.refusePreferred("useSSL=true without requireSSL=true means ssl-mode=PREFERRED");
  }

  private void checkMode() {
    List<String> material =
        options.entrySet().stream()
            .filter(entry -> entry.getKey().isMaterial())
            .map(entry -> entry.getValue().name())
            .toList();
    if (mode == SslMode.DISABLED && !material.isEmpty()) {
      throw new InvalidSettingException(
          "ssl-mode=DISABLED: the URL has the TLS option "
              + material.get(0)
              + " too; remove it, or switch TLS on");
    }
    if (mode == SslMode.REQUIRED && options.containsKey(MySqlTlsWord.CA)) {
      warnings.add(
          "ssl-mode=REQUIRED: accepts any certificate, so the CA file has no effect; say VERIFY_CA"
              + " or VERIFY_IDENTITY");
    }
    if (mode == SslMode.REQUIRED && options.containsKey(MySqlTlsWord.CRL)) {
      throw new InvalidSettingException(
          "ssl-mode=REQUIRED: accepts any certificate, revoked ones too, which contradicts ssl-crl;"
              + " say VERIFY_CA or VERIFY_IDENTITY");
    }
    if (Boolean.FALSE.equals(bool(MySqlTlsWord.SYSTEM_TRUST_STORE))
        && !options.containsKey(MySqlTlsWord.CA)
        && mode != SslMode.DISABLED
        && mode != SslMode.REQUIRED) {
      throw new InvalidSettingException(
          "fallbackToSystemTrustStore=false: leaves no authority to trust; name a CA file with"
              + " ssl-ca");
    }
  }

  private void checkSuites() {
    UrlOption all = options.get(MySqlTlsWord.SUITES);
    UrlOption tls12 = options.get(MySqlTlsWord.TLS12_SUITES);
    UrlOption other = tls12 != null ? tls12 : options.get(MySqlTlsWord.TLS13_SUITES);
    if (all != null && other != null) {
      throw new InvalidSettingException(
          all.name()
              + ", "
              + other.name()
              + ": the first limits the cipher suites of all protocols, the second those of "
              + (other.equals(tls12) ? "TLS 1.2 and below" : "TLS 1.3")
              + "; keep the first, or ssl-cipher and tls-ciphersuites");
    }
    UrlOption protocols = options.get(MySqlTlsWord.PROTOCOLS);
    if (protocols != null) {
      boolean tls13 = protocols.value().contains("1.3");
      boolean below =
          TlsOption.list(protocols.name(), protocols.value()).stream()
              .anyMatch(name -> !name.endsWith("1.3"));
      warnIfWithoutEffect(MySqlTlsWord.TLS12_SUITES, below, protocols);
      warnIfWithoutEffect(MySqlTlsWord.TLS13_SUITES, tls13, protocols);
    }
  }

  /** Warns about such a list, which the mysql client accepts silently. */
  private void warnIfWithoutEffect(MySqlTlsWord suites, boolean effective, UrlOption protocols) {
    UrlOption given = options.get(suites);
    if (given != null && !effective) {
      warnings.add(
          given.name()
              + ": has no effect, as "
              + protocols.name()
              + " leaves out the protocols that it limits; remove it, or add one of them");
    }
  }

  private @Nullable Boolean bool(MySqlTlsWord word) {
    UrlOption option = options.get(word);
    if (option == null) {
      return null;
    }
    return BOOLEAN.parse(option.name(), option.value());
  }

  private void file(MySqlTlsWord word, Consumer<Path> to) {
    UrlOption option = options.get(word);
    if (option != null) {
      to.accept(StoreLocation.of(option));
    }
  }

  private void text(MySqlTlsWord word, Consumer<String> to) {
    UrlOption option = options.get(word);
    if (option != null) {
      to.accept(option.value());
    }
  }

  private void names(MySqlTlsWord word, Consumer<List<String>> to) {
    UrlOption option = options.get(word);
    if (option == null) {
      return;
    }
    try {
      to.accept(TlsOption.list(option.name(), option.value()));
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(inWordsOfUrl(option, String.valueOf(e.getMessage())), e);
    }
  }

  /**
   * Replaces the setting at the beginning of a message, and the settings that it names as a remedy.
   */
  private static String inWordsOfUrl(UrlOption option, String message) {
    return option.name()
        + message
            .substring(message.indexOf(':'))
            .replace("tls12CipherSuites", "ssl-cipher")
            .replace("tls13CipherSuites", "tls-ciphersuites");
  }
}
