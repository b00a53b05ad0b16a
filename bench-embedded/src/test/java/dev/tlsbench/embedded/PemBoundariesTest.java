package dev.tlsbench.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.tls.TlsContext;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.core.tls.TlsSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.function.BiFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files of two PEM blocks, written in every way: both count, or the file is refused with the line
 * of the flaw. Servers show which of the blocks count.
 */
class PemBoundariesTest {
  private static final CertificateAuthority FIRST = CertificateAuthority.create();
  private static final CertificateAuthority SECOND =
      CertificateAuthority.builder().commonName("second").intermediates(1).build();
  private static final IssuedCertificate FIRST_SERVER = FIRST.issueServer();
  private static final IssuedCertificate SECOND_SERVER = SECOND.issueServer();
  private static final CertificateAuthority CLIENTS =
      CertificateAuthority.builder().commonName("clients").intermediates(1).build();
  private static final IssuedCertificate CLIENT =
      CLIENTS.client("alice").keyType(KeyType.RSA_2048).build();
  private static final String MARK = "\uFEFF";

  private static JsseServer first;
  private static JsseServer second;
  private static JsseServer demanding;
  private static Path files;

  @BeforeAll
  static void startServers(@TempDir Path directory) throws IOException {
    files = directory;
    first = JsseServer.start(FIRST_SERVER);
    second = JsseServer.start(SECOND_SERVER);
    demanding = JsseServer.builder(FIRST_SERVER).clientsOf(CLIENTS).start();
    FIRST.writePem(files.resolve("first.pem"));
    SECOND.writePem(files.resolve("second.pem"));
    Files.writeString(
        files.resolve("both.pem"),
        Files.readString(files.resolve("first.pem"))
            + Files.readString(files.resolve("second.pem")));
  }

  @AfterAll
  static void stopServers() throws IOException {
    first.close();
    second.close();
    demanding.close();
  }

  /** A way to write two blocks, each of which ends with a line break. */
  private enum Writing {
    ONE_AFTER_THE_OTHER((one, two) -> one + two),
    WITH_BYTE_ORDER_MARK((one, two) -> MARK + one + two),
    WITH_BYTE_ORDER_MARKS((one, two) -> MARK + one + MARK + two),
    WITH_LINE_BREAKS_OF_WINDOWS((one, two) -> (one + two).replace("\n", "\r\n")),
    WITH_LINE_BREAKS_OF_OLD_MACS((one, two) -> (one + two).replace("\n", "\r")),
    WITH_BLANKS_AT_THE_END((one, two) -> (one + two).replace("\n", " \t\n")),
    WITH_BLANK_LINES((one, two) -> "\n\n" + one + "\n\n" + two + "\n"),
    WITHOUT_LAST_LINE_BREAK((one, two) -> one + two.strip()),
    WITH_COMMENTS(
        (one, two) ->
            "Certificate:\n    Data:\n        Version: 3 (0x2)\n"
                + one
                + "subject=O = Größe, CN = BEGIN the end\n -- \n----\n"
                + two
                + "issuer=x"),

    JOINED((one, two) -> one.strip() + two, "a PEM boundary needs a line of its own"),
    INDENTED((one, two) -> one + " " + two, "a PEM boundary needs a line of its own"),
    INDENTED_END(
        (one, two) -> one.replace("-----END", "  -----END") + two,
        "a PEM boundary needs a line of its own"),
    AFTER_TEXT((one, two) -> one + "ca: " + two, "a PEM boundary needs a line of its own"),
    AFTER_NUL((one, two) -> one + "\0" + two, "a PEM boundary needs a line of its own"),
    AFTER_FORM_FEED((one, two) -> one + "\f" + two, "a PEM boundary needs a line of its own"),
    AFTER_LINE_SEPARATOR(
        (one, two) -> one.strip() + "\u2028" + two, "a PEM boundary needs a line of its own"),
    BEFORE_TEXT(
        (one, two) -> one + two.replace("-----\n", "----- # mine\n"),
        "a PEM boundary needs a line of its own"),
    WITH_SIX_DASHES(
        (one, two) -> one + two.replace("-----", "------"),
        "a PEM boundary needs a line of its own"),
    WITH_ESCAPED_LINE_BREAKS(
        (one, two) -> (one + two).replace("\n", "\\n"), "a PEM boundary needs a line of its own"),
    WITH_FOUR_DASHES((one, two) -> one + two.replace("-----", "----"), "looks like part of a"),
    WITH_LONG_DASHES((one, two) -> one + two.replace("-----", "\u2013\u2013\u2013"), "looks like"),
    IN_LOWER_CASE(
        (one, two) -> one + two.replace("BEGIN", "begin").replace("END", "end"), "looks like"),
    WITHOUT_BOUNDARIES((one, two) -> one + body(two), "looks like part of a PEM block"),
    WITHOUT_BOUNDARIES_IN_NARROW_LINES(
        (one, two) -> one + body(two).replaceAll("(.{16})", "$1\n"), "looks like"),
    WITHOUT_DASHES_IN_ONE_LINE(
        (one, two) -> one + two.replace("-", "").replace("\n", ""), "looks like"),
    QUOTED((one, two) -> one + "'" + body(two).replace("\n", "',\n'"), "looks like"),
    IN_BASE64(
        (one, two) -> one + "ca: " + Base64.getEncoder().encodeToString(two.getBytes(UTF_8)),
        "looks like"),
    SECOND_IN_UTF_32(
        (one, two) -> one + two.replaceAll("(?s)(.)", "\0\0\0$1"), "a NUL character where only"),
    AFTER_BINARY((one, two) -> one + "\0\n" + two, "a NUL character where only"),
    WITHOUT_BEGIN((one, two) -> one + two.substring(two.indexOf('\n') + 1), "PEM block"),
    WITHOUT_FIRST_END(
        (one, two) -> one.substring(0, one.lastIndexOf("-----END")) + two, "has no line '-----END"),
    WITHOUT_LAST_END(
        (one, two) -> one + two.substring(0, two.lastIndexOf("-----END")), "has no line '-----END"),
    WITH_ANOTHER_END(
        (one, two) -> one + two.replace("-----END ", "-----END X"), "has no line '-----END"),
    WITH_ANOTHER_TYPE(
        (one, two) -> one + two.replace("-----BEGIN ", "-----BEGIN X").replace("END ", "END X"),
        "a PEM block 'X"),
    WITH_PUBLIC_KEY(
        (one, two) -> one + two + "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
        "a PEM block 'PUBLIC KEY' where only"),
    WITH_COMMENT_INSIDE(
        (one, two) -> one + two.replaceFirst("-----\n", "-----\n# mine\n"), "is dam"),
    WITH_CHARACTER_LOST((one, two) -> one + two.replaceFirst("-----\nM", "-----\n"), "is damaged"),
    WITH_LINE_LOST((one, two) -> one + two.replaceFirst("-----\n.*\n", "-----\n"), "is damaged"),
    TWICE_INSIDE(
        (one, two) -> one + two.replaceFirst("-----\n", "-----\n" + body(one)), "is damaged"),
    EMPTY((one, two) -> one + two.replaceAll("(?s)-----\n.*\n-----", "-----\n-----"), "is damaged"),
    IN_UTF_16(StandardCharsets.UTF_16),
    IN_UTF_16_LE(StandardCharsets.UTF_16LE),
    IN_UTF_16_BE(StandardCharsets.UTF_16BE);

    @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
    final BiFunction<String, String, String> text;

    final Charset charset;
    final String refusal;

    Writing(BiFunction<String, String, String> text) {
      this(text, "");
    }

    Writing(BiFunction<String, String, String> text, String refusal) {
      this.text = text;
      this.charset = StandardCharsets.UTF_8;
      this.refusal = refusal;
    }

    Writing(Charset charset) {
      this.text = (one, two) -> one + two;
      this.charset = charset;
      this.refusal = "is text in UTF-16; save it as UTF-8";
    }

    private static String body(String block) {
      return block.replaceAll("-----.*\n", "");
    }

    Path write(String one, String two) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.write(text.apply(one, two).getBytes(charset));
      return Files.write(files.resolve("written"), bytes.toByteArray());
    }
  }

  @ParameterizedTest
  @EnumSource
  void trustsBothAuthorities(Writing writing) throws Exception {
    Path file =
        writing.write(
            Files.readString(files.resolve("first.pem")),
            Files.readString(files.resolve("second.pem")));
    TlsSettings settings = TlsSettings.builder().caFile(file).build();

    if (!refused(writing, settings)) {
      Exchange.over(settings, "localhost", first.port());
      Exchange.over(settings, "localhost", second.port());
    }
  }

  @ParameterizedTest
  @EnumSource
  void appliesBothRevocationLists(Writing writing) throws Exception {
    Path file =
        writing.write(
            Pem.of(TestAuthority.lists(FIRST, FIRST_SERVER).toArray()),
            Pem.of(TestAuthority.lists(SECOND, SECOND_SERVER).toArray()));
    TlsSettings settings =
        TlsSettings.builder().caFile(files.resolve("both.pem")).crlFile(file).build();

    if (!refused(writing, settings)) {
      for (JsseServer server : new JsseServer[] {first, second}) {
        assertThat(Exchange.refused(settings, "localhost", server.port()))
            .hasMessageContaining("revoked");
      }
    }
  }

  /** The server needs the intermediate certificate too. */
  @ParameterizedTest
  @EnumSource
  void showsWholeChain(Writing writing) throws Exception {
    Path file = writing.write(Pem.certificates(CLIENT.chain()), Pem.key(CLIENT.privateKey()));
    TlsSettings settings =
        TlsSettings.builder().caFile(files.resolve("first.pem")).certificateKeyFile(file).build();

    if (!refused(writing, settings)) {
      Exchange.over(settings, "localhost", demanding.port());
      assertThat(demanding.visit().client()).isEqualTo("CN=alice");
    }
  }

  private static boolean refused(Writing writing, TlsSettings settings) {
    if (writing.refusal.isEmpty()) {
      return false;
    }
    assertThatThrownBy(() -> TlsContext.open(settings, new TlsLedger()).close())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tls.")
        .hasMessageContaining(files.resolve("written").toString())
        .hasMessageContaining(writing.refusal)
        .hasMessageContaining(";")
        .hasMessageMatching(
            writing.charset.equals(StandardCharsets.UTF_8) ? ".*, line \\d+: .*" : ".*");
    return true;
  }
}
