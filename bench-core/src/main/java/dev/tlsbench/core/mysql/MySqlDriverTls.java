package dev.tlsbench.core.mysql;

import com.mysql.cj.conf.PropertyKey;
import dev.tlsbench.core.tls.DriverStores;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsSettings;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** TLS settings as Connector/J's own options, which take key stores and no PEM. */
final class MySqlDriverTls {
  private final Map<String, String> options = new LinkedHashMap<>();
  private final DriverStores stores;

  MySqlDriverTls(TlsContext context) {
    TlsSettings settings = context.settings();
    stores = context.driverStores();
    set(
        PropertyKey.sslMode,
        settings.trust().allowInvalidCertificates()
            ? "REQUIRED"
            : settings.trust().allowInvalidHostnames() ? "VERIFY_CA" : "VERIFY_IDENTITY");
    set(PropertyKey.tlsVersions, String.join(",", settings.offer().protocols()));
    if (!settings.offer().cipherSuites().isEmpty()) {
      set(PropertyKey.tlsCiphersuites, String.join(",", settings.offer().cipherSuites()));
    }
    stores.authoritiesFile().ifPresent(file -> store("trust", file));
    stores.keyFile().ifPresent(file -> store("client", file));
  }

  private void set(PropertyKey option, String value) {
    options.put(option.getKeyName(), value);
  }

  private void store(String use, Path file) {
    String option = use + "CertificateKeyStore";
    options.put(option + "Url", file.toUri().toString());
    options.put(option + "Type", DriverStores.TYPE);
    options.put(option + "Password", stores.password());
  }

  void applyTo(Properties properties) {
    options.forEach(properties::setProperty);
  }
}
