package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sets options that a JVM reads once, before its first handshake: the groups of SunJSSE's server,
 * and before Java 20 of its client. They take effect only in a JVM that has not used TLS yet, such
 * as a benchmark's fork; in any other a benchmark fails, since it checks the negotiated group.
 */
public final class JvmSwitches {
  private static final String GROUPS = "jdk.tls.namedGroups";

  /** Strong references, since a logger without one loses its level when it is collected. */
  private static final List<Logger> TALKATIVE =
      List.of(Logger.getLogger("org.bouncycastle"), Logger.getLogger("io.netty"));

  private JvmSwitches() {}

  /** Keeps Bouncy Castle and Netty from logging each handshake on stderr. */
  public static void silenceProviders() {
    TALKATIVE.forEach(logger -> logger.setLevel(Level.OFF));
  }

  /**
   * Makes the JDK take the groups of a connection, and silences the providers.
   *
   * @param ends of the connection; if SunJSSE is at neither, its groups are left alone
   */
  public static void prepareFor(Ends ends) {
    silenceProviders();
    if (ends.at(Side.CLIENT) == TlsProvider.JDK || ends.at(Side.SERVER) == TlsProvider.JDK) {
      System.setProperty(GROUPS, String.join(",", ends.namedGroups()));
    }
  }
}
