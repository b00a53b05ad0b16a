package dev.tlsbench.embedded.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.embedded.StartFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("full")
class MariaDbBinariesTest {
  private final Path cache;

  MariaDbBinariesTest(@TempDir Path cache) {
    this.cache = cache;
  }

  @Test
  void unpacksOnceForAll() throws Exception {
    CompletableFuture<Void> other = CompletableFuture.runAsync(this::unpack);
    unpack();
    other.join();
    Path program = MariaDbBinaries.in(cache, "Linux", "amd64").program();
    var unpacked = Files.getLastModifiedTime(program);

    unpack();

    assertThat(program).isExecutable();
    assertThat(Files.getLastModifiedTime(program)).isEqualTo(unpacked);
    try (var left = Files.list(cache)) {
      assertThat(left).noneMatch(path -> path.toString().endsWith(".partial"));
    }
  }

  @Test
  void replacesWhatInterruptedUnpackingLeft() throws Exception {
    Path program = MariaDbBinaries.in(cache, "Linux", "amd64").program();
    Path base = program.resolve("../..").normalize();
    Path partial = base.resolveSibling(base.getFileName() + ".partial");
    Files.move(base, partial);
    Files.delete(partial.resolve("bin/mariadbd"));
    Files.createFile(partial.resolve("bin/mariadbd"));

    unpack();

    assertThat(Files.size(program)).isGreaterThan(1 << 20);
    assertThat(partial).doesNotExist();
  }

  @Test
  void saysThatCacheCannotBeWritten() throws Exception {
    Path file = Files.createFile(cache.resolve("file"));
    assertThatThrownBy(() -> MariaDbBinaries.in(file, "Linux", "amd64"))
        .isInstanceOf(StartFailedException.class)
        .hasMessageStartingWith("MariaDB: cannot be unpacked into " + file)
        .hasMessageContaining("XDG_CACHE_HOME");
  }

  @ParameterizedTest
  @CsvSource({"Mac OS X,aarch64", "Linux,aarch64", "Windows 11,amd64"})
  void refusesMachineWithoutMariaDb(String os, String architecture) {
    assertThatThrownBy(() -> MariaDbBinaries.in(cache, os, architecture))
        .isInstanceOf(StartFailedException.class)
        .hasMessage(
            "MariaDB: no embedded server for %s on %s; use Linux on x86-64, or the URL of a real"
                + " server",
            os, architecture);
    assertThat(cache).isEmptyDirectory();
  }

  private void unpack() {
    try {
      assertThat(MariaDbBinaries.in(cache, "Linux", "amd64").program()).exists();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
