package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretSearchTest {
  private final SecretSearch search = new SecretSearch("Quetzal77");

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ab", "abc", "user:"})
  void findsAWordInBase64WhereverItBegins(String before) {
    byte[] bytes = (before + "Quetzal77 and more").getBytes(StandardCharsets.UTF_8);
    assertThat(search.in(Base64.getEncoder().encode(bytes))).containsExactly("Quetzal77 in Base64");
    assertThat(search.in(Base64.getUrlEncoder().withoutPadding().encode(bytes))).hasSize(1);
  }

  @Test
  void findsAWordInAUrl() {
    assertThat(search.in(URLEncoder.encode("p@/Quetzal77+&", StandardCharsets.UTF_8)))
        .containsExactly("Quetzal77");
  }

  @Test
  void findsAWordInAFileFarBelow(@TempDir Path directory) throws IOException {
    Path folder = Files.createDirectories(directory.resolve("a/b"));
    Files.write(folder.resolve("c.bin"), new byte[] {0, -1});
    assertThat(search.in(directory)).isEmpty();
    Files.writeString(folder.resolve("d"), "\0\0Quetzal77\0");
    assertThat(search.in(directory)).containsExactly(folder.resolve("d") + ": Quetzal77");
    assertThat(search.in(directory, (file, attributes) -> !file.endsWith("d"))).isEmpty();
  }

  @Test
  void findsNothingElse() {
    assertThat(search.in("Quetzal78, UXVldHphbDc4")).isEmpty();
  }
}
