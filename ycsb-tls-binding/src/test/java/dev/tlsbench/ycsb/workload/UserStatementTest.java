package dev.tlsbench.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserStatementTest {
  @Test
  void readsStatementsWithTheirParameters() {
    String text =
        "-- parameters: 1..9, u{1..2}\nSELECT ?,\n ?;\n\n -- b;\nSELECT ';' ; \nSELECT ? -- c";

    assertThat(UserStatement.parse(text, "5..6"))
        .containsExactly(
            new UserStatement("SELECT ?,\n ?", "1..9, u{1..2}"),
            new UserStatement("SELECT ';'", "5..6"),
            new UserStatement("SELECT ? -- c", "5..6"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ;\n;", "-- SELECT 1;\n"})
  void refusesTextWithoutAStatement(String text) {
    assertThatThrownBy(() -> UserStatement.parse(text, ""))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("statement: there is none");
  }

  @Test
  void showsNoLiteralOfACommandLine() {
    assertThat(
            UserStatement.shownArguments(
                List.of(
                    "compare",
                    "--statement",
                    "SELECT 'secret'",
                    "--statement=SELECT 'secret'",
                    "-p",
                    "statement=SELECT 'secret'",
                    "--variant",
                    "v:tls.enabled=true,statement=SELECT 'secret'",
                    "--parameters",
                    "1..5")))
        .containsExactly(
            "compare",
            "--statement",
            "SELECT ?",
            "--statement=SELECT ?",
            "-p",
            "statement=SELECT ?",
            "--variant",
            "v:tls.enabled=true,statement=SELECT ?",
            "--parameters",
            "1..5");
  }

  @Test
  void drawsNumbersOfRangesAndTextOfPatterns() {
    ParameterValues values = ParameterValues.of("-1..1, u{08..10}x, {1..1}");

    assertThat(values.samples())
        .containsExactly(List.of(-1L, "u08x", "1"), List.of(1L, "u10x", "1"));
    Set<Object> drawn = new HashSet<>();
    while (drawn.size() < 6) {
      drawn.addAll(values.draw().subList(0, 2));
    }
    assertThat(drawn).containsExactlyInAnyOrder(-1L, 0L, 1L, "u08x", "u09x", "u10x");
    assertThat(ParameterValues.of(" ").samples()).containsExactly(List.of());
    assertThat(ParameterValues.of(" ").draw()).isEmpty();
  }

  @Test
  void readsACsvFile(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("v.csv");
    Files.writeString(file, "1,\"a \"\"b\"\"\",\r\n\"2\",007,\"x\ny\"\n");

    assertThat(ParameterValues.of(file.toString()).samples())
        .containsExactly(List.of(1L, "a \"b\"", ""), List.of("2", "007", "x\ny"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a,b\nc\n", "a,\"b\nc", "a,b\"c\n", "a,b\nc,d,e"})
  void refusesACsvFileThatIsNoTable(String text, @TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("v.csv"), text);

    assertThatThrownBy(() -> ParameterValues.of(file.toString()))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .contains("is no table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "1..2,", "5..1", "u{5..1}", "missing.csv", "1..2,3"})
  void refusesOtherValuesWithoutThem(String text) {
    assertThatThrownBy(() -> ParameterValues.of(text))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("parameters: ")
        .hasMessageNotContaining("secret,");
  }
}
