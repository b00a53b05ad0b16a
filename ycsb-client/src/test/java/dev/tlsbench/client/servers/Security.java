package dev.tlsbench.client.servers;

import dev.tlsbench.core.matrix.Selection;
import dev.tlsbench.core.tls.TlsProvider;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One way to connect: how, and with which TLS implementation. */
record Security(String name, TlsProvider provider, List<String> protocols, boolean mutual) {

  static final Security PLAIN = new Security("plain", TlsProvider.JDK, List.of(), false);

  static final Security TLS_13 =
      new Security("TLS 1.3", TlsProvider.JDK, List.of("TLSv1.3"), false);

  /** Plain text once, and ways of TLS with every provider. */
  static Stream<Security> all() {
    return Stream.concat(Stream.of(PLAIN), encryptedOnes());
  }

  static Stream<Security> encryptedOnes() {
    return Selection.of(
            List.of(TlsProvider.values()), List.of("TLSv1.2", "TLSv1.3"), List.of(false, true))
        .stream()
        .map(cell -> of((TlsProvider) cell[0], (String) cell[1], (Boolean) cell[2]));
  }

  private static Security of(TlsProvider provider, String protocol, boolean mutual) {
    String name = (mutual ? "mutual " : "") + protocol.replace("v", " ");
    return new Security(name, provider, List.of(protocol), mutual);
  }

  static Stream<Security> mutualOnes() {
    return encryptedOnes().filter(Security::mutual);
  }

  boolean encrypted() {
    return !protocols.isEmpty();
  }

  /** Bouncy Castle has no resumption under TLS 1.3. */
  boolean resumes() {
    return provider != TlsProvider.BOUNCY_CASTLE || protocols.contains("TLSv1.2");
  }

  /** The properties that ask for this, with the files of a server; may be changed. */
  Map<String, String> properties(Path caFile, Path clientFile) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put("tls.enabled", String.valueOf(encrypted()));
    if (encrypted()) {
      properties.put("tls.provider", provider.id());
      properties.put("tls.protocols", String.join(",", protocols));
      properties.put("tls.caFile", caFile.toString());
    }
    if (mutual) {
      properties.put("tls.certificateKeyFile", clientFile.toString());
    }
    return properties;
  }

  @Override
  public String toString() {
    return encrypted() ? name + " with " + provider.id() : name;
  }
}
