package dev.tlsbench.core.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.spi.dns.DnsClient;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.fuzz.UrlWords;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mistyped and damaged URLs, compared with the driver's own parser. */
@Tag("any-jdk")
class MongoUrlFuzzTest {
  private static final DnsClient NO_DNS = (name, type) -> List.of();

  private static final List<String> OPTIONS =
      List.of(
          "replicaSet=rs0",
          "readPreference=secondaryPreferred",
          "readPreferenceTags=dc:east,rack:1",
          "readConcernLevel=majority",
          "w=majority",
          "w=2",
          "journal=true",
          "wtimeoutMS=250",
          "authSource=admin",
          "authMechanism=SCRAM-SHA-256",
          "compressors=zlib",
          "zlibCompressionLevel=5",
          "maxPoolSize=7",
          "minPoolSize=1",
          "maxConnecting=3",
          "maxIdleTimeMS=60000",
          "maxLifeTimeMS=90000",
          "waitQueueTimeoutMS=700",
          "timeoutMS=30000",
          "localThresholdMS=20",
          "heartbeatFrequencyMS=15000",
          "serverMonitoringMode=poll",
          "loadBalanced=false",
          "retryReads=false",
          "connectTimeoutMS=5000",
          "socketTimeoutMS=0",
          "serverSelectionTimeoutMS=100",
          "appName=caf%C3%A9+au+lait",
          "retryWrites=false",
          "directConnection=true",
          "uuidRepresentation=standard");

  /** Options that the specification wants ignored, of which the driver takes some. */
  private static final List<String> INVALID =
      List.of(
          "noSuchOption=1",
          "fsync=true",
          "journal=invalid",
          "retryReads=",
          "directConnection=2",
          "maxPoolSize=many",
          "maxPoolSize=-1",
          "minPoolSize=-1",
          "maxConnecting=0",
          "maxIdleTimeMS=",
          "maxIdleTimeMS=-2",
          "waitQueueTimeoutMS=0",
          "connectTimeoutMS=-1",
          "socketTimeoutMS=1.5",
          "serverSelectionTimeoutMS=-2",
          "timeoutMS=-1",
          "wtimeoutMS=99999999999",
          "localThresholdMS=-1",
          "heartbeatFrequencyMS=499",
          "zlibCompressionLevel=10",
          "maxStalenessSeconds=-2",
          "readPreference=third",
          "readPreferenceTags=dc",
          "serverMonitoringMode=push",
          "uuidRepresentation=any",
          "compressors=rar",
          "w=-1",
          "serverSelectionTryOnce=maybe");

  private static final List<String> TLS_OPTIONS =
      List.of(
          "tls=true",
          "ssl=true",
          "tls=false",
          "tlsInsecure=true",
          "tlsInsecure=false",
          "tlsAllowInvalidHostnames=true",
          "tlsAllowInvalidCertificates=true",
          "tlsCAFile=/etc/ca.pem",
          "tlsCertificateKeyFile=/etc/a+b%20c.pem",
          "tlsCRLFile=/etc/crl.pem",
          "tlsDisableOCSPEndpointCheck=true",
          "sslInvalidHostNameAllowed=true");

  private static final Mutations MUTATIONS =
      Mutations.ofTexts(
          List.of(
              "mongodb://localhost",
              "mongodb://us%3Aer:p%40ss@a.example.org:1,b.example.org:2,[::1]:3/ycsb?tls=true",
              "mongodb+srv://user:pass@db.example.org/app.coll?retryWrites=true&w=majority",
              "mongodb://h/?" + String.join("&", OPTIONS),
              "mongodb://h/?tls=true&tlsCAFile=/ca.pem&tlsCertificateKeyFilePassword=x%20y",
              "mongodb://u@h/?authMechanism=MONGODB-X509&tls=true",
              "mongodb://h/?authMechanismProperties=SERVICE_NAME:a,CANONICALIZE_HOST_NAME:true",
              "mongodb://h?proxyHost=p&proxyPort=1080&proxyUsername=u&proxyPassword=s"),
          Stream.concat(
                  Stream.of(
                      "@",
                      ":",
                      "/",
                      "?",
                      "&",
                      ";",
                      ",",
                      "=",
                      "%",
                      "%40",
                      "%00",
                      "%0A",
                      "+",
                      "[",
                      "]",
                      "..",
                      " ",
                      "\n",
                      "\0",
                      "é",
                      "😀",
                      "mongodb://",
                      "mongodb+srv://",
                      ".sock",
                      "99999999999999999999",
                      "-1",
                      "true",
                      "false"),
                  Stream.of(OPTIONS, TLS_OPTIONS, INVALID)
                      .flatMap(List::stream)
                      .map(option -> "&" + option))
              .toList());

  /** Reasons to refuse what the driver takes; docs/reference/tls.md, "URLs". */
  private static final List<Pattern> STRICTER =
      Stream.of(
              "an option after the question mark is not of the form name=value",
              "must be percent-encoded",
              "a host or port that cannot be read",
              "connections are made over TCP",
              "port of .* is not a number",
              "must not appear together",
              "both say the same thing",
              "tls=false: the URL has the TLS option",
              "accepts any certificate",
              "tlsCRLFile: .* names no file|: names no file; give the path",
              "is not a path on this system",
              "it may be part of a password; .* cannot be used",
              "the host has a (letter|character)",
              ": a password without",
              "andshakeTimeoutM[sS]: ",
              "llowInvalidCertificates: accepts any certificate",
              ": revocation is checked against lists or")
          .map(Pattern::compile)
          .toList();

  /**
   * May have TLS here where the driver has heard nothing of it: options that ask for TLS in mongosh
   * and that the driver does not know, and a {@code tls} that is neither true nor false, for which
   * the driver forgets what was said before it, by {@code mongodb+srv} too.
   */
  private static final Pattern HAS_TLS =
      Pattern.compile("(?i)^\\s*mongodb\\+srv:|[?&;](tls|ssl)\\w*=");

  private static final Pattern IGNORED = Pattern.compile("^([A-Za-z0-9_.-]+): .* ignored; ");

  @Test
  void readsOrRefusesEveryUrl() throws InterruptedException {
    Fuzz.of("MongoUrl.parse, damaged URLs", MUTATIONS::nextText).check(MongoUrlFuzzTest::agree);
  }

  @Test
  void readsWhatTheDriverReads() throws InterruptedException {
    Fuzz.of("MongoUrl.parse, valid URLs", MongoUrlFuzzTest::valid).check(MongoUrlFuzzTest::agree);
  }

  /** Held against what the driver reads if they are not there. */
  @Test
  void readsAUrlAsIfItsInvalidOptionsWereNotThere() throws InterruptedException {
    Fuzz.of("MongoUrl.parse, invalid options", MongoUrlFuzzTest::spoilt)
        .check(
            spoilt -> {
              ConnectionString driver = byDriver(spoilt.valid);
              MongoUrl ours;
              try {
                ours = MongoUrl.parse(spoilt.url);
              } catch (InvalidSettingException e) {
                assertThat(driver == null || isStricter(e)).as(spoilt + ": " + e).isTrue();
                return false;
              }
              assertThat(driver).as(spoilt.toString()).isNotNull();
              assertThat(facts(ours.parsed())).isEqualTo(facts(driver));
              for (String option : spoilt.invalid) {
                String name = option.substring(0, option.indexOf('=')).toLowerCase(Locale.ROOT);
                assertThat(ours.warnings())
                    .as(spoilt.toString())
                    .anyMatch(
                        line ->
                            line.toLowerCase(Locale.ROOT).startsWith(name + ": ")
                                && line.contains("ignored"));
              }
              return true;
            });
  }

  /**
   * A URL with options that are to be ignored.
   *
   * @param valid the URL without them
   * @param invalid the options
   * @param url the URL with them, anywhere among the others
   */
  private record Spoilt(String valid, List<String> invalid, String url) {}

  private static Spoilt spoilt(Random random) {
    String base = "mongodb://" + UrlWords.hosts(random) + "/";
    List<String> invalid = new ArrayList<>();
    List<String> valid = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      invalid.add(INVALID.get(random.nextInt(INVALID.size())));
    }
    for (int i = 0; i < random.nextInt(4); i++) {
      String option = OPTIONS.get(random.nextInt(OPTIONS.size()));
      // Of a repeated option only the last one would count.
      if (invalid.stream().noneMatch(other -> nameOf(other).equals(nameOf(option)))) {
        valid.add(option);
      }
    }
    List<String> all = new ArrayList<>(valid);
    invalid.forEach(option -> all.add(random.nextInt(all.size() + 1), option));
    return new Spoilt(base + query(valid), invalid, base + query(all));
  }

  private static String query(List<String> options) {
    return options.isEmpty() ? "" : "?" + String.join("&", options);
  }

  private static String nameOf(String option) {
    return option.split("=", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static boolean isStricter(InvalidSettingException e) {
    return STRICTER.stream().anyMatch(p -> p.matcher(e.getMessage()).find());
  }

  @Test
  void keepsThePasswordToItself() throws InterruptedException {
    Fuzz.of("MongoUrl.parse, passwords", Secret::in)
        .check(
            secret -> {
              String said = said(secret.url);
              assertThat(said).doesNotContain(secret.password, UrlWords.encoded(secret.password));
              return !said.startsWith("refused");
            });
  }

  private static String said(String url) {
    try {
      MongoUrl read = MongoUrl.parse(url);
      return read.toString() + read.warnings() + read.settings(Map.of()) + read.hosts();
    } catch (InvalidSettingException e) {
      StringBuilder all = new StringBuilder("refused");
      for (Throwable at = e; at != null; at = at.getCause()) {
        all.append(at);
      }
      return all.toString();
    }
  }

  /** The hosts, sorted: the driver sorts them as they were written. */
  private static List<String> ascii(ConnectionString url) {
    return url.getHosts().stream()
        .map(
            host -> {
              int port = host.lastIndexOf(':');
              return port < 0
                  ? HostName.toAscii("", host)
                  : HostName.toAscii("", host.substring(0, port)) + host.substring(port);
            })
        .sorted()
        .toList();
  }

  private static boolean agree(String url) {
    ConnectionString driver = byDriver(url);
    MongoUrl ours;
    TlsSettings settings;
    try {
      ours = MongoUrl.parse(url);
      settings = ours.settings(Map.of());
    } catch (InvalidSettingException e) {
      assertThat(e.getMessage()).doesNotContain("\n", "\r");
      if (driver != null) {
        assertThat(isStricter(e)).as(e.getMessage()).isTrue();
      }
      return false;
    }
    assertThat(ours.toString()).startsWith("mongodb");
    assertThat(ours.warnings()).allSatisfy(w -> assertThat(w).doesNotContain("\n", "\r"));
    if (driver == null) {
      return true;
    }
    assertThat(facts(ours.parsed())).isEqualTo(facts(byDriver(withoutIgnored(url, ours))));
    assertThat(ours.hosts())
        .hasSameElementsAs(
            ascii(driver).stream()
                .map(host -> HostAddress.parse(host, ours.isSrv() ? 0 : MongoDb.PORT))
                .toList());
    assertThat(ours.database().orElse(null)).isEqualTo(driver.getDatabase());
    Boolean tls = driver.getSslEnabled();
    if (tls != null) {
      assertThat(settings.enabled()).isEqualTo(tls);
    } else if (settings.enabled()) {
      assertThat(url).containsPattern(HAS_TLS);
    }
    assertThat(settings.trust().allowInvalidHostnames())
        .isEqualTo(
            Boolean.TRUE.equals(driver.getSslInvalidHostnameAllowed())
                || settings.trust().allowInvalidCertificates());
    return true;
  }

  /**
   * The driver ignores less: it takes numbers that the specification does not allow. Which these
   * are is tested elsewhere; here it is that all else is read as without them.
   */
  private static String withoutIgnored(String url, MongoUrl read) {
    Set<String> ignored =
        read.warnings().stream()
            .map(IGNORED::matcher)
            .filter(Matcher::find)
            .map(line -> line.group(1).toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    int question = url.indexOf('?');
    return question < 0
        ? url
        : url.substring(0, question + 1)
            + Arrays.stream(url.substring(question + 1).split("[&;]"))
                .filter(option -> !ignored.contains(nameOf(option)))
                .collect(Collectors.joining("&"));
  }

  /** All that the driver reads but TLS. */
  private static List<@Nullable Object> facts(@Nullable ConnectionString of) {
    if (of == null) {
      return List.of();
    }
    return Arrays.asList(
        of.isSrvProtocol(),
        ascii(of),
        of.getUsername(),
        of.getPassword() == null ? null : new String(of.getPassword()),
        of.getCredential(),
        of.getDatabase(),
        of.getCollection(),
        of.isDirectConnection(),
        of.isLoadBalanced(),
        of.getReadPreference(),
        of.getReadConcern(),
        of.getWriteConcern(),
        of.getRetryWritesValue(),
        of.getRetryReads(),
        of.getMinConnectionPoolSize(),
        of.getMaxConnectionPoolSize(),
        of.getMaxConnectionIdleTime(),
        of.getMaxConnectionLifeTime(),
        of.getMaxConnecting(),
        of.getMaxWaitTime(),
        of.getTimeout(),
        of.getConnectTimeout(),
        of.getSocketTimeout(),
        of.getRequiredReplicaSetName(),
        of.getServerSelectionTimeout(),
        of.getLocalThreshold(),
        of.getHeartbeatFrequency(),
        of.getServerMonitoringMode(),
        of.getSrvMaxHosts(),
        of.getSrvServiceName(),
        of.getApplicationName(),
        of.getCompressorList(),
        of.getUuidRepresentation(),
        of.getProxyHost(),
        of.getProxyPort(),
        of.getProxyUsername(),
        of.getProxyPassword());
  }

  private static @Nullable ConnectionString byDriver(String url) {
    try {
      return new ConnectionString(url.strip(), NO_DNS);
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static String valid(Random random) {
    String user =
        random.nextBoolean()
            ? UrlWords.encoded(UrlWords.text(random, 8))
                + (random.nextBoolean() ? ":" + UrlWords.encoded(UrlWords.text(random, 8)) : "")
                + "@"
            : "";
    String path = random.nextInt(4) == 0 ? "" : "/" + UrlWords.word(random);
    String options =
        Stream.of(
                UrlWords.options(random, OPTIONS, "&;"),
                UrlWords.options(random, TLS_OPTIONS, "&;"))
            .filter(some -> !some.isEmpty())
            .reduce((a, b) -> a + "&" + b)
            .orElse("");
    return "mongodb://"
        + user
        + UrlWords.hosts(random)
        + (path.isEmpty() && !options.isEmpty() ? "/" : path)
        + (options.isEmpty() ? "" : "?" + options);
  }

  /**
   * A password and a URL that holds it, with mistakes next to it.
   *
   * @param password as it is meant
   * @param url with the mistake
   */
  private record Secret(String password, String url) {
    private static final List<String> AROUND =
        List.of(
            "mongodb://u:SECRET@h/d",
            "mongodb://u:SECRET@h:x/d?tls=true",
            "mongodb://u:SECRET@h,,i/d?w=1",
            "mongodb://u:SECRET@h:0/d?maxPoolSize=many",
            "mongodb://u:SECRET@h/d?tls=true&ssl=false",
            "mongodb://u:SECRET@h/d?authMechanism=none",
            "mongodb://u:SECRET@h/d?maxPoolSize=many&journal=x&foo=1&compressors=rar&tls=x",
            "mongodb://h/?proxyHost=p&proxyUsername=u&proxyPassword=SECRET&journal=x&foo=1",
            "mongodb://u:SECRET@h/d?tls",
            "mongodb://h/?tlsCertificateKeyFile=/c&tlsCertificateKeyFilePassword=SECRET",
            "mongodb://h/?tlsCertificateKeyFilePassword=SECRET&tlsInsecure=x",
            "mongodb://h/?proxyHost=p&proxyUsername=u&proxyPassword=SECRET&w=1&tls=true",
            "mongodb://u@h/?authMechanism=MONGODB-AWS&authMechanismProperties=AWS_SESSION_TOKEN:SECRET",
            "mongodb://u@h/?authMechanism=GSSAPI&authMechanismProperties=SERVICE_NAME:a,SECRET",
            "mongodb+srv://u:SECRET@a,b/d",
            "mongodb+srv://u:SECRET@a.example.org:1/d",
            "http://u:SECRET@h/",
            "u:SECRET@h");

    static Secret in(Random random) {
      String password = UrlWords.password(random);
      String around = AROUND.get(random.nextInt(AROUND.size()));
      return new Secret(password, around.replace("SECRET", UrlWords.encoded(password)));
    }
  }
}
