package dev.tlsbench.core.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.HostAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that libpq reads, and lines that it passes over. */
class PasswordFileTest {
  private static final HostAddress SERVER = new HostAddress("db", 5432);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private PasswordFile file(String... lines) throws IOException {
    Path file = directory.resolve("pgpass");
    Files.write(file, List.of(lines));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return new PasswordFile(Optional.of(file.toString()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "db:5432:shop:joe:s3cret | s3cret",
        "*:*:*:*:s3cret | s3cret",
        "db:*:shop:*:with\\:colon\\\\ | with:colon\\",
        "db:5432:sh\\op:joe:\\s3cret | s3cret",
        "db:5432:shop:joe:end\\ | end\\",
        "db:5432:shop:joe:s3cret:more | s3cret",
        "db:5432:shop:joe:sp ace# | sp ace#"
      })
  void readsALineAsLibpqDoes(String line, String password) throws IOException {
    assertThat(
            file("# comment", "", "other:*:*:*:no", line, "*:*:*:*:late")
                .password(List.of(SERVER), "shop", "joe"))
        .contains(password);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db2:5432:shop:joe:x",
        "db:5433:shop:joe:x",
        "db:5432:shops:joe:x",
        "db:5432:shop:jo:x",
        "#db:5432:shop:joe:x",
        "db*:5432:shop:joe:x",
        "db:5432:shop:joe",
        "nonsense"
      })
  void passesOverALineForSomethingElse(String line) throws IOException {
    PasswordFile file = file(line);

    assertThat(file.password(List.of(SERVER), "shop", "joe")).isEmpty();
    assertThat(file.warning()).isEmpty();
  }

  @Test
  void readsTheLinesBesideOneThatIsNotUtf8() throws IOException {
    PasswordFile file = file();
    Files.write(
        directory.resolve("pgpass"),
        "db:5432:shop:jos\u00e9:no\n*:*:*:*:x\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThat(file.password(List.of(SERVER), "shop", "joe")).contains("x");
    assertThat(file.warning()).isEmpty();
  }

  @Test
  void readsAnAddressWithEscapedColons() throws IOException {
    assertThat(file("\\:\\:1:5432:*:*:x").password(List.of(new HostAddress("::1", 5432)), "d", "u"))
        .contains("x");
  }

  @Test
  void refusesDifferentPasswordsOfOneUrl() throws IOException {
    PasswordFile file = file("a:*:*:*:one", "b:*:*:*:two", "c:*:*:*:one");
    HostAddress a = new HostAddress("a", 1);

    assertThat(file.password(List.of(a, new HostAddress("c", 1)), "d", "u")).contains("one");
    assertThatThrownBy(() -> file.password(List.of(a, new HostAddress("b", 1)), "d", "u"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("different passwords")
        .hasMessageNotContaining("one:")
        .hasMessageNotContaining("two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void ignoresAFileThatOthersMayAccess(String mode) throws IOException {
    PasswordFile file = file("*:*:*:*:x");
    Files.setPosixFilePermissions(
        directory.resolve("pgpass"), PosixFilePermissions.fromString(mode));

    assertThat(file.password(List.of(SERVER), "d", "u")).isEmpty();
    assertThat(file.warning())
        .hasValueSatisfying(
            why ->
                assertThat(why).endsWith("ignored, as others may access it; run chmod 600 on it"));
  }

  @Test
  void passesOverAMissingFile() {
    PasswordFile missing = new PasswordFile(Optional.of(directory + "/x"));

    assertThat(missing.password(List.of(SERVER), "d", "u")).isEmpty();
    assertThat(missing.warning()).isEmpty();
  }

  @Test
  void isInTheHomeOfTheUserByDefault() throws IOException {
    file("*:*:*:*:x");
    Files.move(directory.resolve("pgpass"), directory.resolve(".pgpass"));
    String home = System.getProperty("user.home");
    System.setProperty("user.home", directory.toString());
    try {
      PostgresUrl url = PostgresUrl.parse("postgresql://joe@db/shop?sslmode=disable");
      assertThat(url.driverProperties()).containsEntry("password", "x");
      assertThat(PostgresUrl.parse("postgresql://joe:own@db/shop?sslmode=disable"))
          .extracting(PostgresUrl::driverProperties)
          .hasFieldOrPropertyWithValue("password", "own");
    } finally {
      System.setProperty("user.home", home);
    }
  }
}
