package dev.tlsbench.core.tls.provider;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.trust.ClientKey;
import java.lang.reflect.Method;
import java.security.Security;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
    super(Objects.requireNonNull(Security.getProvider("SunJSSE"), "this JVM has no SunJSSE"));
  }

  @Override
  public Set<String> namedGroups() {
    if (!hasGroupsApi()) {
      return JAVA_17_GROUPS;
    }
    try {
      SSLParameters parameters = listing().createSSLEngine().getSSLParameters();
      String[] groups =
          (String[]) SSLParameters.class.getMethod("getNamedGroups").invoke(parameters);
      return groups == null ? JAVA_17_GROUPS : new LinkedHashSet<>(Arrays.asList(groups));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Limits curves to NIST's, as the JDK does since Java 16. */
  @Override
  public boolean signsWith(String keyType) {
    return !keyType.startsWith("EC") || ClientKey.isOnNistCurve(keyType);
  }

  @Override
  public boolean handsOverStapledResponses() {
    return true;
  }

  /**
   * Checks suites and groups; before Java 20 a property sets them for the whole JVM, and is read
   * once.
   */
  @Override
  public void checkMore(Offer offer) {
    // With no other the JDK fails with an Error, in a thread of its own.
    checkJvm(GROUPS_PROPERTY, namedGroups());
    checkSuitesOfJvm(offer);
    List<String> asked = offer.namedGroups();
    if (asked.isEmpty() || hasGroupsApi()) {
      return;
    }
    if (!asked.equals(List.of(System.getProperty(GROUPS_PROPERTY, "").split(",")))) {
      throw new InvalidSettingException(
          ("tls.namedGroups: provider jdk takes groups for the whole JVM only; start it with -D%s=%s,"
                  + " use Java 20 or later, or choose another provider")
              .formatted(GROUPS_PROPERTY, String.join(",", asked)));
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
