package dev.tlsbench.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    Path other = Files.write(directory.resolve("other"), new byte[] {(byte) 0xE9, '\n'});
    assertThatThrownBy(() -> BoundedFile.text("a:", other, 1, "a letter"))
        .isInstanceOf(CharacterCodingException.class);
    assertThatThrownBy(() -> BoundedFile.text("a:", directory.resolve("none"), 1, "a letter"))
        .isInstanceOf(NoSuchFileException.class);
  }
}
