package dev.tlsbench.jmh.benchmark;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.jmh.tls.Suite;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.Optional;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.conscrypt.Conscrypt;

/** The ciphers outside of TLS that come with a TLS implementation. None of them gets installed. */
final class JceProviders {
  private JceProviders() {}

  /** Empty for an implementation that has no ciphers outside of TLS. */
  static Optional<Provider> of(TlsProvider implementation) {
    return switch (implementation) {
      case JDK -> Optional.ofNullable(Security.getProvider("SunJCE"));
      case BOUNCY_CASTLE -> Optional.of(Holder.BOUNCY_CASTLE);
      case CONSCRYPT -> Optional.of(Holder.CONSCRYPT);
      case OPENSSL -> Optional.empty();
    };
  }

  /** Why an implementation cannot protect the records of a suite; empty if it can. */
  static Optional<String> absence(TlsProvider implementation, Suite suite) {
    String notOffered = "not offered by " + implementation.id() + ": ";
    Optional<Provider> provider = of(implementation);
    if (provider.isEmpty()) {
      return Optional.of(notOffered + "no ciphers outside of TLS");
    }
    try {
      RecordCipher.open(provider.get(), suite, RecordKeys.random(suite));
      return Optional.empty();
    } catch (GeneralSecurityException e) {
      return Optional.of(notOffered + e.getMessage());
    }
  }

  /** Made when first asked for: some hundred milliseconds, a native library. */
  private static final class Holder {
    private static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();
    private static final Provider CONSCRYPT = Conscrypt.newProvider();
  }
}
