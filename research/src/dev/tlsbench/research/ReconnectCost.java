package dev.tlsbench.research;

import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mysql.MySqlConnections;
import dev.tlsbench.core.mysql.MySqlUrl;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Compares the time of a reconnect to MySQL with a resumed session to Connector/J's own TLS, in
 * turns in one JVM: first with both verifying the server's certificate and name against the same
 * authority, then with neither verifying anything.
 */
final class ReconnectCost {
  private static final int WARM_UP = 300;
  private static final int BLOCKS = 60;
  private static final int BLOCK = 20;
  private static final String STORE_PASSWORD = "not a secret";

  private ReconnectCost() {}

  /** Takes the server from the variables that {@code servers/env} prints. */
  public static void main(String[] arguments) throws Exception {
    String url = System.getenv("TLSBENCH_MYSQL_URL");
    String caFile = System.getenv("TLSBENCH_CA_FILE");
    if (url == null || caFile == null) {
      System.err.println("TLSBENCH_MYSQL_URL and TLSBENCH_CA_FILE are not set: eval servers/env");
      System.exit(2);
    }
    Path store = trustStore(Path.of(caFile));
    try {
      Properties verifying = credentials(URI.create(url));
      verifying.setProperty("sslMode", "VERIFY_IDENTITY");
      verifying.setProperty("trustCertificateKeyStoreUrl", store.toUri().toString());
      verifying.setProperty("trustCertificateKeyStoreType", "PKCS12");
      verifying.setProperty("trustCertificateKeyStorePassword", STORE_PASSWORD);
      compare("verified", url, Map.of("tls.caFile", caFile), verifying);
      Properties trusting = credentials(URI.create(url));
      trusting.setProperty("sslMode", "REQUIRED");
      compare("not verified", url, Map.of("tls.insecure", "true"), trusting);
    } finally {
      Files.delete(store);
    }
  }

  private static void compare(
      String name, String url, Map<String, String> tls, Properties connectorJ) throws Exception {
    MySqlUrl parsed = MySqlUrl.parse(url);
    URI server = URI.create(url);
    String jdbc = "jdbc:mysql://" + server.getHost() + ":" + server.getPort() + server.getPath();
    try (MySqlConnections ours =
        parsed.open(parsed.settings(tls), Dialer.DIRECT, new TlsLedger())) {
      System.out.println(
          name
              + ": "
              + compare(ours::connect, () -> DriverManager.getConnection(jdbc, connectorJ)));
      System.out.printf(
          Locale.ROOT,
          "  handshakes of ours: %d full, %d resumed%n",
          ours.ledger().fullHandshakes(),
          ours.ledger().resumedHandshakes());
    }
  }

  private static String compare(Reconnect ours, Reconnect connectorJ) throws Exception {
    micros(ours, WARM_UP);
    micros(connectorJ, WARM_UP);
    List<Double> a = new ArrayList<>();
    List<Double> b = new ArrayList<>();
    for (int block = 0; block < BLOCKS; block++) {
      if (block % 2 == 0) {
        a.add(micros(ours, BLOCK));
        b.add(micros(connectorJ, BLOCK));
      } else {
        b.add(micros(connectorJ, BLOCK));
        a.add(micros(ours, BLOCK));
      }
    }
    return String.format(
        Locale.ROOT,
        "reconnect over TLS %.0f us, Connector/J alone %.0f us, ratio %s",
        PairedRatio.median(a),
        PairedRatio.median(b),
        PairedRatio.of(a, b));
  }

  private static double micros(Reconnect reconnect, int times) throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < times; i++) {
      reconnect.once().close();
    }
    return (System.nanoTime() - start) / 1000.0 / times;
  }

  private static Properties credentials(URI url) {
    String[] credentials = url.getUserInfo().split(":", 2);
    Properties properties = new Properties();
    properties.setProperty("user", credentials[0]);
    properties.setProperty("password", credentials[1]);
    return properties;
  }

  private static Path trustStore(Path caFile) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(caFile)) {
      for (Certificate ca : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("ca", ca);
      }
    }
    Path file = Files.createTempFile("tlsbench-trust", ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, STORE_PASSWORD.toCharArray());
    }
    return file;
  }

  /** A way to open a connection. */
  private interface Reconnect {
    Connection once() throws Exception;
  }
}
