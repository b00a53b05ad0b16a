package dev.tlsbench.core.tls;

import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.core.tls.provider.TlsImplementation;
import dev.tlsbench.core.tls.trust.ClientKey;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Refuses settings that a TLS implementation would silently ignore. */
final class ProviderRules {
  private static final String JVM_SETTINGS =
      "; this JVM's jdk.tls settings limit jdk and bouncycastle, and bin/tlsbench --legacy-tls or"
          + " LegacyTls.allow() relaxes its policy on weak algorithms";

  private ProviderRules() {}

  static void check(TlsSettings settings, TlsImplementation implementation) {
    String provider = settings.provider().id();
    List<String> suites = settings.offer().suites().listed();
    refuseMissing(
        "tls.protocols",
        "protocol",
        settings.offer().protocols(),
        implementation.protocols(),
        provider);
    refuseMissing(
        "tls.cipherSuites", "cipher suite", suites, implementation.cipherSuites(), provider);
    refuseMissing(
        "tls.namedGroups",
        "group",
        settings.offer().namedGroups(),
        implementation.namedGroups(),
        provider);
    if (!implementation.limitsTls13Suites()) {
      checkTls13Suites(settings, implementation, provider);
    }
    if (settings.offer().resumptionRequired()
        && settings.offer().protocols().stream().noneMatch(implementation::resumes)) {
      throw new UnsupportedTlsException(
          ("tls.resumption=true: provider %s does not resume sessions of %s; choose another"
                  + " provider or protocol, or leave the property out")
              .formatted(provider, String.join(", ", settings.offer().protocols())));
    }
    if (settings.trust().checksStapled()
        && !settings.trust().asksResponder()
        && !implementation.handsOverStapledResponses()) {
      throw new UnsupportedTlsException(
          "tls.disableOCSPEndpointCheck: provider "
              + provider
              + " does not hand over stapled OCSP responses; choose provider jdk or"
              + " tls.disableCertificateRevocationCheck=true");
    }
    implementation.checkMore(settings.offer());
  }

  static void check(ClientKey key, TlsSettings settings, TlsImplementation implementation) {
    if (!implementation.signsWith(key.type())) {
      throw new UnsupportedTlsException(
          ("tls.certificateKeyFile: provider %s cannot sign with the %s key of %s; use an RSA key or"
                  + " an EC key on P-256, P-384 or P-521, or choose provider bouncycastle")
              .formatted(settings.provider().id(), key.type(), key));
    }
    if (key.type().startsWith("EC")
        && !key.signsTls13()
        && settings.offer().protocols().contains("TLSv1.3")) {
      throw new UnsupportedTlsException(
          ("tls.certificateKeyFile: TLSv1.3 has no signatures of %s keys (RFC 8446, 4.2.3; RFC"
                  + " 8734); add tls.protocols=TLSv1.2, or use a key on P-256, P-384 or P-521")
              .formatted(key.type()));
    }
  }

  private static void refuseMissing(
      String option, String kind, List<String> asked, Set<String> offered, String provider) {
    for (String name : asked) {
      if (!offered.contains(name)) {
        throw new UnsupportedTlsException(
            "%s: provider %s on Java %s does not offer %s %s; it offers %s%s"
                .formatted(
                    option,
                    provider,
                    Runtime.version().feature(),
                    kind,
                    name,
                    listed(offered),
                    JVM_SETTINGS));
      }
    }
  }

  /** Checks that all suites of TLS 1.3 are offered, or none with the protocol. */
  private static void checkTls13Suites(
      TlsSettings settings, TlsImplementation implementation, String provider) {
    Set<String> all = new TreeSet<>(implementation.cipherSuites());
    all.removeIf(suite -> !TlsNames.isTls13(suite));
    List<String> asked = settings.offer().cipherSuites("TLSv1.3").stream().sorted().toList();
    if (!asked.isEmpty() && !asked.containsAll(all)) {
      throw new UnsupportedTlsException(
          ("tls.cipherSuites: provider %s cannot be limited to %s, since it always offers all of %s"
                  + " under TLSv1.3; choose provider jdk or bouncycastle")
              .formatted(provider, String.join(",", asked), listed(all)));
    }
  }

  private static String listed(Collection<String> names) {
    return String.join(", ", new TreeSet<>(names));
  }
}
