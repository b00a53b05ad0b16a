package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.trust.ClientKey;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** A TLS implementation: its abilities in this JVM, by IANA names, and its connections. */
public interface TlsImplementation {
  /** The security property with the JVM's policy on weak algorithms. */
  String POLICY = "jdk.tls.disabledAlgorithms";

  /** The endpoint identification algorithm that checks host names (RFC 2818). */
  String CHECK_HOST_NAME = "HTTPS";

  Set<String> protocols();

  Set<String> cipherSuites();

  Set<String> namedGroups();

  /** Returns whether a list of suites also limits the suites of TLS 1.3. */
  default boolean limitsTls13Suites() {
    return true;
  }

  default boolean resumes(String protocol) {
    return true;
  }

  /** Returns whether it can sign with a client's key of this {@linkplain ClientKey#type type}. */
  boolean signsWith(String keyType);

  /** Returns whether it provides the OCSP response that a server staples. */
  default boolean handsOverStapledResponses() {
    return false;
  }

  /** Refuses settings that only some of its versions support; does nothing by default. */
  default void checkMore(Offer offer) {}

  /** Prepares the connections of one client; the trust manager judges its servers. */
  Connector connector(
      Offer offer, Optional<ClientKey> key, X509ExtendedTrustManager trust, boolean checksHostName);

  /**
   * Performs handshakes over TCP connections, or creates engines for them. Safe to share between
   * threads.
   */
  interface Connector extends AutoCloseable {
    /**
     * Does everything that is not part of the handshake, so that only the handshake is timed:
     * without resumption each connection has its own context, which costs some providers more than
     * the handshake.
     *
     * @param host {@linkplain HostName#withoutRoot without the root's dot}
     */
    Handshake prepare(Socket tcp, String host, int port) throws IOException;

    /** Creates an engine that is ready for its handshake, for callers that manage their own I/O. */
    SSLEngine engine(String host, int port);

    /** Frees an engine's native memory; further calls have no effect. */
    default void release(SSLEngine engine) {}

    @Override
    default void close() {}
  }

  /** A handshake that is ready to start. Runs once. */
  interface Handshake {
    TlsStream run() throws IOException;
  }
}
