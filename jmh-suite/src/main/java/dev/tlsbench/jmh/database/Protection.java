package dev.tlsbench.jmh.database;

import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.jmh.tls.Suite;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The protection of connections: the settings of a client, and the one outcome that counts.
 *
 * @param suite the only suite that the client offers; {@code null} for plain text
 * @param resumption whether the client keeps its sessions, so that a connection after the first
 *     resumes one
 */
public record Protection(@Nullable Suite suite, boolean resumption) {
  /**
   * The only group that SunJSSE and the wolfSSL of the embedded MariaDB share by default. SunJSSE
   * sends a key share for it unasked, next to the one for x25519.
   */
  static final String GROUP = "secp256r1";

  /** No protection. */
  public static Protection plain() {
    return new Protection(null, false);
  }

  /** A full handshake for each connection. */
  public static Protection full(Suite suite) {
    return new Protection(suite, false);
  }

  /** A resumed session for each connection but the first. */
  public static Protection resumed(Suite suite) {
    return new Protection(suite, true);
  }

  /** Returns {@code false} for plain text. */
  public boolean encrypted() {
    return suite != null;
  }

  /**
   * The settings of a client. The groups are left to the JDK, since before Java 20 only a whole JVM
   * can choose them; the servers see to it that there is no choice.
   *
   * @param caFile where the authority of the server is, asked only if there is TLS
   */
  TlsSettings settings(Supplier<Path> caFile) {
    if (suite == null) {
      return TlsSettings.builder().enabled(false).build();
    }
    return TlsSettings.builder()
        .enabled(true)
        .caFile(caFile.get())
        .protocols(List.of(suite.protocol()))
        .cipherSuites(List.of(suite.cipherSuite()))
        .resumption(resumption)
        .build();
  }

  /**
   * Compares.
   *
   * @throws IllegalStateException if a handshake did not agree on this
   */
  void check(NegotiatedTls negotiated) {
    boolean exchangesKeys =
        suite != null && (suite.isTls13() || !negotiated.resumed()); // RFC 8446, section 2.2
    boolean asAsked =
        suite != null
            && negotiated.protocol().equals(suite.protocol())
            && negotiated.cipherSuite().equals(suite.cipherSuite())
            && negotiated.resumed() == resumption
            && !negotiated.helloRetryRequest()
            && (!exchangesKeys || GROUP.equals(negotiated.namedGroup()));
    if (!asAsked) {
      throw new IllegalStateException(
          "not the connection to be measured: expected "
              + this
              + " with "
              + GROUP
              + ", negotiated "
              + negotiated);
    }
  }

  @Override
  public String toString() {
    return suite == null ? "plain text" : (resumption ? "resumed " : "full ") + suite.id();
  }
}
