package dev.tlsbench.embedded;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The common options of embedded servers. Defaults: TLS with a new authority and a {@link
 * KeyType#P_256} key, the protocols and suites that the server's TLS implementation offers, any
 * free port, and a temporary directory, deleted when the server is closed.
 *
 * <p>Not safe for use by several threads.
 *
 * @param <B> the builder itself, so that calls chain
 */
public abstract class EmbeddedServerBuilder<B extends EmbeddedServerBuilder<B>> {
  private static final int HIGHEST_PORT = 65535;

  boolean tls = true;
  @Nullable CertificateAuthority authority;
  @Nullable IssuedCertificate serverCertificate;
  KeyType keyType = KeyType.P_256;
  List<String> protocols = List.of();
  List<String> cipherSuites = List.of();
  @Nullable Path directory;
  int port;

  EmbeddedServerBuilder() {}

  abstract B self();

  /**
   * Switches TLS off.
   *
   * @return this
   */
  @CanIgnoreReturnValue
  public B plain() {
    this.tls = false;
    return self();
  }

  /**
   * Has the server's and the client's certificate issued by this authority, in place of one made
   * for this server alone.
   *
   * @param ca also what the server checks the certificates of clients against
   * @return this
   */
  @CanIgnoreReturnValue
  public B authority(CertificateAuthority ca) {
    this.authority = ca;
    return self();
  }

  /**
   * Gives the server a certificate of the caller's making: one that has expired, one for another
   * host. {@link #authority} must be given too, since {@link EmbeddedServer#caFile} comes from it.
   *
   * @param certificate what the server shows
   * @return this
   */
  @CanIgnoreReturnValue
  public B serverCertificate(IssuedCertificate certificate) {
    this.serverCertificate = certificate;
    return self();
  }

  /**
   * Sets the kind of key that the server's certificate has.
   *
   * @param type default {@link KeyType#P_256}
   * @return this
   */
  @CanIgnoreReturnValue
  public B keyType(KeyType type) {
    this.keyType = type;
    return self();
  }

  /**
   * Limits the protocols that the server accepts.
   *
   * @param names such as {@code TLSv1.2} and {@code TLSv1.3}; none for the server's own choice, the
   *     default
   * @return this
   */
  @CanIgnoreReturnValue
  public B protocols(String... names) {
    this.protocols = List.of(names);
    return self();
  }

  /**
   * Limits the cipher suites that the server accepts.
   *
   * @param names IANA names; none for the server's own choice, the default
   * @return this
   */
  @CanIgnoreReturnValue
  public B cipherSuites(String... names) {
    this.cipherSuites = List.of(names);
    return self();
  }

  /**
   * Keeps data, certificates and log in a directory of the caller, for the next server that is
   * started on it. Only one server can use a directory at a time.
   *
   * @param path made (mode 0700) if it is not there
   * @return this
   */
  @CanIgnoreReturnValue
  public B directory(Path path) {
    this.directory = path;
    return self();
  }

  /**
   * Sets the port.
   *
   * @param number 1 to 65535, or 0, the default, for one that the kernel chooses
   * @return this
   * @throws InvalidSettingException if there is no such port
   */
  @CanIgnoreReturnValue
  public B port(int number) {
    if (number < 0 || number > HIGHEST_PORT) {
      throw new InvalidSettingException("port: " + number + " is not between 0 and 65535");
    }
    this.port = number;
    return self();
  }

  /**
   * Starts the server.
   *
   * @return a server that accepts connections
   * @throws InvalidSettingException if options contradict each other, or ask for what the server
   *     lacks
   * @throws StartFailedException if the server does not start, or its directory is in use
   * @throws IOException if its files cannot be written
   */
  public abstract EmbeddedServer start() throws IOException;

  void check() {
    if (serverCertificate != null && authority == null) {
      throw new InvalidSettingException(
          "serverCertificate: the authority that clients should trust is missing; give authority"
              + " too");
    }
    if (!tls && (authority != null || !protocols.isEmpty() || !cipherSuites.isEmpty())) {
      throw new InvalidSettingException(
          "plain: a server without TLS has no authority, protocols or cipher suites; leave them"
              + " out");
    }
  }
}
