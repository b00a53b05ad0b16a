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
import org.junit.jupiter.api.Test;
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
    PropertyFile file =
        read(mark + "mysql.url=mysql://h/db\nmysql.password=pässwörd€\na = \\u00e9\n");

    assertThat(file.values())
        .containsOnly(
            entry("mysql.url", "mysql://h/db"),
            entry("mysql.password", "pässwörd€"),
            entry("a", "é"));
    assertThat(file.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void knowsAllLineEndsSeparatorsAndContinuations(String end) throws IOException {
    PropertyFile file =
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

    assertThat(file.values())
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
      quoteCharacter = '"',
      value = {
        "mysql.password=s3\\cret | a backslash is dropped",
        "mysql.password=s3cret\\ | a backslash is dropped",
        "mysql.password=s3\\\\\\cret | a backslash is dropped",
        "tls.caFile=C:\\certs\\new.pem | a backslash is dropped",
        "tls.caFile=C:\\new.pem | the value has a control character",
        "mysql.password=s3\\tcret | the value has a control character",
        "mysql.user=bench\u200B | the value has a control character",
        "\"mysql.password=s3cret \" | the blank at the end counts",
        "\"mysql.user=bench\t\" | the blank at the end counts",
        "\"mysql.url=mysql://u:s3cret@h/db \" | the blank at the end counts",
        "mysql.password=s3cret\u00A0 | the blank at the end counts",
        "mysql.password=\u00A0s3cret | the value begins with a blank that counts",
        "mysql.password= s3cret | blanks before the value do not count",
        "mysql.password=s3cret\\; | the backslash at the end makes the next line a part",
        "mysql.password=s3cret\\;# a comment;mysql.user=u | the backslash at the end makes the next",
        "mysql.password=s3cret\\;mysql.usr=u | the backslash at the end makes the next line a part",
        "fieldnameprefix=a\\;! a comment | the backslash at the end makes the next line a part",
        "mysql.password=\"\"s3cret\"\" | the quotes are a part of the value",
        "mysql.user='bench' | the quotes are a part of the value",
        "table=a\u2028tls.protocols=TLSv1.2 | the value has a control character",
      })
  void notesWhatChangesAValueWithNameAndLineButNotTheValue(String line, String note)
      throws IOException {
    assertThat(read("a=1\n" + line.replace(';', '\n')).notes())
        .anySatisfy(
            one ->
                assertThat(one)
                    .startsWith("-P " + directory.resolve("file") + ": line 2: " + nameOf(line))
                    .contains(note))
        .noneMatch(one -> one.contains("s3"));
  }

  /** The remedies that the notes name, and values that nobody takes as they are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql.password=s3\\\\cret",
        "mysql.password=s3cret\\u0020",
        "mysql.password=s3cret\\ ",
        "mysql.password=\\u0020s3cret",
        "mysql.password=\\ s3cret",
        "mysql.password = s3cret",
        "mysql.password\ts3cret",
        "mysql.password=\\#s3cret\\!\\=\\:",
        "tls.protocols= TLSv1.2 ",
        "recordcount=10 ",
        "hdrhistogram.percentiles=95,\\\n  99",
        "mysql.password=\"s3cret",
        "fieldnameprefix='a'",
      })
  void notesNothingElse(String line) throws IOException {
    assertThat(read(line).notes()).isEmpty();
  }

  @Test
  void notesAPropertyThatIsThereTwiceWithTwoValues() throws IOException {
    PropertyFile file = read("mysql.url=first\na=1\na=1\n\nmysql.url=second\n");

    assertThat(file.values()).containsEntry("mysql.url", "second");
    assertThat(file.notes())
        .containsExactly(
            "-P "
                + directory.resolve("file")
                + ": line 5: mysql.url: line 1 has another value; this one counts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mysql.password=s3cret\\;mysql.url=mysql://h/db | the next line, mysql.url, a part of this",
        "a=1;mysql.password=s3\\u00zz | line 2: mysql.password: \\u is not followed by four",
        "tls.protocol=TLSv1.2 | line 1: tls.protocol: there is no such property; did you mean"
            + " tls.protocols?",
        "a=1;MySQL.URL=s3cret | line 2: MySQL.URL: there is no such property; did you mean"
            + " mysql.url?",
        "mysql_url=s3cret | did you mean mysql.url?",
        "mysqlurl=s3cret | did you mean mysql.url?",
        "a=1;recordCount=5 | line 2: recordCount: there is no such property; did you mean"
            + " recordcount?",
        "operation.count=5 | did you mean operationcount?",
        "-p mysql.url=s3cret | line 1: the text before the value is not a name",
        "mysql-host=h | mysql-host: there is no such property",
        "mongo.url=s3cret | did you mean mongodb.url?",
        "ssl.caFile=s3cret | did you mean tls.caFile?",
        "db.url=s3cret | db.url: there is no such property",
        "mysql://u:s3cret@h/db | mysql: there is no such property",
        "jdbc:mysql://u:s3cret@h/db | jdbc: there is no such property",
        "oltp.modell=s3cret | did you mean oltp.model?",
        "hdrhistogram.percentile=99 | did you mean hdrhistogram.percentiles?",
        "mysql.url\\ =s3cret | line 1: the text before the value is not a name",
        "mongodb+srv://u:s3cret@h/db | line 1: the text before the value is not a name",
        "\uFEFF\uFEFFmysql.url=s3cret | line 1: the text before the value is not a name",
        "tls.protoсols=TLSv1.2 | line 1: the text before the value is not a name",
        "\"mysql.url\": \"s3cret\" | line 1: the text before the value is not a name",
      })
  void refusesALineThatCannotBeMeantAsItIsWritten(String lines, String reason) {
    assertThatThrownBy(() -> read(lines.replace(';', '\n')))
        .isInstanceOf(InvalidSettingException.class)
        .message()
        .startsWith("-P " + directory.resolve("file") + ": line ")
        .contains(reason)
        .doesNotContain("s3cret")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1"})
  void refusesOtherEncodings(String charset) throws IOException {
    Path file = directory.resolve("file");
    Files.write(file, "a=1\nmysql.password=pässword\n".getBytes(Charset.forName(charset)));

    assertThatThrownBy(() -> PropertyFile.read(file.toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("-P " + file + ": is not text in UTF-8; save the file in that encoding");
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

  private static String nameOf(String line) {
    return line.substring(0, line.indexOf('='));
  }

  private PropertyFile read(String content) throws IOException {
    Path file = directory.resolve("file");
    Files.write(file, content.getBytes(StandardCharsets.UTF_8));
    return PropertyFile.read(file.toString());
  }
}
