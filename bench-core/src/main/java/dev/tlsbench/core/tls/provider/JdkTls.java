package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.name.TlsNames;
import dev.tlsbench.core.tls.pem.ClientKey;
import java.lang.reflect.Method;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** SunJSSE, the implementation of the running JDK. */
public final class JdkTls extends JsseTls {
  /** JDK 17's groups; from Java 20 on the implementation says itself which it has. */
  private static final Set<String> JAVA_17_GROUPS =
      Set.of(
          "x25519",
          "secp256r1",
          "secp384r1",
          "secp521r1",
          "x448",
          "ffdhe2048",
          "ffdhe3072",
          "ffdhe4096",
          "ffdhe6144",
          "ffdhe8192");

  private static final String GROUPS_PROPERTY = "jdk.tls.namedGroups";
  private static final int FIRST_WITH_GROUPS_API = 20;

  public JdkTls() {
    super(sunJsse());
  }

  private static Provider sunJsse() {
    try {
      return SSLContext.getInstance("TLS", "SunJSSE").getProvider();
    } catch (NoSuchAlgorithmException | java.security.NoSuchProviderException e) {
      throw new InvalidSettingException(
          "tls.provider=jdk: this JVM has no SunJSSE; choose bouncycastle", e);
    }
  }

  @Override
  public Set<String> namedGroups() {
    if (!hasGroupsApi()) {
      return JAVA_17_GROUPS;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider());
      context.init(null, null, null);
      String[] groups =
          (String[])
              SSLParameters.class
                  .getMethod("getNamedGroups")
                  .invoke(context.createSSLEngine().getSSLParameters());
      return groups == null ? JAVA_17_GROUPS : new LinkedHashSet<>(Arrays.asList(groups));
    } catch (ReflectiveOperationException | java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public boolean isForbidden(String name) {
    return isDropped(name) || (!cipherSuites().contains(name) && isKnown(name));
  }

  /** It does not list suites that the JVM has disabled, but an engine takes their names. */
  private boolean isKnown(String suite) {
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider());
      context.init(null, null, null);
      context.createSSLEngine().setEnabledCipherSuites(new String[] {suite});
      return TlsNames.protects(suite);
    } catch (IllegalArgumentException e) {
      return false;
    } catch (java.security.GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From Java 16 on it has no other curves than NIST's. */
  @Override
  public boolean signsWith(String keyType) {
    return !keyType.startsWith("EC") || ClientKey.isOnNistCurve(keyType);
  }

  @Override
  public boolean resumes(String protocol) {
    return true;
  }

  @Override
  public boolean handsOverStapledResponses() {
    return true;
  }

  /** Before Java 20 groups are chosen for the whole JVM, by a property that is read once. */
  @Override
  public void checkMore(Offer offer) {
    List<String> asked = offer.namedGroups();
    if (asked.isEmpty() || hasGroupsApi()) {
      return;
    }
    if (!asked.equals(List.of(System.getProperty(GROUPS_PROPERTY, "").split(",")))) {
      throw new InvalidSettingException(
          "tls.namedGroups: provider jdk on Java "
              + Runtime.version().feature()
              + " takes groups for the whole JVM only; start it with -D"
              + GROUPS_PROPERTY
              + "="
              + String.join(",", asked)
              + ", use Java 20 or later, or choose another provider");
    }
  }

  @Override
  void prepare(SSLParameters parameters, Offer offer) {
    if (offer.namedGroups().isEmpty() || !hasGroupsApi()) {
      return;
    }
    try {
      Method setter = SSLParameters.class.getMethod("setNamedGroups", String[].class);
      setter.invoke(parameters, (Object) offer.namedGroups().toArray(new String[0]));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean hasGroupsApi() {
    return Runtime.version().feature() >= FIRST_WITH_GROUPS_API;
  }
}
