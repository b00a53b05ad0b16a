package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sets options that a JVM reads once, before its first handshake: before Java 20, the groups that
 * it offers. They take effect only in a JVM that has not used TLS yet, such as a benchmark's fork;
 * in any other a benchmark fails, since it checks the negotiated group.
 */
public final class JvmSwitches {
  private static final String GROUPS = "jdk.tls.namedGroups";
  private static final int FIRST_WITH_GROUPS_API = 20;

  /** Strong references, since a logger without one loses its level when it is collected. */
  private static final List<Logger> TALKATIVE =
      List.of(Logger.getLogger("org.bouncycastle"), Logger.getLogger("io.netty"));

  private JvmSwitches() {}

  /** Keeps Bouncy Castle and Netty from logging each handshake on stderr. */
  public static void silenceProviders() {
    TALKATIVE.forEach(logger -> logger.setLevel(Level.OFF));
  }

  /**
   * Makes the JDK offer the groups of a connection, if it takes groups only for the whole JVM, and
   * silences the providers.
   *
   * @param ends of the connection; if SunJSSE is at neither, its groups are left alone
   */
  public static void prepareFor(Ends ends) {
    silenceProviders();
    boolean jdk =
        ends.at(Side.CLIENT) == TlsProvider.JDK || ends.at(Side.SERVER) == TlsProvider.JDK;
    if (jdk && Runtime.version().feature() < FIRST_WITH_GROUPS_API) {
      System.setProperty(GROUPS, String.join(",", ends.namedGroups()));
    }
  }
}
