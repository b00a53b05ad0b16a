package dev.tlsbench.embedded.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives of a JVM whose class path is a library. */
class ClassArchiveTest {
  private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @SuppressWarnings("NullAway.Init")
  private Path jar;

  @BeforeEach
  void copyALibrary() throws IOException {
    jar =
        Files.copy(
            ServerProgram.placeOf(org.tukaani.xz.XZ.class), directory.resolve("library.jar"));
    Files.createDirectory(cache());
  }

  @Test
  void usesAnArchiveFromTheSecondProcessOn() throws Exception {
    assertThat(isMapped(options())).isFalse();
    assertThat(options()).as("of the same process").isEmpty();
    endOfTheProcess();
    assertThat(isMapped(options())).isTrue();
    assertThat(isMapped(options())).isTrue();
    assertThat(cache())
        .isDirectoryContaining("glob:**.jsa")
        .isDirectoryNotContaining("glob:**.list");
  }

  @Test
  void makesAnotherArchiveWhenAJarHasChanged() throws Exception {
    isMapped(options());
    endOfTheProcess();
    List<String> before = options();
    Files.setLastModifiedTime(jar, FileTime.from(Instant.EPOCH));
    assertThat(isMapped(options())).isFalse();
    assertThat(content()).as("the outdated one is deleted").noneMatch(name -> name.endsWith("jsa"));
    endOfTheProcess();
    assertThat(isMapped(options())).isTrue();
    assertThat(options()).isNotEqualTo(before);
  }

  @Test
  void leavesOutWhatIsBroken() throws Exception {
    isMapped(options());
    endOfTheProcess();
    Path archive = Path.of(options().get(1).replaceAll("^[^/]*=", ""));
    Files.writeString(archive, "no archive");
    assertThat(isMapped(options())).isFalse();

    // A list of which nothing can be made.
    Files.move(archive, archive.resolveSibling(archive.getFileName() + "." + deadPid() + ".list"));
    assertThat(options()).noneMatch(option -> option.contains("SharedArchiveFile"));
  }

  @Test
  void makesNoneOfFolders() throws Exception {
    assertThat(new ClassArchive(JAVA, directory.toString()).optionsIn(cache(), "server")).isEmpty();
  }

  private List<String> options() throws IOException {
    return new ClassArchive(JAVA, jar.toString()).optionsIn(cache(), "server");
  }

  /** Makes the list that of a process that has ended. */
  private void endOfTheProcess() throws Exception {
    for (String name : content()) {
      String ended = name.replaceAll("\\.\\d+\\.list$", "." + deadPid() + ".list");
      Files.move(cache().resolve(name), cache().resolve(ended));
    }
  }

  private static long deadPid() throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    return dead.pid();
  }

  private boolean isMapped(List<String> options) throws Exception {
    List<String> command = new ArrayList<>(List.of(JAVA.toString()));
    command.addAll(options);
    Path log = directory.resolve("loaded");
    command.add("-Xlog:class+load:file=" + log);
    command.addAll(List.of("-cp", jar.toString(), "org.tukaani.xz.XZ"));
    Process java = new ProcessBuilder(command).redirectErrorStream(true).start();
    assertThat(java.inputReader().lines()).noneMatch(line -> line.contains("cds"));
    java.waitFor();
    return Files.readString(log).contains("org.tukaani.xz.XZ source: shared objects file");
  }

  private List<String> content() throws IOException {
    try (Stream<Path> files = Files.list(cache())) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  private Path cache() {
    return directory.resolve("cache");
  }
}
