package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.trust.ClientKey;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * The certificates and the key of TLS settings as the JDK's key stores, for drivers that perform
 * TLS by themselves and read no PEM. Stores in files can be read by this user only, until {@link
 * #close} deletes them; their password is made at random, and in memory only.
 *
 * <p>Not safe to share between threads.
 */
public final class DriverStores implements AutoCloseable {
  /** The type of the stores. */
  public static final String TYPE = "PKCS12";

  /** The only name under which pgjdbc looks for a key; others look for any. */
  private static final String KEY_ALIAS = "user";

  private static final int PASSWORD_BYTES = 16;

  private final @Nullable KeyStore authorities;
  private final @Nullable KeyStore key;
  private final boolean anyChain;
  private final String password;
  private final List<Path> files = new ArrayList<>();

  DriverStores(TlsSettings settings) {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    password = HexFormat.of().formatHex(random);
    anyChain = settings.trust().allowInvalidCertificates();
    try {
      Optional<List<X509Certificate>> trusted = settings.trust().authorities();
      authorities = trusted.isEmpty() ? null : store(trusted.get());
      Optional<ClientKey> client = ClientKey.read(settings.identity());
      key = client.isEmpty() ? null : store(client.get());
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("a key store cannot be held in memory", e);
    }
  }

  private static KeyStore store(List<X509Certificate> authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    for (X509Certificate authority : authorities) {
      store.setCertificateEntry("ca" + store.size(), authority);
    }
    return store;
  }

  private KeyStore store(ClientKey client) throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    store.setKeyEntry(
        KEY_ALIAS,
        client.key(),
        password.toCharArray(),
        client.chain().toArray(new Certificate[0]));
    return store;
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(TYPE);
    store.load(null, null);
    return store;
  }

  /** {@return the password of the stores; secret} */
  public String password() {
    return password;
  }

  /** {@return a file with the trusted authorities; empty if the JVM's are trusted} */
  public Optional<Path> authoritiesFile() {
    return Optional.ofNullable(authorities).map(this::file);
  }

  /** {@return a file with the client's certificate and key; empty for none} */
  public Optional<Path> keyFile() {
    return Optional.ofNullable(key).map(this::file);
  }

  private Path file(KeyStore store) {
    try {
      // Readable by its owner alone.
      Path file = Files.createTempFile("tlsbench", ".p12");
      file.toFile().deleteOnExit();
      files.add(file);
      try (OutputStream out = Files.newOutputStream(file)) {
        store.store(out, password.toCharArray());
      }
      return file;
    } catch (IOException | GeneralSecurityException e) {
      close();
      throw new InvalidSettingException(
          "tls.provider=driver: no key store for the driver can be written (%s)"
              .formatted(e.getMessage()),
          e);
    }
  }

  /** Deletes the files. */
  @Override
  public void close() {
    for (Path file : files) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        // Deleted when the JVM ends.
      }
    }
    files.clear();
  }

  /** {@return a new context of the JDK, as an application makes it from its stores} */
  public SSLContext context() {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(key, password.toCharArray());
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(authorities);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.getKeyManagers(),
          anyChain ? new TrustManager[] {new AnyChain()} : trust.getTrustManagers(),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new InvalidSettingException(
          "tls.provider=driver: the JDK's own TLS does not take these certificates (%s)"
              .formatted(e.getMessage()),
          e);
    }
  }

  /** Accepts every chain; the JDK still checks the host name if the connection asks for that. */
  private static final class AnyChain implements X509TrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
