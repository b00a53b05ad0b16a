package dev.tlsbench.core.tls;

import java.util.ArrayList;
import java.util.List;

/** Compares the outcome of a handshake with the settings. */
final class TlsDifference {
  private TlsDifference() {}

  static List<String> between(TlsSettings asked, NegotiatedTls got) {
    List<String> differences = new ArrayList<>();
    compare("protocol", asked.offer().protocols(), got.protocol(), differences);
    if (asked.offer().suites().isLimited(got.protocol())) {
      compare("cipher suite", asked.offer().suites().listed(), got.cipherSuite(), differences);
    }
    if (got.namedGroup() != null) {
      compare("group", asked.offer().namedGroups(), got.namedGroup(), differences);
    } else if (!got.resumed()) {
      compare(
          "group", asked.offer().namedGroups(), "RSA key transport, which has none", differences);
    }
    if (!asked.offer().resumption() && got.resumed()) {
      differences.add("asked for full handshakes only, but a session was resumed");
    }
    if (asked.provider() != got.provider()) {
      differences.add(
          "asked for provider " + asked.provider().id() + ", got " + got.provider().id());
    }
    return differences;
  }

  private static void compare(
      String what, List<String> asked, String got, List<String> differences) {
    if (!asked.isEmpty() && !asked.contains(got)) {
      differences.add("asked for " + what + " " + String.join(" or ", asked) + ", got " + got);
    }
  }
}
