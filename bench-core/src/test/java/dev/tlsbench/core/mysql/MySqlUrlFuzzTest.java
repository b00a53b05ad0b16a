package dev.tlsbench.core.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.fuzz.Fuzz;
import dev.tlsbench.core.fuzz.Mutations;
import dev.tlsbench.core.fuzz.UrlWords;
import dev.tlsbench.core.text.HostName;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import dev.tlsbench.core.url.UrlOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Mistyped and damaged URLs, compared with the driver's own parser. */
@Tag("any-jdk")
class MySqlUrlFuzzTest {
  private static final int LONGEST = 8192;

  private static final List<String> OPTIONS =
      List.of(
          "user=somebody",
          "password=a%26b",
          "useServerPrepStmts=true",
          "cachePrepStmts=false",
          "characterEncoding=UTF%2D8",
          "connectTimeout=5000",
          "socketTimeout=0",
          "sessionVariables=a=1,b=2",
          "allowPublicKeyRetrieval=true",
          "connectionAttributes=program:a+b",
          "noSuchOption=1",
          "CACHEPREPSTMTS=true",
          "connectionAttributes",
          "useServerPrepStmts",
          " socketTimeout = 5 ",
          "host=other.example.org",
          "port=3307",
          "dbname=other",
          "protocol=tcp",
          "connect-timeout=3",
          "default_character_set=latin1",
          "compress",
          "compress=0",
          "init-command=x");

  private static final List<String> TLS_OPTIONS =
      List.of(
          "sslMode=VERIFY_IDENTITY",
          "sslMode=VERIFY_CA",
          "sslMode=REQUIRED",
          "sslMode=DISABLED",
          "trustCertificateKeyStoreUrl=file:/etc/ca.p12",
          "trustCertificateKeyStorePassword=a+b",
          "clientCertificateKeyStoreUrl=file:/etc/c.p12",
          "clientCertificateKeyStorePassword=c%20d",
          "tlsVersions=TLSv1.3",
          "tlsCiphersuites=TLS_AES_256_GCM_SHA384");

  /** Options that the mysql client has under other names, for all hosts. */
  private static final Set<String> TRANSLATED =
      Set.of("connectTimeout", "useCompression", "allowLoadLocalInfile", "allowPublicKeyRetrieval");

  /** Options that one host may have. */
  private static final List<String> OF_HOSTS =
      List.of(
          "user=u",
          "password=a%2Cb",
          "port=33",
          "PORT=34",
          "host=",
          " dbname = e ",
          "connectionAttributes",
          "socketTimeout=7",
          "CACHEPREPSTMTS=false",
          "noSuchOption=2",
          "compress=1",
          "sslMode=REQUIRED",
          "sslMode=DISABLED",
          "ssl-mode=REQUIRED",
          "tlsVersions=TLSv1.3");

  private static final Mutations MUTATIONS =
      Mutations.ofTexts(
          List.of(
              "jdbc:mysql://h/d?sslMode=DISABLED",
              "jdbc:mysql://us%3Aer:p%40ss@db.example.org:1/ycsb?sslMode=REQUIRED&tlsVersions=TLSv1.3",
              "jdbc:mysql://u:p@h:1,v:q@[::1]:2/d?sslMode=DISABLED",
              "jdbc:mysql://u@[h:1,i]/d?sslMode=DISABLED",
              "jdbc:mysql://(host=h,port=1,user=u,password=p),address=(host=i)(port=2)/d?sslMode=DISABLED",
              "jdbc:mysql://(host=,port=3306,sslMode=REQUIRED),address=(host=i)(sslMode=REQUIRED)/d",
              "jdbc:mysql: // :3307 /d?sslMode=DISABLED&connectionAttributes",
              "jdbc:mysql:loadbalance://h,i/d?sslMode=DISABLED",
              "jdbc:mysql:replication://h,i/d?sslMode=VERIFY_CA#fragment",
              "jdbc:mysql:///d?sslMode=DISABLED",
              "jdbc:mysql://h/d?" + String.join("&", OPTIONS) + "&sslMode=DISABLED",
              "mysql://us%3Aer:p+%40%2F%3A@[::1]:1/my%20db?ssl-mode=REQUIRED&ssl-cipher=AES256-SHA",
              "mysql://h?ssl-mode=VERIFY_CA&ssl-ca=/ca.pem&ssl-cert=/c.pem&ssl-key=/k.pem&ssl-crl=/l"),
          Stream.concat(
                  Stream.of(
                      "@",
                      ":",
                      "/",
                      "//",
                      "?",
                      "&",
                      ",",
                      "=",
                      "%",
                      "%40",
                      "%00",
                      "%0A",
                      "+",
                      "[",
                      "]",
                      "(",
                      ")",
                      "((",
                      "address=(",
                      "#",
                      " ",
                      "\n",
                      "\0",
                      "é",
                      "😀",
                      "jdbc:mysql://",
                      "mysql://",
                      "99999999999999999999",
                      "-1",
                      "true",
                      "false"),
                  Stream.of(OPTIONS, TLS_OPTIONS, OF_HOSTS)
                      .flatMap(List::stream)
                      .flatMap(o -> Stream.of("&" + o, "," + o, "(" + o + ")")))
              .toList());

  /** Reasons to refuse what the driver takes; docs/reference/tls.md, "URLs". */
  private static final List<Pattern> STRICTER =
      Stream.of(
              "cannot be recognized by its beginning",
              "an option after the question mark is not of the form name=value",
              "must be percent-encoded",
              "a host or port that cannot be read",
              "the port of .* is not a number from 1 to 65535",
              "hosts of more than 8192 characters",
              "has a '%' that is not followed by two hexadecimal digits",
              "PREFERRED",
              "there is no such TLS option",
              "is none of |cannot be used",
              "both say the same thing",
              "the two must not appear together",
              "not offered; ",
              "not an option of ",
              "the URL has the TLS option",
              "accepts any certificate",
              "fallbackToSystem\\w+=",
              "the list is empty",
              "there is no protocol|unknown cipher suite",
              "the host has a (letter|character)",
              "names no file|is not the URL of a file|is not a path on this system",
              "Connector/J refuses",
              "connections are made over TCP",
              "a private key without a certificate",
              "a password without",
              "none of .* belongs to",
              "no protocol has both")
          .map(reason -> Pattern.compile(reason, Pattern.DOTALL))
          .toList();

  @Test
  void readsOrRefusesEveryUrl() throws InterruptedException {
    Fuzz.of("MySqlUrl.parse, damaged URLs", MUTATIONS::nextText).check(MySqlUrlFuzzTest::agree);
  }

  @Test
  void readsWhatTheDriverReads() throws InterruptedException {
    Fuzz.of("MySqlUrl.parse, valid URLs", MySqlUrlFuzzTest::valid).check(MySqlUrlFuzzTest::agree);
  }

  @Test
  void readsUserPasswordAndDatabaseOfTheClientsUrls() throws InterruptedException {
    Fuzz.of("MySqlUrl.parse, mysql://", ClientUrl::of)
        .check(
            of -> {
              MySqlUrl url = MySqlUrl.parse(of.url);
              assertThat(url.driverProperties())
                  .containsEntry("user", of.user)
                  .containsEntry("password", of.password);
              assertThat(url.database()).contains(of.database);
              assertThat(url.hosts())
                  .isEqualTo(
                      Arrays.stream(of.hosts.split(","))
                          .map(host -> HostAddress.parse(host, 3306))
                          .toList());
              return true;
            });
  }

  @Test
  void keepsThePasswordToItself() throws InterruptedException {
    Fuzz.of("MySqlUrl.parse, passwords", Secret::in)
        .check(
            secret -> {
              String said = said(secret.url);
              assertThat(said).doesNotContain(secret.password, UrlWords.encoded(secret.password));
              return !said.startsWith("refused");
            });
  }

  private static String said(String url) {
    try {
      MySqlUrl read = MySqlUrl.parse(url);
      return read.toString() + read.warnings() + read.settings(Map.of()) + read.hosts();
    } catch (InvalidSettingException e) {
      StringBuilder all = new StringBuilder("refused");
      for (Throwable at = e; at != null; at = at.getCause()) {
        all.append(at);
      }
      return all.toString();
    }
  }

  private static boolean agree(String url) {
    ConnectionUrl driver = byDriver(url, new Properties());
    MySqlUrl ours;
    TlsSettings settings;
    try {
      ours = MySqlUrl.parse(url);
      settings = ours.settings(Map.of());
    } catch (InvalidSettingException e) {
      assertThat(e.getMessage()).doesNotContain("\n", "\r");
      if (driver != null) {
        assertThat(STRICTER).as(e.getMessage()).anyMatch(p -> p.matcher(e.getMessage()).find());
      }
      return false;
    }
    assertThat(ours.toString()).containsIgnoringCase("mysql");
    assertThat(ours.database().orElse("")).isNotNull();
    if (driver == null) {
      return true;
    }
    ConnectionUrl read =
        Objects.requireNonNull(byDriver(ours.driverUrl(), ours.driverProperties()));
    assertThat(facts(read)).isEqualTo(facts(driver));
    assertThat(ours.database().orElse("")).isEqualTo(driver.getMainHost().getDatabase());
    assertThat(ours.hosts())
        .containsExactlyInAnyOrderElementsOf(
            driver.getHostsList().stream()
                .map(
                    host ->
                        new HostAddress(
                            HostName.toAscii("", host.getHost()).replaceFirst("^\\[(.*)]$", "$1"),
                            host.getPort()))
                .toList());
    driver.getHostsList().forEach(host -> agree(host, settings));
    assertThat(read.getHostsList())
        .allSatisfy(host -> assertThat(host.getHostProperties()).doesNotContainKey("sslMode"));
    return true;
  }

  private static void agree(HostInfo host, TlsSettings settings) {
    String given = host.getProperty("sslMode");
    if (given != null) {
      // With blanks around it the driver accepts no mode when it connects; ours leaves them out.
      String mode = given.strip();
      assertThat(settings.enabled()).isEqualTo(!mode.equalsIgnoreCase("DISABLED"));
      assertThat(settings.trust().allowInvalidCertificates())
          .isEqualTo(mode.equalsIgnoreCase("REQUIRED"));
      assertThat(settings.enabled() && !settings.trust().allowInvalidHostnames())
          .isEqualTo(mode.equalsIgnoreCase("VERIFY_IDENTITY"));
    }
  }

  /** All that the driver reads but TLS and what ours adds. */
  private static List<String> facts(ConnectionUrl url) {
    return url.getHostsList().stream().map(MySqlUrlFuzzTest::facts).toList();
  }

  private static String facts(HostInfo host) {
    Map<String, String> properties = new TreeMap<>();
    host.getHostProperties()
        .forEach(
            (name, value) -> {
              UrlOption option = UrlOption.of(name, value == null ? "" : value);
              boolean translated = TRANSLATED.contains(MySqlUrl.translated(option).name());
              if (!translated && !MySqlTls.DIALECT.has(name)) {
                properties.put(name, option.value());
              }
            });
    return String.join(
        " ",
        String.valueOf(host.getHost()),
        String.valueOf(host.getPort()),
        String.valueOf(host.getUser()),
        String.valueOf(host.getPassword()),
        String.valueOf(host.getDatabase()),
        properties.toString());
  }

  private static @Nullable ConnectionUrl byDriver(String url, Properties properties) {
    String stripped = url.strip();
    // With +srv the driver asks the DNS; lists that are not closed, and blanks, take it seconds.
    if (stripped.length() > LONGEST
        || Pattern.compile("\\s{100}").matcher(stripped).find()
        || !stripped.toLowerCase(Locale.ROOT).startsWith("jdbc:")
        || stripped.contains("srv")) {
      return null;
    }
    try {
      ConnectionUrl read = ConnectionUrl.getConnectionUrlInstance(stripped, properties);
      read.getHostsList();
      return read;
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
    String scheme =
        List.of("jdbc:mysql:", "jdbc:mysql:loadbalance:", "jdbc:mysql:replication:")
            .get(random.nextInt(8) == 0 ? 1 + random.nextInt(2) : 0);
    String hosts =
        switch (random.nextInt(8)) {
          case 4 -> user + ":" + (1 + random.nextInt(65535));
          case 5, 6 -> hostsWithOptions(random);
          case 7 -> " " + user + " " + UrlWords.host(random) + " ";
          case 0 -> user + "(host=" + UrlWords.word(random) + ",port=1" + random.nextInt(9) + ")";
          case 1 -> user + "address=(host=" + UrlWords.word(random) + ")(port=33)";
          case 2 -> user + "[" + UrlWords.hosts(random) + "]";
          default -> user + UrlWords.hosts(random);
        };
    String path = random.nextInt(4) == 0 ? "" : "/" + UrlWords.encoded(UrlWords.text(random, 6));
    String options =
        Stream.of(
                UrlWords.options(random, OPTIONS, "&"), UrlWords.options(random, TLS_OPTIONS, "&"))
            .filter(some -> !some.isEmpty())
            .collect(Collectors.joining("&"));
    String gap = random.nextInt(8) == 0 ? " " : "";
    return scheme + gap + "//" + hosts + path + (options.isEmpty() ? "" : "?" + options);
  }

  /** One or two hosts with options of their own, some of which they share. */
  private static String hostsWithOptions(Random random) {
    String shared = UrlWords.options(random, OF_HOSTS, ",");
    return IntStream.rangeClosed(0, random.nextInt(2))
        .mapToObj(
            i -> {
              String all =
                  Stream.of(
                          "host=" + (random.nextInt(3) == 0 ? "" : UrlWords.word(random)),
                          shared,
                          UrlWords.options(random, OF_HOSTS, ","))
                      .filter(some -> !some.isEmpty())
                      .collect(Collectors.joining(","));
              return random.nextBoolean()
                  ? "(" + all + ")"
                  : "address=(" + all.replace(",", ")(") + ")";
            })
        .collect(Collectors.joining(","));
  }

  /**
   * A URL of the mysql client and what it means.
   *
   * @param user as it is meant
   * @param password as it is meant
   * @param hosts with commas
   * @param database as it is meant
   * @param url as the client reads it
   */
  private record ClientUrl(
      String user, String password, String hosts, String database, String url) {
    static ClientUrl of(Random random) {
      String user = UrlWords.text(random, 8);
      String password = UrlWords.text(random, 12);
      String hosts = UrlWords.hosts(random);
      String database = UrlWords.word(random);
      return new ClientUrl(
          user,
          password,
          hosts,
          database,
          "mysql://"
              + UrlWords.encoded(user)
              + ":"
              + UrlWords.encoded(password)
              + "@"
              + hosts
              + "/"
              + database
              + "?ssl-mode=DISABLED");
    }
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
            "mysql://u:SECRET@h/d?ssl-mode=REQUIRED",
            "mysql://u:SECRET@h/d",
            "mysql://u:SECRET@h:x/d?ssl-mode=REQUIRED",
            "mysql://u:SECRET@h/d?ssl-mode=PREFERRED",
            "mysql://u:SECRET@h/d?ssl-modus=REQUIRED",
            "mysql://u:SECRET@h/d?ssl-mode",
            "mysql://h/d?ssl-mode=REQUIRED&ssl-cert=/c&ssl-key=/k&ssl-key-password=SECRET",
            "mysql://h/d?ssl-key-password=SECRET",
            "jdbc:mysql://u:SECRET@h:1,v:SECRET@i/d?sslMode=REQUIRED",
            "jdbc:mysql://u:SECRET@h:x/d?sslMode=REQUIRED",
            "jdbc:mysql://h/d?user=u&password=SECRET",
            "jdbc:mysql://h/d?sslMode=REQUIRED&trustCertificateKeyStorePassword=SECRET",
            "jdbc:mysql://(host=h,user=u,password=SECRET)/d",
            "jdbc:mysql://(host=h,user=u,password=SECRET/d",
            "jdbc:mysql://address=(host=h)(password=SECRET)(sslMode=DISABLED)/d",
            "jdbc:mysql://address=(host=h)(password=SECRET)(sslMode=DISABLED),i/d",
            "jdbc:mysql://(host=h,trustCertificateKeyStorePassword=SECRET,noSuch=1)/d",
            "jdbc:mysql://(host=h,ssl-key=k,ssl-cert=c,ssl-key-password=SECRET)/d",
            "jdbc:mysql://h/d?password=SECRET&compress&noSuch=1&sslMode=DISABLED",
            "jdbc:mariadb://u:SECRET@h/d",
            "u:SECRET@h");

    static Secret in(Random random) {
      String password = UrlWords.password(random);
      String around = AROUND.get(random.nextInt(AROUND.size()));
      return new Secret(password, around.replace("SECRET", UrlWords.encoded(password)));
    }
  }
}
