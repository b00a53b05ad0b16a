package dev.tlsbench.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unpacking of a server's program. */
public abstract class ProgramSuite {
  private final Path cache;
  private final String server;

  /** Tests the program of the server, which messages call by this name. */
  protected ProgramSuite(Path cache, String server) {
    this.cache = cache;
    this.server = server;
  }

  /** Returns the server's program, unpacked. */
  protected abstract Path program(Path cache, String os, String architecture) throws IOException;

  @Test
  void unpacksOnceForAll() throws Exception {
    CompletableFuture<Void> other = CompletableFuture.runAsync(this::unpack);
    unpack();
    other.join();
    Path program = program(cache, "Linux", "amd64");
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
    Path program = program(cache, "Linux", "amd64");
    Path base = program.resolve("../..").normalize();
    Path partial = base.resolveSibling(base.getFileName() + ".partial");
    Files.move(base, partial);
    Path unfinished = partial.resolve(base.relativize(program));
    Files.delete(unfinished);
    Files.createFile(unfinished);

    unpack();

    assertThat(Files.size(program)).isGreaterThan(1 << 20);
    assertThat(partial).doesNotExist();
  }

  @Test
  void saysThatCacheCannotBeWritten() throws Exception {
    Path file = Files.createFile(cache.resolve("file"));
    assertThatThrownBy(() -> program(file, "Linux", "amd64"))
        .isInstanceOf(StartFailedException.class)
        .hasMessageStartingWith(server + ": cannot be unpacked into " + file)
        .hasMessageContaining("XDG_CACHE_HOME");
  }

  @ParameterizedTest
  @CsvSource({"Mac OS X,aarch64", "Linux,aarch64", "Windows 11,amd64"})
  void refusesMachineWithoutServer(String os, String architecture) {
    assertThatThrownBy(() -> program(cache, os, architecture))
        .isInstanceOf(StartFailedException.class)
        .hasMessage(
            "%s: no embedded server for %s on %s; use Linux on x86-64, or the URL of a real"
                + " server",
            server, os, architecture);
    assertThat(cache).isEmptyDirectory();
  }

  private void unpack() {
    try {
      assertThat(program(cache, "Linux", "amd64")).exists();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
