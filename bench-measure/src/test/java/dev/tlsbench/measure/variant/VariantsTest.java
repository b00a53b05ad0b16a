package dev.tlsbench.measure.variant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.ycsb.session.Binding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VariantsTest {
  private static final String URL = "mongodb://joe:s3cret@db:27017/ycsb?tls=true&tlsCAFile=ca.pem";

  @TempDir private Path directory;

  private static Variant only(String specification) {
    return Variants.of(List.of(specification), List.of()).all().get(0);
  }

  private static Properties base() {
    Properties base = new Properties();
    base.setProperty("mongodb.url", URL);
    base.setProperty("tls.caFile", "other.pem");
    base.setProperty("readproportion", "1");
    return base;
  }

  @Test
  void leavesTlsToTheDriverOrBeginsWithIt() {
    Variant own = only("tls13@driver");
    assertThat(own.isDriversOwn()).isTrue();
    assertThat(own.settings()).containsEntry("tls.provider", "driver");
    assertThat(only("tls13@openssl").isDriversOwn()).isFalse();

    Variant direct = only("tls13-direct");
    Properties postgres = new Properties();
    postgres.setProperty("postgresql.url", "postgresql://db/ycsb?sslmode=require");
    assertThat(direct.applyTo(Binding.of("postgresql-tls"), postgres))
        .containsEntry("postgresql.sslnegotiation", "direct")
        .doesNotContainKey("direct");
    assertThat(direct.applyTo(Binding.of("mongodb-tls"), base()))
        .containsEntry("tls.protocols", "TLSv1.3")
        .doesNotContainKey("direct");
    Properties mysql = new Properties();
    mysql.setProperty("mysql.url", "mysql://db/ycsb?ssl-mode=REQUIRED");
    assertThatThrownBy(() -> direct.applyTo(Binding.of("mysql-tls"), mysql))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("tls13-direct: with MySQL, a client asks for TLS");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "plain",
        "tls12",
        "tls13",
        "tls13-aes128-gcm",
        "tls13-aes256-gcm",
        "tls13-chacha20",
        "tls12-aes128-gcm",
        "tls12-aes256-gcm",
        "tls12-aes128-cbc-sha",
        "tls13-x25519mlkem768",
        "tls13-secp256r1mlkem768",
        "tls13-secp384r1mlkem1024",
        "tls13-default-hybrid"
      })
  void hasTheBuiltInOnes(String name) {
    Variant variant = only(name);
    assertThat(variant.name()).isEqualTo(name);
    assertThat(variant.settings())
        .containsEntry("tls.enabled", String.valueOf(!name.equals("plain")));
  }

  @ParameterizedTest
  @CsvSource({
    "'tls13,tls13-x25519mlkem768', 'tls13@openssl,tls13-x25519mlkem768@openssl'",
    "'plain,tls12,tls13-secp256r1mlkem768,tls13-x25519mlkem768',"
        + " 'plain,tls12@bouncycastle,tls13-secp256r1mlkem768@bouncycastle,"
        + "tls13-x25519mlkem768@bouncycastle'",
    "'tls13@jdk,tls13-x25519mlkem768', 'tls13@jdk,tls13-x25519mlkem768'",
    "'tls13,tls13@conscrypt', 'tls13,tls13@conscrypt'"
  })
  void comparesGroupsOnOneImplementationUnlessOneIsNamed(String given, String compared) {
    Variants variants = Variants.of(List.of(given), List.of());

    assertThat(variants.all().stream().map(Variant::name)).containsExactly(compared.split(",", -1));
    assertThat(variants.notes()).hasSize(given.equals(compared) ? 0 : 1);
    String first = given.split(",", 2)[0];
    assertThat(variants.find(first)).contains(variants.all().get(0));
  }

  @Test
  void namesAnImplementationThatWasChosen() {
    assertThat(Variants.title("tls13-x25519mlkem768"))
        .isEqualTo("TLS 1.3 with X25519MLKEM768 by BoringSSL");
    assertThat(Variants.title("tls13")).isEqualTo("TLS 1.3");
  }

  /** Records of another size are not those of the table that the others read. */
  @Test
  void readsRecordsOfAnotherSizeFromATableOfItsOwn() {
    Variant large = only("large:tls.enabled=true,fieldlength=5000");
    Binding binding = Binding.of("mongodb-tls");
    assertThat(large.applyTo(binding, base())).containsEntry("table", "usertable_10x5000");
    assertThat(only("tls13").applyTo(binding, base())).doesNotContainKey("table");
    assertThat(only("large:fieldlength=5000,table=own").applyTo(binding, base()))
        .containsEntry("table", "own");
  }

  @Test
  void takesTheProviderAsASuffixAndSettingsWhoseValuesHaveCommas() {
    assertThat(only("tls13@conscrypt").settings())
        .isEqualTo(
            Map.of("tls.enabled", "true", "tls.protocols", "TLSv1.3", "tls.provider", "conscrypt"));
    Variant own = only("strict:tls.cipherSuites=TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384,x=1");
    assertThat(own.settings())
        .isEqualTo(
            Map.of("tls.cipherSuites", "TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384", "x", "1"));
  }

  @Test
  void takesSeveralNamesAndAnOwnOneAtTheEnd() {
    List<Variant> all =
        Variants.of(List.of("plain,tls13,own:tls.cipherSuites=A,B", "tls12"), List.of()).all();
    assertThat(all.stream().map(Variant::name)).containsExactly("plain", "tls13", "own", "tls12");
    assertThat(all.get(2).settings()).isEqualTo(Map.of("tls.cipherSuites", "A,B"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\uFEFF"})
  void takesThemFromAYamlFileWithAndWithoutAByteOrderMark(String mark) throws IOException {
    Path file = directory.resolve("v.yaml");
    Files.writeString(
        file,
        mark + "encrypted:\n  mysql.table.encryption: Y\nnarrow:\n  fieldlength: 10\nsame:\n");
    List<Variant> all = Variants.of(List.of("plain"), List.of(file)).all();
    assertThat(all.stream().map(Variant::name))
        .containsExactly("encrypted", "narrow", "same", "plain");
    assertThat(all.get(0).settings()).isEqualTo(Map.of("mysql.table.encryption", "Y"));
    assertThat(all.get(1).settings()).isEqualTo(Map.of("fieldlength", "10"));
    assertThat(all.get(2).settings()).isEmpty();
  }

  @Test
  void plainLeavesNoOptionOfTlsInUrlAndProperties() {
    Properties properties = only("plain").applyTo(Binding.of("mongodb-tls"), base());
    assertThat(properties)
        .containsEntry("mongodb.url", "mongodb://joe:s3cret@db:27017/ycsb")
        .containsEntry("tls.enabled", "false")
        .containsEntry("readproportion", "1")
        .doesNotContainKey("tls.caFile");
  }

  @Test
  void otherVariantsKeepGivenPropertiesAndAddTheirOwn() {
    Properties base = base();
    Properties properties = only("tls12").applyTo(Binding.of("mongodb-tls"), base);
    assertThat(properties)
        .containsEntry("mongodb.url", URL)
        .containsEntry("tls.caFile", "other.pem")
        .containsEntry("tls.protocols", "TLSv1.2");
    assertThat(base).as("stays as it was").isEqualTo(base());
  }

  @Test
  void urlStandsForTheBindingsUrlAndMayNameAPropertyThatHoldsIt() {
    Properties base = base();
    base.setProperty("proxy.url", "mongodb://joe:s3cret@proxy/ycsb?tls=true&tlsCAFile=p.pem");
    Binding binding = Binding.of("mongodb-tls");

    assertThat(only("far:url=mongodb://far/ycsb").applyTo(binding, base))
        .containsEntry("mongodb.url", "mongodb://far/ycsb");
    assertThat(only("through:tls.protocols=TLSv1.3,url=proxy.url").applyTo(binding, base))
        .containsEntry("mongodb.url", "mongodb://joe:s3cret@proxy/ycsb?tls=true&tlsCAFile=p.pem");
    assertThat(only("through:tls.enabled=false,url=proxy.url").applyTo(binding, base))
        .as("without the TLS options of the URL")
        .containsEntry("mongodb.url", "mongodb://joe:s3cret@proxy/ycsb");
    assertThatThrownBy(() -> only("through:url=proxi.url").applyTo(binding, base))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "--variant through: there is neither a URL nor a property 'proxi.url' that holds one;"
                + " give it with -P or -p");
  }

  @Test
  void addsOtherAuthoritiesToTheCaFileOfVariantsWithTls() throws IOException {
    Path caFile = directory.resolve("ca.pem");
    Files.writeString(caFile, "-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n");
    Properties base = base();
    base.setProperty("tls.caFile", caFile.toString());
    base.setProperty("tlsbench.otherAuthorities", "2");
    Binding binding = Binding.of("mongodb-tls");

    Path bundle = Path.of(only("tls13").applyTo(binding, base).getProperty("tls.caFile"));
    assertThat(bundle)
        .content()
        .startsWith(Files.readString(caFile))
        .containsPattern("(?s)(BEGIN.*){3}");
    assertThat(only("plain").applyTo(binding, base)).doesNotContainKey("tls.caFile");
  }

  @Test
  void refusesUnknownNamesWithTheChoices() {
    refused("tls14", "there is no variant 'tls14'; choose one of plain, tls12, tls13,");
    refused("tls13@gnutls", "gnutls");
    refused("own:tls.protocols", "own: a setting has no value; write it as key=value,key=value");
    refused("a b:x=1", "--variant: a name ");
    assertThatThrownBy(() -> Variants.of(List.of("plain", "plain"), List.of()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("'plain' is given twice");
  }

  @Test
  void refusesAMisspeltPropertyWhereverAVariantStands() throws IOException {
    refused("own:tls.protocol=TLSv1.2", "--variant own: tls.protocol: there is no such property");
    refused("own:mysql.tabel=t", "--variant own: mysql.tabel: there is no such property");
    Path file = Files.writeString(directory.resolve("mine.yaml"), "own:\n  oltp.tabel: t\n");
    refused(
        file,
        "--variants "
            + file
            + ": own: oltp.tabel: there is no such property; did you mean oltp.table?");
  }

  private static void refused(Path file, String message) {
    assertThatThrownBy(() -> Variants.of(List.of(), List.of(file)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private static void refused(String specification, String message) {
    assertThatThrownBy(() -> only(specification))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesAFileThatIsNotOfTheKindAndSaysWhere() throws IOException {
    Path file = directory.resolve("v.yaml");
    Files.writeString(file, "a:\n  b: 1\n- c\n");
    refused(file, "line 3");
    refused(directory.resolve("none"), "cannot be read (NoSuchFileException)");
    refused(
        Path.of("/dev/zero"), "--variants /dev/zero: is longer than 1 MiB, too long for variants");
    Files.writeString(file, "a:\n  tls.caFile:\n");
    refused(file, "a setting of a has no value");
  }

  @ParameterizedTest
  @CsvSource({
    "rw-r--r--, 'far: {url: \"mysql://u:s3cret@h/db\"}', true",
    "rw-r--r--, 'own: {tls.caFilePassword: s3cret}', true",
    "rw-------, 'own: {tls.caFilePassword: s3cret}', false",
    "rw-r--r--, 'own: {tls.protocols: TLSv1.3}', false",
  })
  void tellsOfAFileWithAPasswordThatEverybodyMayRead(String mode, String content, boolean told)
      throws IOException {
    Path file = Files.writeString(directory.resolve("v.yaml"), content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    List<String> notes = Variants.of(List.of(), List.of(file)).notes();
    assertThat(notes).hasSize(told ? 1 : 0);
    assertThat(String.join("", notes)).contains(told ? "chmod 600 " + file : "");
  }

  @ParameterizedTest
  @CsvSource({
    "tls13@openssl, TLS 1.3 by BoringSSL",
    "tls13-direct@openssl, tls13-direct@openssl",
    "tls13@mine, tls13@mine",
    "mine@openssl, mine@openssl",
  })
  void hasTitlesForBuiltInVariants(String name, String title) {
    assertThat(Variants.title(name)).isEqualTo(title);
  }

  @Test
  void showsNoValues() {
    assertThat(only("own:tls.caFilePassword=s3cret")).hasToString("own[tls.caFilePassword]");
  }
}
