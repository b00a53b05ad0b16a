package dev.tlsbench.client.properties;

import dev.tlsbench.core.tls.TlsProvider;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.TlsOption;
import java.util.Map;
import java.util.Properties;

/**
 * Sets key-exchange groups for the TLS of a JDK before 20, which can be limited only for the whole
 * JVM and before TLS is first used: by the system property {@code jdk.tls.namedGroups}. This client
 * has its own JVM, so it can do this and a library cannot.
 */
public final class NamedGroupsOfJdk {
  private static final int FIRST_WITH_SETTER = 20;
  private static final String OPTION = "tls.namedGroups";
  private static final String PROVIDER = "tls.provider";

  private NamedGroupsOfJdk() {}

  /** Applies {@code tls.namedGroups} to this JVM, if it uses the TLS of such a JDK. */
  public static void apply(Properties properties) {
    String groups = properties.getProperty(OPTION);
    if (groups == null || Runtime.version().feature() >= FIRST_WITH_SETTER) {
      return;
    }
    TlsSettings.Builder builder = TlsSettings.builder();
    String provider = properties.getProperty(PROVIDER, TlsProvider.JDK.id());
    TlsOption.override(Map.of(OPTION, groups, PROVIDER, provider), builder);
    TlsSettings settings = builder.build();
    if (settings.provider() == TlsProvider.JDK) {
      System.setProperty("jdk.tls.namedGroups", String.join(",", settings.offer().namedGroups()));
    }
  }
}
