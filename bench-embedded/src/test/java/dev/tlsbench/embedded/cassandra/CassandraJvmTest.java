package dev.tlsbench.embedded.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CassandraJvmTest {
  private final Path directory;
  private final Path installed;

  CassandraJvmTest(@TempDir Path directory) {
    this.directory = directory;
    this.installed = directory.resolve("jvm");
  }

  @BeforeEach
  void installTooNewAndTooOld() throws IOException {
    jdk("jvm/java-11-openjdk", "11.0.27");
    jdk("jvm/java-25-openjdk", "25.0.1");
    Files.createDirectories(installed.resolve("a-directory-without-java"));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21})
  void takesJvmOfThisProcessIfItFits(int version) throws Exception {
    Path own = directory.resolve("own");
    assertThat(find(version, own, Map.of())).isEqualTo(own);
  }

  @Test
  void takesOlderJvmThatVariableNames() throws Exception {
    jdk("jvm/java-17-openjdk", "17.0.15");
    Path named = jdk("named", "21.0.7");
    Map<String, String> environment =
        Map.of(
            "JAVA_HOME",
            installed.resolve("java-25-openjdk").toString(),
            "JAVA_TOOL_OPTIONS",
            "-Dname=\0",
            "JAVA21_HOME",
            named.toString());
    assertThat(find(25, directory, environment)).isEqualTo(named);
  }

  @Test
  void takesOlderJvmThatIsInstalled() throws Exception {
    Path older = jdk("jvm/java-17-openjdk", "17.0.15");
    assertThat(find(25, directory, Map.of("OTHER", older.toString()))).isEqualTo(older);
  }

  @Test
  void saysWhichJvmIsMissing() {
    assertThatThrownBy(() -> find(25, directory, Map.of()))
        .isInstanceOf(StartFailedException.class)
        .hasMessageStartingWith(
            "Cassandra: it runs on Java 17 to 21, this is Java 25, and no other")
        .hasMessageContaining("JAVA17_HOME or in " + installed + "; install one")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  private Path find(int running, Path own, Map<String, String> environment)
      throws StartFailedException {
    List<Path> folders = List.of(installed, directory.resolve("missing"));
    return CassandraJvm.find(running, own, environment, folders);
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = directory.resolve(name);
    Path java = home.resolve("bin/java");
    Files.createDirectories(java.resolveSibling("."));
    Files.writeString(java, "#!/bin/sh\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"N.N.\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }
}
