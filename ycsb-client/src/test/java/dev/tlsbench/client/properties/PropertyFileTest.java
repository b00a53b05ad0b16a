package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PropertyFileTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"", "\uFEFF"})
  void readsUtf8WithAndWithoutAByteOrderMark(String mark) throws IOException {
    Map<String, String> values =
        read(mark + "mysql.url=mysql://h/db\nmysql.password=pässwörd€\na = \\u00e9\n");

    assertThat(values)
        .containsOnly(
            entry("mysql.url", "mysql://h/db"),
            entry("mysql.password", "pässwörd€"),
            entry("a", "é"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void knowsAllLineEndsSeparatorsAndContinuations(String end) throws IOException {
    Map<String, String> values =
        read(
            String.join(
                end,
                "! a comment \\",
                "",
                " \ta=1",
                "b : 2",
                "c 3=4",
                "d",
                "e=5, \\",
                "   #6",
                "\\",
                "f=7",
                "g=\\\\",
                "h=8\\"));

    assertThat(values)
        .containsOnly(
            entry("a", "1"),
            entry("b", "2"),
            entry("c", "3=4"),
            entry("d", ""),
            entry("e", "5, #6"),
            entry("f", "7"),
            entry("g", "\\"),
            entry("h", "8"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=1;mysql.password=s3\\u00zz | \\u is not followed by four",
        "tls.protocol=TLSv1.2 | tls.protocol: there is no such property; did you mean"
            + " tls.protocols?",
        "a=1;MySQL.URL=s3cret | MySQL.URL: there is no such property; did you mean" + " mysql.url?",
        "mysql_url=s3cret | did you mean mysql.url?",
        "mysqlurl=s3cret | did you mean mysql.url?",
        "a=1;recordCount=5 | recordCount: there is no such property; did you mean"
            + " recordcount?",
        "operation.count=5 | did you mean operationcount?",
        "-p mysql.url=s3cret | the text before the value is not a name",
        "mysql-host=h | mysql-host: there is no such property",
        "mongo.url=s3cret | did you mean mongodb.url?",
        "ssl.caFile=s3cret | did you mean tls.caFile?",
        "db.url=s3cret | db.url: there is no such property",
        "mysql://u:s3cret@h/db | mysql: there is no such property",
        "jdbc:mysql://u:s3cret@h/db | jdbc: there is no such property",
        "oltp.modell=s3cret | did you mean oltp.model?",
        "hdrhistogram.percentile=99 | did you mean hdrhistogram.percentiles?",
        "mysql.url\\ =s3cret | the text before the value is not a name",
        "mongodb+srv://u:s3cret@h/db | the text before the value is not a name",
        "\uFEFF\uFEFFmysql.url=s3cret | the text before the value is not a name",
        "tls.protoсols=TLSv1.2 | the text before the value is not a name",
        "\"mysql.url\": \"s3cret\" | the text before the value is not a name",
      })
  void refusesALineThatCannotBeMeantAsItIsWritten(String lines, String reason) {
    assertThatThrownBy(() -> read(lines.replace(';', '\n')))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .startsWith("-P " + directory.resolve("file") + ": ")
        .contains(reason)
        .doesNotContain("s3cret")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "UTF-16, text in UTF-16",
    "UTF-16LE, not text in UTF-8",
    "UTF-16BE, not text in UTF-8",
    "ISO-8859-1, not text in UTF-8",
  })
  void refusesOtherEncodings(String charset, String found) throws IOException {
    Path file = directory.resolve("file");
    Files.write(file, "a=1\nmysql.password=pässword\n".getBytes(Charset.forName(charset)));

    assertThatThrownBy(() -> PropertyFile.read(file.toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("-P " + file + ": is " + found + "; save the file in UTF-8");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", "/proc/self/mem", "no\0file"})
  void refusesWhatIsNoFile(String name) {
    assertThatThrownBy(() -> PropertyFile.read(name))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .startsWith("-P")
        .hasLineCount(1);
  }

  private Map<String, String> read(String content) throws IOException {
    Path file = directory.resolve("file");
    Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    return PropertyFile.read(file.toString());
  }
}
