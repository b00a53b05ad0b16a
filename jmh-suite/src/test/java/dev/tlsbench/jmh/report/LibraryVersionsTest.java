package dev.tlsbench.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.report.Versions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.jar.Manifest;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.Test;

class LibraryVersionsTest {
  private final Map<String, String> versions = Versions.read(SuiteReport.class);

  private static Optional<String> fromManifests(String attribute) throws IOException {
    List<URL> urls =
        Collections.list(
            LibraryVersionsTest.class.getClassLoader().getResources("META-INF/MANIFEST.MF"));
    for (URL url : urls) {
      try (InputStream bytes = url.openStream()) {
        String value = new Manifest(bytes).getMainAttributes().getValue(attribute);
        if (value != null) {
          return Optional.of(value);
        }
      }
    }
    return Optional.empty();
  }

  @Test
  void areFilledInByMaven() {
    assertThat(versions).containsKeys("jmh", "bouncycastle", "netty-tcnative");
    assertThat(versions.values()).noneMatch(version -> version.contains("$") || version.isBlank());
  }

  @Test
  void areThoseOnTheClassPath() {
    assertThat(versions.get("conscrypt"))
        .isEqualTo(
            Conscrypt.version().major()
                + "."
                + Conscrypt.version().minor()
                + "."
                + Conscrypt.version().patch());
  }

  @Test
  void nameTheBoringSslOfTheManifests() throws IOException {
    assertThat(fromManifests("BoringSSL-Revision"))
        .hasValue(versions.get("netty-tcnative.boringssl"));
    assertThat(fromManifests("BoringSSL-Version")).hasValue(versions.get("conscrypt.boringssl"));
  }
}
