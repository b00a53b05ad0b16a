package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.provider.BouncyCastleTls;
import dev.tlsbench.core.tls.provider.ConscryptTls;
import dev.tlsbench.core.tls.provider.JdkTls;
import dev.tlsbench.core.tls.provider.OpenSslTls;
import dev.tlsbench.core.tls.provider.TlsImplementation;
import java.util.Arrays;
import java.util.Locale;

/** The TLS implementations that a client can use. */
public enum TlsProvider {
  /** SunJSSE, the implementation of the running JDK. The default. */
  JDK("jdk", "check the class path"),
  /** The JSSE provider of Bouncy Castle ({@code org.bouncycastle:bctls-jdk18on}). */
  BOUNCY_CASTLE("bouncycastle", "check the class path"),
  /** Conscrypt, BoringSSL behind a JSSE provider ({@code org.conscrypt:conscrypt-openjdk-uber}). */
  CONSCRYPT("conscrypt", "add org.conscrypt:conscrypt-openjdk-uber to the class path"),
  /** BoringSSL through Netty ({@code io.netty:netty-tcnative-boringssl-static}). */
  OPENSSL(
      "openssl",
      "add io.netty:netty-handler and io.netty:netty-tcnative-boringssl-static to the class path");

  private final String id;
  private final String remedy;

  TlsProvider(String id, String remedy) {
    this.id = id;
    this.remedy = remedy;
  }

  /** Loads the implementation; its library may be missing, or may not run here. */
  TlsImplementation implementation() {
    try {
      return switch (this) {
        case JDK -> new JdkTls();
        case BOUNCY_CASTLE -> new BouncyCastleTls();
        case CONSCRYPT -> new ConscryptTls();
        case OPENSSL -> new OpenSslTls();
      };
    } catch (LinkageError e) {
      throw new InvalidSettingException(
          "tls.provider=" + id + ": its library cannot be loaded; " + remedy, e);
    }
  }

  /**
   * {@return the provider of this name in the property {@code tls.provider}}
   *
   * @param name an {@link #id}, or the name of a constant, in any case
   * @throws InvalidSettingException if the name is unknown
   */
  public static TlsProvider of(String name) {
    String wanted = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return Arrays.stream(values())
        .filter(provider -> provider.id.equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    ("tls.provider: there is no provider '%s'; choose one of jdk, bouncycastle,"
                            + " conscrypt, openssl, or driver for the driver's own TLS")
                        .formatted(name)));
  }

  /** {@return the provider's name in the property {@code tls.provider}, in lower case} */
  public String id() {
    return id;
  }
}
