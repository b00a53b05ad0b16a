package dev.tlsbench.core.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import dev.tlsbench.core.InvalidSettingException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of the MongoDB connection string and URI options specifications for warnings. */
class MongoOptionsTest {
  private static final long INT = Integer.MAX_VALUE;

  /** The least and the greatest value of each option that is a number. */
  private static final Map<String, List<Long>> NUMBERS =
      Map.ofEntries(
          Map.entry("connectTimeoutMS", List.of(0L, INT)),
          Map.entry("heartbeatFrequencyMS", List.of(500L, INT)),
          Map.entry("localThresholdMS", List.of(0L, INT)),
          Map.entry("maxAdaptiveRetries", List.of(0L, INT)),
          Map.entry("maxConnecting", List.of(1L, INT)),
          Map.entry("maxIdleTimeMS", List.of(0L, INT)),
          Map.entry("maxLifeTimeMS", List.of(0L, INT)),
          Map.entry("maxPoolSize", List.of(0L, INT)),
          Map.entry("maxStalenessSeconds", List.of(-1L, INT)),
          Map.entry("minPoolSize", List.of(0L, INT)),
          Map.entry("proxyPort", List.of(0L, 65_535L)),
          Map.entry("serverSelectionTimeoutMS", List.of(0L, INT)),
          Map.entry("socketTimeoutMS", List.of(0L, INT)),
          Map.entry("srvMaxHosts", List.of(0L, INT)),
          Map.entry("timeoutMS", List.of(0L, Long.MAX_VALUE)),
          Map.entry("waitQueueTimeoutMS", List.of(1L, INT)),
          Map.entry("wTimeoutMS", List.of(0L, INT)),
          Map.entry("zlibCompressionLevel", List.of(-1L, 9L)));

  private static final List<String> BOOLEANS =
      List.of(
          "directConnection",
          "enableOverloadRetargeting",
          "journal",
          "loadBalanced",
          "retryReads",
          "retryWrites",
          "safe",
          "serverSelectionTryOnce");

  private static final Map<String, List<String>> WORDS =
      Map.of(
          "readPreference",
          List.of("primary", "primaryPreferred", "secondary", "secondaryPreferred", "nearest"),
          "serverMonitoringMode",
          List.of("auto", "poll", "stream"),
          "uuidRepresentation",
          List.of("unspecified", "standard", "javaLegacy", "csharpLegacy", "pythonLegacy"));

  /** Options with any text, and a value for each that the driver takes. */
  private static final Map<String, String> TEXTS =
      Map.ofEntries(
          Map.entry("appName", "a"),
          Map.entry("authMechanism", "PLAIN"),
          Map.entry("authMechanismProperties", "SERVICE_NAME:a"),
          Map.entry("authSource", "db"),
          Map.entry("compressors", "zlib"),
          Map.entry("gssapiServiceName", "a"),
          Map.entry("proxyHost", "p"),
          Map.entry("proxyPassword", "p"),
          Map.entry("proxyUsername", "p"),
          Map.entry("readConcernLevel", "majority"),
          Map.entry("replicaSet", "rs0"),
          Map.entry("srvAllowedHostsSuffix", "example.org"),
          Map.entry("srvServiceName", "mongodb"),
          Map.entry("w", "majority"));

  /** The other options that an option needs, and the place where it may stand. */
  private static MongoUrl parse(String query) {
    boolean srv = query.toLowerCase(Locale.ROOT).contains("srv");
    String scheme = srv ? "mongodb+srv://" : "mongodb://";
    String beside =
        Stream.of(
                Map.entry("proxy(port|username|password)=", "proxyHost=p"),
                Map.entry("proxyusername=", "proxyPassword=p"),
                Map.entry("proxypassword=", "proxyUsername=p"),
                Map.entry("(maxstaleness|readpreferencetags)", "readPreference=nearest"))
            .filter(
                needs -> query.toLowerCase(Locale.ROOT).matches("(.*&)?" + needs.getKey() + ".*"))
            .map(needs -> "&" + needs.getValue())
            .filter(option -> !query.contains(option.substring(1)))
            .collect(Collectors.joining());
    return MongoUrl.parse(scheme + "user:pw@db.example.org/?" + query + beside);
  }

  private static void assertIgnored(String option, String name, String rule) {
    MongoUrl url = parse(option);
    assertThat(url.warnings())
        .as(option)
        .singleElement()
        .asString()
        .startsWith(name + ": ")
        .contains(rule)
        .contains("ignored; ")
        .doesNotContain("\n");
    assertThat(url.parsed().getConnectionString().toLowerCase(Locale.ROOT))
        .doesNotContain(name.toLowerCase(Locale.ROOT) + "=");
    // Else it would fail here, which is later than the URL is read.
    assertThatCode(() -> MongoClientSettings.builder().applyConnectionString(url.parsed()).build())
        .as(option)
        .doesNotThrowAnyException();
  }

  private static void assertForwarded(String option) {
    MongoUrl url = parse(option);
    assertThat(url.warnings()).as(option).isEmpty();
    assertThat(url.parsed().getConnectionString()).contains(option);
  }

  private static <T> List<T> of(Map<String, List<T>> lists, String name) {
    return Objects.requireNonNull(lists.get(name));
  }

  static Stream<String> numbers() {
    return NUMBERS.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void ignoresNumberThatIsNoneOrOutOfRange(String name) {
    long least = of(NUMBERS, name).get(0);
    long most = of(NUMBERS, name).get(1);
    List<String> wrong =
        new ArrayList<>(
            List.of("", "invalid", "1.5", "0x10", "5s", "+", "+5", "%20", "5%20", "1e3", "%0A7"));
    wrong.addAll(List.of(least - 1 + "", "-2147483648", "99999999999999999999"));
    if (most < Long.MAX_VALUE) {
      wrong.add(most + 1 + "");
    }
    for (String value : wrong) {
      assertIgnored(name + "=" + value, name, "is not an integer from " + least + " to " + most);
      String upper = name.toUpperCase(Locale.ROOT);
      assertIgnored(upper + "=" + value, upper, "is not an integer");
    }
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void takesNumberWithinRange(String name) {
    for (long value : of(NUMBERS, name)) {
      assertForwarded(name + "=" + value);
    }
  }

  static List<String> booleans() {
    return BOOLEANS;
  }

  @ParameterizedTest
  @MethodSource("booleans")
  void ignoresBooleanThatIsNone(String name) {
    for (String value : List.of("", "invalid", "2", "-1", "y", "n", "t", "f", "truee", "%0Atru")) {
      assertIgnored(name + "=" + value, name, "is not true or false");
    }
  }

  /** The driver logs them. */
  @ParameterizedTest
  @MethodSource("booleans")
  void leavesDeprecatedWordsForABooleanToTheDriver(String name) {
    for (String value : List.of("1", "yes", "0", "no", "YES")) {
      MongoUrl url = parse(name + "=" + value);
      assertThat(url.warnings()).isEmpty();
      assertThat(url.parsed().getConnectionString().contains(name + "=" + value))
          .isEqualTo(!name.equals("serverSelectionTryOnce"));
    }
  }

  @ParameterizedTest
  @MethodSource("booleans")
  void takesBooleanWithoutAnyWarning(String name) {
    for (String value : List.of("true", "false", "TRUE", "False", "+true")) {
      boolean direct = name.equals("directConnection");
      assertThat(parse(name + "=" + value).warnings()).as(value).isEmpty();
      assertThat(direct || parse(name + "=" + value).hosts().size() == 1).isTrue();
    }
  }

  static Stream<String> words() {
    return WORDS.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("words")
  void ignoresWordThatIsNotOneOfThose(String name) {
    for (String value : List.of("", "invalid", "-1", "primary,secondary", "poll%0A")) {
      assertIgnored(name + "=" + value, name, "is not a value that the driver knows");
    }
    of(WORDS, name).forEach(value -> assertForwarded(name + "=" + value));
    of(WORDS, name).forEach(value -> assertForwarded(name + "=" + value.toUpperCase(Locale.ROOT)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"invalid", "dc:ny:1", "dc", "dc:ny,rack", "dc:ny,dc:la", "%0A"})
  void ignoresTagsThatAreNone(String tags) {
    String bad = "readPreferenceTags=" + tags;
    if (!tags.equals("%0A")) {
      assertIgnored(bad, "readPreferenceTags", "is not a value that the driver knows");
      assertThat(parse("readPreferenceTags=dc:la&" + bad + "&readPreferenceTags=").parsed())
          .extracting(ConnectionString::getReadPreference)
          .isEqualTo(
              new ConnectionString(
                      "mongodb://h/?readPreference=nearest&readPreferenceTags=dc:la"
                          + "&readPreferenceTags=")
                  .getReadPreference());
    }
  }

  @Test
  void takesTagsThatAreRepeated() {
    assertForwarded("readPreferenceTags=dc:ny,rack:1&readPreferenceTags=dc:ny&readPreferenceTags=");
  }

  @Test
  void ignoresNegativeWriteConcernAndTakesNames() {
    assertIgnored("w=-1", "w", "is not an integer from 0");
    assertIgnored("w=3000000000", "w", "is not an integer from 0");
    assertIgnored("w=99999999999999999999", "w", "is not an integer from 0");
    assertForwarded("w=0");
    assertForwarded("w=anyRuleOfTheServer");
  }

  @ParameterizedTest
  @CsvSource({
    "rar, ''",
    "'rar,zlib', zlib",
    "'zlib,,ZLIB,zstd', 'zlib,zstd'",
    "'snoopy,snappy', snappy"
  })
  void usesTheCompressorsThatThereAre(String given, String used) {
    MongoUrl url = parse("compressors=" + given);
    assertThat(url.warnings()).singleElement().asString().contains("is not a compressor");
    assertThat(url.parsed().getCompressorList())
        .isEqualTo(new ConnectionString("mongodb://h/?compressors=" + used).getCompressorList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"foo", "connectMS", "fsync", "slaveOk", "waitQueueMultiple", "MaxPool", "t-l.s"})
  void ignoresUnknownOption(String name) {
    MongoUrl url = parse("w=1&" + name + "=hunter2&" + name + "=hunter3&journal=true");
    assertThat(url.warnings())
        .singleElement()
        .asString()
        .startsWith(name + ": unknown option")
        .doesNotContain("hunter");
    assertThat(url.parsed().getConnectionString()).endsWith("/?w=1&journal=true");
  }

  /** Every option but the list and those of the proxy, of which the driver allows one only. */
  static Stream<String> repeatable() {
    return values().entrySet().stream()
        .filter(option -> !option.getKey().startsWith("proxy"))
        .map(option -> option.getKey() + "=" + option.getValue())
        .sorted();
  }

  private static Map<String, String> values() {
    Map<String, String> values =
        NUMBERS.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().get(1).toString()));
    BOOLEANS.forEach(name -> values.put(name, "false"));
    WORDS.forEach((name, words) -> values.put(name, words.get(words.size() - 1)));
    values.putAll(TEXTS);
    return values;
  }

  @ParameterizedTest
  @MethodSource("repeatable")
  void warnsOnceOfRepeatedOption(String option) {
    String name = option.substring(0, option.indexOf('='));
    for (String again : List.of(option, option.toLowerCase(Locale.ROOT), option + "&" + option)) {
      // The case of names does not matter, but that of some values does.
      String same = again.replaceFirst("=.*?(?=&|$)", option.substring(option.indexOf('=')));
      assertThat(parse(option + "&" + same).warnings())
          .singleElement()
          .asString()
          .startsWith(name + ": given more than once, so the last one counts");
    }
  }

  @Test
  void takesTheLastOfRepeatedOptionsAsTheDriverDoes() {
    assertThat(parse("replicaSet=a&replicaSet=b").parsed().getRequiredReplicaSetName())
        .isEqualTo("b");
    assertThat(parse("maxPoolSize=many&maxPoolSize=5").maxPoolSize()).hasValue(5);
    MongoUrl lastIsInvalid = parse("maxPoolSize=5&maxPoolSize=many");
    assertThat(lastIsInvalid.maxPoolSize()).isEmpty();
    assertThat(lastIsInvalid.warnings()).hasSize(2);
  }

  /** SOCKS5 specification. */
  @ParameterizedTest
  @ValueSource(strings = {"proxyHost", "proxyPort", "proxyUsername", "proxyPassword"})
  void leavesItToTheDriverToRefuseRepeatedOptionsOfAProxy(String name) {
    for (String value : List.of("1080", "invalid")) {
      assertThatThrownBy(() -> parse(name + "=1080&" + name + "=" + value))
          .isInstanceOf(InvalidSettingException.class);
    }
  }

  /** The driver logs them. */
  @ParameterizedTest
  @CsvSource({"wtimeout, 250, wTimeoutMS, 300", "j, true, journal, false"})
  void leavesDeprecatedNamesToTheDriver(String old, String value, String current, String other) {
    MongoUrl alone = parse(old + "=" + value);
    assertThat(alone.warnings()).isEmpty();
    assertThat(alone.parsed().getWriteConcern())
        .isEqualTo(parse(current + "=" + value).parsed().getWriteConcern());
    String both = old + "=" + value + "&" + current + "=" + other;
    assertThat(parse(both).parsed().getWriteConcern())
        .isEqualTo(parse(current + "=" + other).parsed().getWriteConcern());
    assertIgnored(old + "=x", old, "is not ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://h/?serverSelectionTryOnce=false",
        "mongodb://user:pw@h/?authMechanism=GSSAPI",
        "mongodb://user:pw@h/?authMechanism=GSSAPI&authMechanismProperties=SERVICE_NAME:other"
            + "&authSource=$external",
        "mongodb://user:pw@h/?authMechanism=MONGODB-CR",
        "mongodb://h/?zlibCompressionLevel=9",
        "mongodb+srv://h.example.org/?srvMaxHosts=2&srvServiceName=a",
        "mongodb://user:pw@h,i:2/db?replicaSet=rs0&readPreference=secondary&maxStalenessSeconds=120"
      })
  void hasNoWarningsForValidUrl(String url) {
    assertThat(MongoUrl.parse(url).warnings()).isEmpty();
  }

  /** The driver would log that it does not know the option. */
  @Test
  void keepsTheOptionOfOtherDriversFromTheDriver() {
    assertThat(parse("serverSelectionTryOnce=false&w=1").parsed().getConnectionString())
        .endsWith("/?w=1");
  }

  /** So that an option of a new release is in the tests of its kind. */
  @Test
  void knowsEveryOptionOfTheDriverAndHasItInATest() throws ReflectiveOperationException {
    Field all = ConnectionString.class.getDeclaredField("ALL_KEYS");
    all.setAccessible(true);
    Set<String> drivers =
        ((Set<?>) all.get(null)).stream().map(String::valueOf).collect(Collectors.toSet());
    drivers.removeIf(name -> name.startsWith("tls") || name.startsWith("ssl"));
    Set<String> tested = new HashSet<>(Set.of("readpreferencetags"));
    values().keySet().forEach(name -> tested.add(name.toLowerCase(Locale.ROOT)));
    assertThat(tested).allMatch(MongoOptions::isKnown);
    tested.remove("serverselectiontryonce");
    assertThat(tested).isEqualTo(drivers);
  }

  /** A password with an unencoded question mark, slash or ampersand in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://user:12/ab?Quetzal77=1@db.example.org/x",
        "mongodb://user:12/ab?Quetzal77=1&journal=Quetzal77@db.example.org/x",
        "mongodb://user:12/ab?maxPoolSize=Quetzal77&b=@db.example.org/x",
        "mongodb://user:12/ab?compressors=Quetzal77&b=@db.example.org/x",
        "mongodb://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=a&Quetzal77=1",
        "mongodb://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=a&b=&Quetzal77=1",
        "mongodb://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=a&tlsQuetzal77=1",
        "mongodb://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=a&journal=Quetzal77",
        "mongodb://h/?proxyHost=p&proxyUsername=u&proxyPassword=a&tlsInsecure=Quetzal77",
        "mongodb://user:Quetzal77@h/?journal=Quetzal77",
        "mongodb://user:Quetzal77@h/?Quetzal77=1",
        "mongodb://h/?password=Quetzal77",
        "mongodb://h/?someToken=Quetzal77"
      })
  void showsNoOptionThatMayBePartOfAPassword(String url) {
    assertThat(MongoUrl.parse(url).warnings())
        .isNotEmpty()
        .allSatisfy(line -> assertThat(line).doesNotContain("Quetzal77", "\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"journal=a%0Ab", "maxPoolSize=%E2%80%A8%1B[31m1", "tlsInsecure=a%0D%0Ab"})
  void quotesAValueInOneLine(String option) {
    assertThat(MongoUrl.parse("mongodb://h/?" + option).warnings())
        .singleElement()
        .asString()
        .doesNotContainPattern("[\\p{Cntrl}\\u2028]");
  }
}
