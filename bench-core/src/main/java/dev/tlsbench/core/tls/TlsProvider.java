package dev.tlsbench.core.tls;

import dev.tlsbench.core.InvalidSettingException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The TLS implementations that a client can use. */
public enum TlsProvider {
  /** SunJSSE, the implementation of the running JDK. The default. */
  JDK("jdk"),
  /** The JSSE provider of Bouncy Castle ({@code org.bouncycastle:bctls-jdk18on}). */
  BOUNCY_CASTLE("bouncycastle"),
  /** Conscrypt, BoringSSL behind a JSSE provider ({@code org.conscrypt:conscrypt-openjdk-uber}). */
  CONSCRYPT("conscrypt"),
  /** BoringSSL through Netty ({@code io.netty:netty-tcnative-boringssl-static}). */
  OPENSSL("openssl");

  private final String id;

  TlsProvider(String id) {
    this.id = id;
  }

  /**
   * Finds a provider by the name that the property {@code tls.provider} gives it.
   *
   * @param name {@code jdk}, {@code bouncycastle}, {@code conscrypt} or {@code openssl}, in any
   *     case; the names of the constants are accepted too
   * @return the provider
   * @throws InvalidSettingException if there is none of that name
   */
  public static TlsProvider of(String name) {
    String wanted = name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return Arrays.stream(values())
        .filter(provider -> provider.id.equals(wanted))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidSettingException(
                    "tls.provider: there is no provider '"
                        + name
                        + "'; choose one of "
                        + Arrays.stream(values())
                            .map(TlsProvider::id)
                            .collect(Collectors.joining(", "))));
  }

  /**
   * The name that the property {@code tls.provider} gives this provider.
   *
   * @return a word in lower case
   */
  public String id() {
    return id;
  }
}
