package dev.tlsbench.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedFileTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void refusesOneByteTooMuchAndAFileWithoutEnd() throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[1 << 20]);
    assertThat(BoundedFile.bytes("a:", file, 1, "a letter")).hasSize(1 << 20);

    Path longer = Files.write(directory.resolve("longer"), new byte[(1 << 20) + 1]);
    for (Path tooLong : new Path[] {longer, Path.of("/dev/zero")}) {
      assertThatThrownBy(() -> BoundedFile.bytes("a:", tooLong, 1, "a letter"))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessage("a: is longer than 1 MiB, too long for a letter");
    }
  }

  /** Files of /proc have no size. */
  @Test
  void readsAFileThatDoesNotSayHowLongItIs() throws Exception {
    assertThat(BoundedFile.bytes("a:", Path.of("/proc/self/cmdline"), 1, "a letter")).isNotEmpty();
  }

  @Test
  void readsTextInUtf8AndNothingElse() throws Exception {
    Path file = Files.writeString(directory.resolve("text"), "é\n");
    assertThat(BoundedFile.text("a:", file, 1, "a letter")).isEqualTo("é\n");

    assertThatThrownBy(() -> BoundedFile.text("a:", directory.resolve("none"), 1, "a letter"))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void takesAByteOrderMarkForNoPartOfTheText() throws Exception {
    Path file = Files.writeString(directory.resolve("text"), "\uFEFFé\n\uFEFF");
    assertThat(BoundedFile.text("a:", file, 1, "a letter")).isEqualTo("é\n\uFEFF");
  }

  @ParameterizedTest
  @ValueSource(strings = {"61 0A E9 0A", "61 C3", "61 0A 62 00 63", "00 61 00 62"})
  void refusesOtherEncodings(String bytes) throws Exception {
    Path file = Files.write(directory.resolve("file"), HexFormat.ofDelimiter(" ").parseHex(bytes));
    assertThatThrownBy(() -> BoundedFile.text("a:", file, 1, "a letter"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("a: is not text in UTF-8; save the file in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {"FF FE 61 00", "FE FF 00 61"})
  void namesUtf16(String bytes) throws Exception {
    Path file = Files.write(directory.resolve("file"), HexFormat.ofDelimiter(" ").parseHex(bytes));
    assertThatThrownBy(() -> BoundedFile.text("a:", file, 1, "a letter"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("a: is text in UTF-16; save the file in UTF-8");
  }

  @Test
  void keepsWhatItReadFromAPipeUnderAllOfItsNames() throws Exception {
    Path pipe = pipe("pipe");
    Path link = Files.createSymbolicLink(directory.resolve("link"), pipe);
    assertThat(BoundedFile.isReadOnce(pipe)).isTrue();
    Thread writer = written(pipe, "once");

    byte[] content = BoundedFile.bytes("a:", pipe, 1, "a letter");
    writer.join();
    content[0] = 'X';

    assertThat(BoundedFile.text("a:", pipe, 1, "a letter")).isEqualTo("once");
    assertThat(BoundedFile.text("a:", link, 1, "a letter")).isEqualTo("once");
    assertThatThrownBy(() -> BoundedFile.bytes("a:", Path.of("/dev/zero"), 1, "a letter"))
        .hasMessageContaining("longer");
  }

  @Test
  void keepsTheContentThatAnotherProcessHasRead() throws Exception {
    Path gone = directory.resolve("63");
    BoundedFile.keep(gone, "theirs".getBytes(StandardCharsets.UTF_8));
    assertThat(BoundedFile.text("a:", gone, 1, "a letter")).isEqualTo("theirs");
  }

  @Test
  void readsARegularFileAnewEachTime() throws Exception {
    Path file = Files.writeString(directory.resolve("ca.pem"), "old");
    assertThat(BoundedFile.text("a:", file, 1, "a letter")).isEqualTo("old");
    Files.writeString(file, "new");
    assertThat(BoundedFile.text("a:", file, 1, "a letter")).isEqualTo("new");
    assertThat(BoundedFile.isReadOnce(file)).isFalse();
    assertThat(BoundedFile.isReadOnce(directory)).isFalse();
    assertThat(BoundedFile.isReadOnce(directory.resolve("none"))).isFalse();
  }

  private Path pipe(String name) throws Exception {
    Path pipe = directory.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  private static Thread written(Path pipe, String text) {
    Thread writer =
        new Thread(
            () -> {
              try {
                Files.writeString(pipe, text, StandardOpenOption.WRITE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    writer.start();
    return writer;
  }
}
