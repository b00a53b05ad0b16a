package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LibrariesTest {
  @Test
  void listsWhatTheManifestOfAJarNames(@TempDir Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, "a-1.jar b-2.jar");
    Path jar = folder.resolve("one.jar");
    try (OutputStream file = Files.newOutputStream(jar)) {
      new JarOutputStream(file, manifest).close();
    }

    assertThat(Libraries.entries(jar + File.pathSeparator + folder))
        .containsExactly(jar, folder.resolve("a-1.jar"), folder.resolve("b-2.jar"), folder);
  }
}
