package dev.tlsbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.cluster.ClusterOptions;
import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Installations of Spark, valid and invalid ones. */
class SparkHomeTest {
  private static final ClusterOptions ELSEWHERE = ClusterOptions.of("spark://head:7077", 2, false);

  private static Map<String, String> home(Path folder) {
    return Map.of("SPARK_HOME", folder.toString());
  }

  private static Path installation(Path folder, String core) throws IOException {
    Path submit = Files.createDirectory(folder.resolve("bin")).resolve("spark-submit");
    Files.createFile(submit);
    assertThat(submit.toFile().setExecutable(true)).isTrue();
    Files.createFile(Files.createDirectory(folder.resolve("jars")).resolve(core));
    return folder;
  }

  @Test
  void submitsWithNothingSecretInTheCommand(@TempDir Path folder) throws IOException {
    Path home = installation(folder, "spark-core_2.13-4.1.3.jar");

    SparkHome.check(ELSEWHERE, home(home));
    assertThat(SparkHome.command(ELSEWHERE, home(home)))
        .startsWith(home.resolve("bin/spark-submit").toString(), "--master", "spark://head:7077")
        .containsSequence("--deploy-mode", "client")
        .hasSize(12);
  }

  @Test
  void anInstallationIsNeededButForLocalOnes() throws IOException {
    assertThatThrownBy(() -> SparkHome.check(ELSEWHERE, Map.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("SPARK_HOME: not set; point it to an installation of Spark 4");
    SparkHome.check(ClusterOptions.of("local[2]", null, false), Map.of());
    assertThat(SparkHome.command(ClusterOptions.of("local[2]", null, false), Map.of()))
        .contains(DriverMain.class.getName());
  }

  @Test
  void refusesAFolderWithoutSpark(@TempDir Path folder) {
    assertThatThrownBy(() -> SparkHome.check(ELSEWHERE, home(folder)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("cannot be run");
  }

  @ParameterizedTest
  @ValueSource(strings = {"spark-core_2.12-3.5.1.jar", "spark-core_2.13-3.5.1.jar", "other.jar"})
  void refusesAnotherScalaOrMajorVersion(String core, @TempDir Path folder) throws IOException {
    Path home = installation(folder, core);

    assertThatThrownBy(() -> SparkHome.check(ELSEWHERE, home(home)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("Spark 4 for Scala 2.13 is needed");
  }
}
