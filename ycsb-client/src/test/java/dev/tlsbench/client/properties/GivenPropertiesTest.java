package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GivenPropertiesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @Test
  void letsTheCommandLineOverrideFilesAndFilesTheEnvironment() throws IOException {
    Path file = file("a=file\nb=file\nmysql.url=file", "rw-------");
    Map<String, String> environment =
        Map.of(
            "TLSBENCH_P_A", "environment",
            "TLSBENCH_P_B", "environment",
            "TLSBENCH_P_C", "environment",
            "TLSBENCH_P_MYSQL_URL", "environment");

    GivenProperties given =
        GivenProperties.of(environment, List.of(file.toString()), List.of("a=1", "a=2"));
    assertThat(given.properties())
        .containsOnly(
            Map.entry("a", "2"),
            Map.entry("b", "file"),
            Map.entry("c", "environment"),
            Map.entry("mysql.url", "file"));
    assertThat(given.notes()).containsExactly("from the environment: c");
  }

  @Test
  void refusesAFileWithoutEnd() {
    assertThatThrownBy(() -> GivenProperties.of(Map.of(), List.of("/dev/zero"), List.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("-P /dev/zero: is longer than 1 MiB, too long for properties");
  }

  @Test
  void showsNoValuesAndKeepsThemAsTheyAre() {
    GivenProperties given =
        GivenProperties.of(Map.of(), List.of(), List.of("mysql.password=s3cret", "a=1"));
    given.properties().setProperty("a", "2");
    assertThat(given).hasToString("GivenProperties[a, mysql.password]");
    assertThat(given.properties()).containsEntry("a", "1");
  }

  @Test
  void takesPropertiesOutOfAnEnvironment() {
    Map<String, String> environment =
        new HashMap<>(Map.of("TLSBENCH_P_MYSQL_PASSWORD", "s3cret", "TLSBENCH_DATA", "data"));
    GivenProperties.removeFrom(environment);
    assertThat(environment).isEqualTo(Map.of("TLSBENCH_DATA", "data"));
  }

  @ParameterizedTest
  @CsvSource({
    "MYSQL_URL, mysql.url",
    "MYSQL_PASSWORD, mysql.password",
    "MYSQL_TABLE_ENCRYPTION, mysql.table.encryption",
    "MONGODB_URL, mongodb.url",
    "MONGODB_READPREFERENCE, mongodb.readPreference",
    "TLS_CERTIFICATEKEYFILEPASSWORD, tls.certificateKeyFilePassword",
    "TLS_DISABLEOCSPENDPOINTCHECK, tls.disableOCSPEndpointCheck",
    "TLS_VERBOSE, tls.verbose",
    "tls_caFile, tls.caFile",
    "RECORDCOUNT, recordcount",
    "HDRHISTOGRAM_FILEOUTPUT, hdrhistogram.fileoutput",
    "TABLE__SIZE, table_size",
    "RAND__TYPE, rand_type",
  })
  void findsThePropertyThatAVariableNames(String variable, String property) {
    assertThat(properties(Map.of("TLSBENCH_P_" + variable, "value")))
        .containsExactly(Map.entry(property, "value"));
  }

  @Test
  void leavesOtherVariablesAlone() {
    assertThat(
            properties(
                Map.of("TLSBENCH_MYSQL_URL", "a", "TLSBENCH_DATA", "b", "MYSQL_URL", "c", "X", "")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "_", "_MYSQL_URL", "MYSQL_"})
  void refusesAVariableThatNamesNoProperty(String variable) {
    assertThatThrownBy(() -> properties(Map.of("TLSBENCH_P_" + variable, "s3cret")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "TLSBENCH_P_"
                + variable
                + ": names no property; write it as TLSBENCH_P_MYSQL_URL for mysql.url");
  }

  @Test
  void refusesTwoVariablesForOneProperty() {
    assertThatThrownBy(
            () -> properties(Map.of("TLSBENCH_P_MYSQL_URL", "a", "TLSBENCH_P_mysql_url", "b")))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "TLSBENCH_P_MYSQL_URL, TLSBENCH_P_mysql_url: both are mysql.url; unset one of them");
  }

  @ParameterizedTest
  @CsvSource({"rw-r--r--, 0644", "rw----r--, 0604", "rwxrwxrwx, 0777"})
  void warnsOfAFileWithAPasswordThatEverybodyMayRead(String mode, String octal) throws IOException {
    Path file = file("mysql.url=mysql://joe:s3cret@h/db", mode);

    assertThat(GivenProperties.of(Map.of(), List.of(file.toString()), List.of()).notes())
        .containsExactly(
            file
                + ": every user of this machine may read this file with a password in it (mode "
                + octal
                + "); chmod 600 "
                + file);
  }

  @ParameterizedTest
  @CsvSource({
    "mysql.url=mysql://joe:s3cret@h/db, rw-r-----",
    "mysql.url=mysql://joe:s3cret@h/db, rw-------",
    "mysql.url=mysql://joe@h/db?ssl-ca=ca.pem, rw-r--r--",
    "recordcount=1000, rw-rw-rw-",
  })
  void doesNotWarnOfAnyOtherFile(String content, String mode) throws IOException {
    Path file = file(content, mode);

    assertThat(GivenProperties.of(Map.of(), List.of(file.toString()), List.of()).notes()).isEmpty();
  }

  private static Properties properties(Map<String, String> environment) {
    return GivenProperties.of(environment, List.of(), List.of()).properties();
  }

  private Path file(String content, String mode) throws IOException {
    Path file = Files.writeString(directory.resolve("given.properties"), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
