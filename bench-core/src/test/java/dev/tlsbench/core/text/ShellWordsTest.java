package dev.tlsbench.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShellWordsTest {
  private static final List<String> HARD =
      List.of(
          "tap",
          "protocol>=TLSv1.3,resumed>=90%,plain=0",
          "suite=A|B",
          "mysql://bench:pa$$word@db:3306/ycsb?ssl-ca=/etc/ca.pem&x=`id`",
          "it's",
          "'",
          "''",
          "a blank",
          "two\nlines\n",
          "\tab",
          "wow!",
          "!!",
          "Größe/naïve/данные",
          "",
          "back\\slash\\",
          "\"quoted\" $HOME $(id)",
          "~root",
          "=ls",
          "*",
          "[a-z]?",
          "{a,b}",
          "#comment",
          "a;b&c<d",
          "-e");

  @Test
  void givesAShellTheWordsThatWereQuoted() throws Exception {
    assertThat(words("/bin/sh", ShellWords.join(HARD))).isEqualTo(HARD);
  }

  @Test
  void splitsACommandIntoTheWordsThatWereQuoted() {
    assertThat(ShellWords.split(ShellWords.join(HARD))).isEqualTo(HARD);
  }

  @Test
  void leavesPlainWordsAsTheyAre() {
    assertThat(ShellWords.join(List.of("bin/tlsbench", "compare", "-p", "tls.caFile=a,b@c:1+2%")))
        .isEqualTo("bin/tlsbench compare -p tls.caFile=a,b@c:1+2%");
  }

  /** Returns the words that a shell makes of a command. */
  private static List<String> words(String shell, String command)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(shell);
    builder.environment().put("LC_ALL", "C.UTF-8");
    Process process = builder.redirectErrorStream(true).start();
    try (var in = process.getOutputStream()) {
      in.write(("printf '%s\\0' " + command + "\n").getBytes(StandardCharsets.UTF_8));
    }
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    List<String> words = new ArrayList<>(List.of(printed.split("\0", -1)));
    words.remove(words.size() - 1);
    return words;
  }
}
