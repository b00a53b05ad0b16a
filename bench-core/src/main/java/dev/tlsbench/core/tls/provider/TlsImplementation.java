package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.tls.pem.ClientKey;
import dev.tlsbench.core.tls.trust.ServerName;
import dev.tlsbench.core.tls.trust.ServerTrust;
import java.io.IOException;
import java.net.Socket;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLEngine;

/** One TLS implementation: what it offers, and how it makes connections. */
public interface TlsImplementation {
  /** The security property with the JVM's policy on weak algorithms. */
  String POLICY = "jdk.tls.disabledAlgorithms";

  /** The protocol versions it can negotiate in this JVM. */
  Set<String> protocols();

  /** The cipher suites it can negotiate in this JVM, by their IANA names. */
  Set<String> cipherSuites();

  /** The groups it can negotiate in this JVM, by their IANA names. */
  Set<String> namedGroups();

  /**
   * Returns the setting of the JVM that alone keeps it from offering a protocol or suite, {@link
   * #POLICY} or one with its value; empty if it offers that, or does not know it.
   */
  default Optional<String> forbiddenBy(String name) {
    return Optional.empty();
  }

  /** The suites that it offers if none are asked for, by their IANA names. */
  default Set<String> defaultCipherSuites() {
    return cipherSuites();
  }

  /** Returns whether a list of suites also limits those of TLS 1.3. */
  default boolean limitsTls13Suites() {
    return true;
  }

  /** Returns whether a session of this protocol can be resumed. */
  boolean resumes(String protocol);

  /** Returns whether it can sign with a client's key of this {@linkplain ClientKey#type type}. */
  boolean signsWith(String keyType);

  /** Returns whether it hands over the OCSP response that a server staples. */
  boolean handsOverStapledResponses();

  /** Refuses what only some of its versions can do; does nothing where there is no such thing. */
  default void checkMore(Offer offer) {}

  /** Makes ready for the connections of one client. */
  Connector connector(Offer offer, Optional<ClientKey> key, ServerTrust trust);

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
