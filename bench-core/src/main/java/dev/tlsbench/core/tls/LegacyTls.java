package dev.tlsbench.core.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.security.Security;
import java.util.Objects;
import java.util.Properties;

/**
 * Lets a JVM use what its policy on weak algorithms ({@code jdk.tls.disabledAlgorithms}) forbids:
 * TLS 1.0 and 1.1, RC4, Triple DES and {@code TLS_RSA_*}. For measurements; data that matters is
 * not safe with any of them.
 *
 * <p>By default the policy is the JDK's. Settings stay as they are: a client still offers TLS 1.2
 * and 1.3 unless it is asked for another protocol. Chains are checked as before.
 *
 * <p>The policy is one of the whole JVM, which reads it before its first handshake. Servers of
 * {@code bench-embedded} that are JVMs, and the forks of an experiment, have that of the JVM that
 * starts them.
 */
public final class LegacyTls {
  private static final URL FILE =
      Objects.requireNonNull(LegacyTls.class.getResource("legacy-tls.security"));

  private LegacyTls() {}

  /**
   * Relaxes the policy of this JVM, for as long as it runs. To be called before anything uses TLS:
   * later it changes nothing, and a context refuses the suites as it did before.
   */
  public static void allow() {
    Properties policy = policy();
    policy
        .stringPropertyNames()
        .forEach(name -> Security.setProperty(name, policy.getProperty(name)));
  }

  /**
   * {@return whether this JVM has the relaxed policy: after {@link #allow}, or started with {@link
   * #jvmArgument}}
   */
  public static boolean isAllowed() {
    Properties policy = policy();
    return policy.stringPropertyNames().stream()
        .allMatch(name -> policy.getProperty(name).equals(Security.getProperty(name)));
  }

  /**
   * {@return the one argument, {@code -Djava.security.properties=…}, that gives the relaxed policy
   * to a JVM that is to be started}
   */
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
