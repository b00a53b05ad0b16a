package dev.tlsbench.client.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExposedFilesTest {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private Path open;

  @BeforeEach
  void write() throws IOException {
    open = file("open.pem", "rw-r--r--");
    file("private.pem", "rw-------");
  }

  /** A certificate and its key may be in one file or in two; what counts is where the key is. */
  @ParameterizedTest
  @CsvSource({
    "mongodb-tls, mongodb://h/?tlsCertificateKeyFile=DIR/open.pem, ",
    "mongodb-tls, mongodb://h/, tls.certificateKeyFile=DIR/open.pem",
    "mongodb-tls, mongodb://h/?tlsCertificateKeyFile=DIR/private.pem,"
        + " tls.certificateKeyFile=DIR/open.pem",
    "mysql-tls, mysql://h/?ssl-cert=DIR/private.pem&ssl-key=DIR/open.pem, ",
    "mysql-tls, jdbc:mysql://h/?clientCertificateKeyStoreUrl=file:DIR/open.pem, ",
    "mysql-tls, mysql://h/?ssl-mode=REQUIRED, tls.certificateKeyFile=DIR/open.pem",
    "mysql-tls, , tls.certificateKeyFile=DIR/open.pem",
    "mongodb-tls, , tls.certificateKeyFile=DIR/open.pem",
  })
  void warnsOfAPrivateKeyThatEverybodyMayRead(
      String id, @Nullable String url, @Nullable String property) {
    Binding binding = Binding.of(id);
    assertThat(ExposedFiles.key(binding, properties(binding, url, property)))
        .hasValue(
            open
                + ": every user of this machine may read this private key (mode 0644); chmod 600 "
                + open);
  }

  @ParameterizedTest
  @CsvSource({
    "mongodb-tls, mongodb://h/?tlsCAFile=DIR/open.pem",
    "mongodb-tls, mongodb://h/?tlsCertificateKeyFile=DIR/private.pem",
    "mysql-tls, mysql://h/?ssl-cert=DIR/open.pem&ssl-key=DIR/private.pem&ssl-ca=DIR/open.pem",
    "mysql-tls, mysql://h/?ssl-cert=DIR/open.pem&ssl-key=DIR/nonesuch.pem",
    "mysql-tls, mysql://h/db",
  })
  void doesNotWarnOfCertificatesNorOfKeysThatArePrivate(String id, String url) {
    Binding binding = Binding.of(id);
    assertThat(ExposedFiles.key(binding, properties(binding, url, null))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw-rw----"})
  void leavesGroupsToTheUser(String mode) throws IOException {
    assertThat(ExposedFiles.warning(file("group.pem", mode), "private key")).isEmpty();
  }

  @Test
  void looksAtTheFileThatALinkNames() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link.pem"), open);
    assertThat(ExposedFiles.warning(link, "private key")).isPresent();
    Path other =
        Files.createSymbolicLink(directory.resolve("other"), directory.resolve("private.pem"));
    assertThat(ExposedFiles.warning(other, "private key")).isEmpty();
  }

  private Properties properties(Binding binding, @Nullable String url, @Nullable String property) {
    Properties properties = new Properties();
    if (url != null) {
      properties.setProperty(binding.urlProperty(), url.replace("DIR", directory.toString()));
    }
    for (String assignment : property == null ? List.<String>of() : List.of(property)) {
      String[] pair = assignment.split("=", 2);
      properties.setProperty(pair[0], pair[1].replace("DIR", directory.toString()));
    }
    return properties;
  }

  private Path file(String name, String mode) throws IOException {
    Path file = Files.writeString(directory.resolve(name), "");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }
}
