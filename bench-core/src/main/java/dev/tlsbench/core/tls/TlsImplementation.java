package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;

/** One TLS implementation: what it offers, and how it makes connections. */
interface TlsImplementation {

  /** The endpoint identification algorithm that checks host names (RFC 2818). */
  String CHECK_HOST_NAME = "HTTPS";

  /**
   * Finds the implementation of a provider.
   *
   * @throws InvalidSettingException if its library is not on the class path or cannot run here
   */
  static TlsImplementation of(TlsProvider provider) {
    try {
      return switch (provider) {
        case JDK -> new JdkTls();
        case BOUNCY_CASTLE -> new BouncyCastleTls();
        case CONSCRYPT -> new ConscryptTls();
        case OPENSSL -> new OpenSslTls();
      };
    } catch (LinkageError e) {
      throw new InvalidSettingException(
          "tls.provider=" + provider.id() + ": its library cannot be loaded; " + remedy(provider),
          e);
    }
  }

  private static String remedy(TlsProvider provider) {
    return switch (provider) {
      case CONSCRYPT -> "add org.conscrypt:conscrypt-openjdk-uber to the class path";
      case OPENSSL ->
          "add io.netty:netty-handler and io.netty:netty-tcnative-boringssl-static to the class"
              + " path";
      default -> "check the class path";
    };
  }

  /** The protocol versions it can negotiate in this JVM. */
  Set<String> protocols();

  /** The cipher suites it can negotiate in this JVM, by their IANA names. */
  Set<String> cipherSuites();

  /** The groups it can negotiate in this JVM, by their IANA names. */
  Set<String> namedGroups();

  /**
   * Whether it knows a protocol or suite, and only the JVM's policy on weak algorithms keeps it
   * from offering it.
   */
  default boolean isForbidden(String name) {
    return false;
  }

  /** Whether a list of suites also limits those of TLS 1.3. */
  default boolean limitsTls13Suites() {
    return true;
  }

  /** Whether a session of this protocol can be resumed. */
  boolean resumes(String protocol);

  /** Whether it can prove who the client is with a key of this kind, such as {@code RSA}. */
  default boolean signsWith(String keyAlgorithm) {
    return true;
  }

  /** Whether it hands over the OCSP response that a server staples. */
  boolean handsOverStapledResponses();

  /** Refuses what only some of its versions can do; does nothing where there is no such thing. */
  default void checkMore(TlsSettings settings) {}

  /** Makes ready for the connections of one client. */
  Connector connector(TlsSettings settings, Optional<ClientKey> key, ServerTrust trust);

  /**
   * Shakes hands over TCP connections, or makes the engines to do so. Safe to share between
   * threads.
   */
  interface Connector extends AutoCloseable {
    /**
     * Does all that is not part of the handshake, so that only the handshake is timed: without
     * resumption each connection has a context of its own, which costs some providers more than the
     * handshake does.
     *
     * @param host {@linkplain ServerName#withoutRoot without the root's dot}
     */
    Handshake prepare(Socket tcp, String host, int port) throws IOException;

    /** Does the same for callers that manage their own I/O: the handshake can begin. */
    SSLEngine engine(String host, int port);

    /** Frees what an engine holds outside of the heap; does nothing if that was done before. */
    default void release(SSLEngine engine) {}

    @Override
    void close();
  }

  /** A handshake that can begin. Runs once. */
  interface Handshake {
    TlsStream run() throws IOException;
  }
}
