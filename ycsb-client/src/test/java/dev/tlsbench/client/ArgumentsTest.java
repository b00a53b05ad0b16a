package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.client.Arguments.Invocation;
import dev.tlsbench.client.Arguments.Phase;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsTest {
  @Test
  void understandsTheOptionsOfStockYcsb() {
    Invocation work =
        parse(
            "run",
            "mysql-tls",
            "-s",
            "-threads",
            "8",
            "-target",
            "100",
            "-l",
            "a label",
            "-p",
            "a=b=c",
            "-p",
            "empty=");

    assertThat(work.phase()).isEqualTo(Phase.RUN);
    assertThat(work.binding()).isEqualTo(Binding.of("mysql-tls"));
    assertThat(work.given().properties())
        .containsEntry("threadcount", "8")
        .containsEntry("target", "100")
        .containsEntry("label", "a label")
        .containsEntry("status", "true")
        .containsEntry("a", "b=c")
        .containsEntry("empty", "");
  }

  /** Whatever was mistyped may be a password. */
  @ParameterizedTest
  @CsvSource({
    "-p mysql.password s3cret",
    "-p mysql.password:s3cret",
    "mysql.url=mysql://u:s3cret@h/db",
    "-q=s3cret",
    "-p mysql.user=u s3cret",
  })
  void doesNotRepeatWhatMayBeASecret(String mistyped) {
    String[] arguments = ("run mysql-tls " + mistyped).split(" ", -1);

    assertThatThrownBy(() -> parse(arguments))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .isNotEmpty()
        .doesNotContain("s3cret");
  }

  @Test
  void letsLaterFilesAndPropertiesWin(@TempDir Path directory) throws IOException {
    Path first = Files.writeString(directory.resolve("1"), "a=1\nb=1\nc=1");
    Path second = Files.writeString(directory.resolve("2"), "b=2\nc=2");
    Properties properties =
        parse("load", "mongodb-tls", "-p", "c=3", "-P", first.toString(), "-P", second.toString())
            .given()
            .properties();

    assertThat(properties).containsEntry("a", "1").containsEntry("b", "2").containsEntry("c", "3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "walk mongodb-tls | there is no command 'walk'; choose one of load, run, shell",
        "run mongodb | there is no binding 'mongodb'; choose one of postgresql-tls, mongodb-tls, mysql",
        "run | BINDING",
        "run mongodb-tls -p novalue | -p novalue",
        "run mongodb-tls -p =value | no value; write it as -p name=value",
        "run mongodb-tls -P none | -P none: there is no such file",
        "run mongodb-tls -P . | -P .: cannot be read",
        "run mongodb-tls -unknown | -unknown",
        "run mongodb-tls more | there is an argument without an option before it",
        "run mongodb-tls -threads | -threads",
      })
  void refusesInOneLine(String line, String reason) {
    assertThatThrownBy(() -> Arguments.parse(Map.of(), line.split(" ")))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .contains(reason)
        .hasLineCount(1);
  }

  /** The script takes them out; without it they would have no effect. */
  @ParameterizedTest
  @ValueSource(strings = {"-jvm-args", "-cp"})
  void refusesWhatIsForTheScript(String option) {
    assertThatThrownBy(() -> parse("run", "mongodb-tls", option, "-Xmx1g"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContainingAll("bin/ycsb", "JAVA_OPTS");
  }

  @Test
  void explainsItself() {
    assertThat(Arguments.parse(Map.of(), "--help")).isEmpty();
    assertThat(Arguments.parser().getUsageMessage())
        .contains("load|run|shell", "-threads", "-jvm-args", "-cp", "mongodb-tls")
        .contains("Exit code");
  }

  private static Invocation parse(String... arguments) {
    return Arguments.parse(Map.of(), arguments).orElseThrow();
  }
}
