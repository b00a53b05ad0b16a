package dev.tlsbench.jmh.tls;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.embedded.KeyType;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Missing features of each TLS implementation on the running JDK. A test tries every combination to
 * verify them; {@code docs/reference/capabilities.md} lists them in tables.
 */
public final class Capabilities {
  private static final int FIRST_JDK_WITH_HYBRID = 27;

  private static final Set<Suite> NOT_IN_BORING_SSL =
      EnumSet.of(
          Suite.TLS12_AES128_CBC_SHA256, Suite.TLS12_3DES_EDE_CBC_SHA, Suite.TLS12_RC4_128_SHA);

  private Capabilities() {}

  /** Returns why a client cannot use a suite that the JVM's security policy allows. */
  public static Optional<String> absence(TlsProvider provider, Suite suite) {
    boolean lacks =
        switch (provider) {
          case JDK -> false;
          case BOUNCY_CASTLE -> suite == Suite.TLS12_RC4_128_SHA;
          case CONSCRYPT, OPENSSL -> NOT_IN_BORING_SSL.contains(suite);
        };
    return lacks ? notOffered(provider, suite.id()) : Optional.empty();
  }

  /** Returns why two ends cannot shake hands; empty if they can. */
  public static Optional<String> absence(Ends ends, boolean resumed) {
    if (ends.usesHybridGroup() && !ends.tls13()) {
      return Optional.of("TLS 1.2 has no " + ends.namedGroup());
    }
    for (Side side : Side.values()) {
      Optional<String> absence = absence(side, ends, resumed);
      if (absence.isPresent()) {
        return absence;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> absence(Side side, Ends ends, boolean resumed) {
    TlsProvider provider = ends.at(side);
    if (ends.namedGroup().equals(Ends.HYBRID_OF_P_256) && provider != TlsProvider.BOUNCY_CASTLE) {
      return notOffered(provider, ends.namedGroup());
    }
    String where = " as a " + side.name().toLowerCase(Locale.ROOT);
    return switch (provider) {
      case JDK ->
          ends.usesHybridGroup() && !jdkHasHybrid()
              ? notOffered(provider, ends.namedGroup() + " before Java " + FIRST_JDK_WITH_HYBRID)
              : Optional.empty();
      case BOUNCY_CASTLE -> {
        if (resumed && ends.tls13()) {
          yield notOffered(provider, "resumption under TLS 1.3");
        }
        boolean retries =
            ends.usesHybridGroup() && side == Side.CLIENT && ends.key() == KeyType.P_256;
        yield retries
            ? notOffered(provider, "a first key share of that group beside a P-256 certificate")
            : Optional.empty();
      }
      case CONSCRYPT, OPENSSL ->
          ends.key() == KeyType.ED25519 && !signsWithEd25519(provider, side, ends)
              ? notOffered(provider, "Ed25519" + where)
              : Optional.empty();
    };
  }

  /**
   * Returns whether an end works with Ed25519 certificates. By default BoringSSL does not verify
   * such signatures, but as Netty's server it creates them.
   */
  private static boolean signsWithEd25519(TlsProvider provider, Side side, Ends ends) {
    return provider == TlsProvider.OPENSSL && side == Side.SERVER && ends.tls13() && !ends.mutual();
  }

  private static boolean jdkHasHybrid() {
    return Runtime.version().feature() >= FIRST_JDK_WITH_HYBRID;
  }

  private static Optional<String> notOffered(TlsProvider provider, String what) {
    return Optional.of("not offered by " + provider.id() + ": " + what);
  }
}
