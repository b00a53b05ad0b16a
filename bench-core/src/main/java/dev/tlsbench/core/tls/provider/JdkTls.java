package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.trust.ClientKey;
import java.lang.reflect.Method;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

/** SunJSSE, the implementation of the running JDK. */
public final class JdkTls extends JsseTls {
  /** JDK 17's groups; since Java 20 the implementation itself lists its groups. */
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
    requireUsableGroups();
  }

  /** From Java 20 on, SunJSSE cannot even be initialised without a group that it supports. */
  private void requireUsableGroups() {
    String groups = System.getProperty(GROUPS_PROPERTY, "");
    if (groups.isEmpty()) {
      return;
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS", provider());
      context.init(null, null, null);
      context.getSupportedSSLParameters();
    } catch (LinkageError | java.security.GeneralSecurityException e) {
      throw noGroup(groups, e);
    }
  }

  private static InvalidSettingException noGroup(String groups, Throwable cause) {
    return new InvalidSettingException(
        GROUPS_PROPERTY
            + "="
            + groups
            + ": this JVM supports none of these groups; name others, or leave the setting out",
        cause);
  }

  private static Provider sunJsse() {
    Provider provider = Security.getProvider("SunJSSE");
    if (provider == null) {
      throw new InvalidSettingException(
          "tls.provider=jdk: this JVM has no SunJSSE; choose bouncycastle");
    }
    return provider;
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
  public Optional<String> forbiddenBy(String name) {
    return !cipherSuites().contains(name) && isKnown(name) ? Optional.of(POLICY) : droppedBy(name);
  }

  /** Returns whether an engine accepts the suite's name, even if the JVM has disabled it. */
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

  /** Limits curves to NIST's, as the JDK does since Java 16. */
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

  /** Checks groups; before Java 20 a property sets them for the whole JVM, and is read once. */
  @Override
  public void checkMore(Offer offer) {
    checkGroupsOfJvm();
    checkSuitesOfJvm(offer);
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

  /** Checks the JVM's groups, with which an engine would fail at its first handshake. */
  private void checkGroupsOfJvm() {
    String groups = System.getProperty(GROUPS_PROPERTY, "");
    if (groups.isEmpty()) {
      return;
    }
    try {
      List<String> unknown = new ArrayList<>(List.of(groups.split("[\\s\",]+", -1)));
      unknown.removeAll(namedGroups());
      unknown.removeIf(String::isEmpty);
      SSLContext context = SSLContext.getInstance("TLS", provider());
      context.init(null, null, null);
      SSLEngine engine = context.createSSLEngine();
      engine.setUseClientMode(true);
      engine.beginHandshake();
      if (!unknown.isEmpty()) {
        throw new InvalidSettingException(
            "%s=%s: this JVM does not support %s; remove it"
                .formatted(GROUPS_PROPERTY, groups, String.join(", ", unknown)));
      }
    } catch (LinkageError | java.security.GeneralSecurityException | SSLException e) {
      throw noGroup(groups, e);
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
