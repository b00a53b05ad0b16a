package dev.tlsbench.measure.fork;

import dev.tlsbench.core.text.BoundedFile;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.RunProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.security.Security;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The TLS settings of the JVM that starts a fork, and the content of files that only it can read: a
 * fork does not inherit {@code /dev/fd/63}. Passed over standard input, as passwords and keys must
 * not be on a command line.
 */
record ParentJvm(
    Map<String, String> properties, Map<String, String> security, Map<String, byte[]> files) {
  private static final List<String> PREFIXES =
      List.of(
          "javax.net.ssl.",
          "jdk.tls.",
          "jdk.certpath.",
          "jdk.security.",
          "com.sun.net.ssl.",
          "com.sun.security.");

  /** The security properties that TLS and the validation of certificates read. */
  private static final List<String> SECURITY =
      List.of(
          "jdk.tls.disabledAlgorithms",
          "jdk.tls.legacyAlgorithms",
          "jdk.tls.keyLimits",
          "jdk.certpath.disabledAlgorithms",
          "jdk.disabled.namedCurves",
          "ocsp.enable");

  /** Returns the settings of this JVM, and the files that the clients of a fork will read. */
  static ParentJvm of(ForkSpec fork) throws IOException {
    Properties system = System.getProperties();
    Map<String, String> properties = new TreeMap<>();
    for (String name : system.stringPropertyNames()) {
      if (PREFIXES.stream().anyMatch(name::startsWith)) {
        properties.put(name, system.getProperty(name));
      }
    }
    Map<String, String> security = new TreeMap<>();
    for (String name : SECURITY) {
      Optional.ofNullable(Security.getProperty(name)).ifPresent(own -> security.put(name, own));
    }
    Map<String, byte[]> files = new TreeMap<>();
    for (Map<String, String> variant : fork.variants().values()) {
      TlsSettings tls = Binding.of(fork.binding()).tls(RunProperties.of(variant));
      for (Path file : files(tls)) {
        if (BoundedFile.isReadOnce(file)) {
          files.put(file.toString(), BoundedFile.bytes(file + ":", file, 16, "a fork"));
        }
      }
    }
    return new ParentJvm(properties, security, files);
  }

  private static List<Path> files(TlsSettings tls) {
    return Stream.concat(
            Stream.of(
                    tls.trust().caFile(),
                    tls.identity().certificateFile(),
                    tls.identity().keyFile())
                .flatMap(Optional::stream),
            tls.trust().crlFiles().stream())
        .toList();
  }

  /** Applies all settings to this JVM, which must not have used TLS yet. */
  void adopt() {
    properties.forEach(System::setProperty);
    security.forEach(Security::setProperty);
    files.forEach((file, content) -> BoundedFile.keep(Path.of(file), content));
  }

  /** Contains no values: they may be secret. */
  @Override
  public String toString() {
    return "ParentJvm[" + properties.keySet() + ", " + files.keySet() + "]";
  }
}
