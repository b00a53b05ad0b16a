package dev.tlsbench.core.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.Security;
import java.util.Objects;
import java.util.Properties;

/**
 * Lets a JVM use algorithms that its policy ({@code jdk.tls.disabledAlgorithms}) forbids: TLS 1.0
 * and 1.1, RC4, Triple DES and {@code TLS_RSA_*}. For measurements only: none of them is secure.
 *
 * <p>By default the JDK's policy applies. Settings do not change: a client still offers TLS 1.2 and
 * 1.3 unless another protocol is requested. Chains are checked as before.
 *
 * <p>The policy applies to the whole JVM, which reads it before its first handshake. Servers of
 * {@code bench-embedded} that are JVMs, and the forks of an experiment, inherit it from the JVM
 * that starts them.
 */
public final class LegacyTls {
  private static final URL FILE =
      Objects.requireNonNull(LegacyTls.class.getResource("legacy-tls.security"));

  private LegacyTls() {}

  /**
   * Relaxes the policy of this JVM for the rest of its life. Call it before anything uses TLS:
   * later it has no effect, and a context still refuses the suites.
   */
  public static void allow() {
    Properties policy = policy();
    policy
        .stringPropertyNames()
        .forEach(name -> Security.setProperty(name, policy.getProperty(name)));
  }

  /**
   * {@return whether this JVM has the relaxed policy, by {@link #allow} or {@link #jvmArgument}}
   */
  public static boolean isAllowed() {
    Properties policy = policy();
    return policy.stringPropertyNames().stream()
        .allMatch(name -> policy.getProperty(name).equals(Security.getProperty(name)));
  }

  /** {@return the argument that gives a new JVM the relaxed policy} */
  public static String jvmArgument() {
    return "-Djava.security.properties=" + FILE;
  }

  private static Properties policy() {
    Properties policy = new Properties();
    try (InputStream in = FILE.openStream()) {
      policy.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return policy;
  }
}
