package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.YcsbClient;
import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.embedded.postgresql.EmbeddedPostgres;
import dev.tlsbench.embedded.redis.EmbeddedRedis;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers and files with known secrets in every possible place, and a search after each test: no
 * output, no file and no argument of a process may contain one. Each secret has characters that
 * every encoding changes around a word that none does.
 */
@Timeout(300)
abstract class SecretsSuite {
  static final String DATABASE = "p@/Quetzal4711+&\"<%4";
  static final String KEY = "k?#Ocelot4712 ='>&:";
  static final String STORE = "s;,Tapir4713%&)(";
  static final String WRONG = "w&/Margay4714@+:%?";
  private static final SecretSearch SEARCH =
      new SecretSearch("Quetzal4711", "Ocelot4712", "Tapir4713", "Margay4714");

  static final List<String> WORKLOAD =
      List.of(
          "-p workload=site.ycsb.workloads.CoreWorkload -p recordcount=50 -p operationcount=100"
              .split(" "));

  /** Options of a comparison as short as may be. */
  static final List<String> SHORT =
      List.of(
          ("--forks 1 --epochs 2 --blocks 1 --window 20ms --warm-up 100ms"
                  + " --jvm-arg=-XX:TieredStopAtLevel=1")
              .split(" "));

  @TempDir static Path files;

  static EmbeddedMySql mySql;

  static EmbeddedMongo mongo;

  static EmbeddedPostgres postgres;

  static EmbeddedRedis redis;

  static Launchers launchers;

  static int closedPort;

  @TempDir Path directory;

  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  final ByteArrayOutputStream console = new ByteArrayOutputStream();

  Watch watch;

  @BeforeAll
  static void start() throws Exception {
    CertificateAuthority ca = CertificateAuthority.create();
    ca.writeTrustStore(files.resolve("ca.p12"), "PKCS12", STORE);
    CertificateAuthority.create().writePem(files.resolve("other.pem"));
    IssuedCertificate client = ca.issueClient("client");
    client.writePem(files.resolve("client.pem"), KEY);
    mySql = EmbeddedMySql.builder().authority(ca).password(DATABASE).start();
    mongo = EmbeddedMongo.builder().authority(ca).allowPlain().start();
    postgres = EmbeddedPostgres.builder().authority(ca).password(DATABASE).start();
    redis = EmbeddedRedis.builder().authority(ca).allowPlain().password(DATABASE).start();
    closedPort = ClosedPort.next();
    launchers = Launchers.unpack(files.resolve("home"));
    assertThat(ycsb("load", "mysql-tls", "-p", "mysql.createtable=true", "-P", mySqlFile()))
        .isZero();
  }

  @AfterAll
  static void stop() {
    mySql.close();
    mongo.close();
    postgres.close();
    redis.close();
  }

  /** Captures the console: drivers and the JDK print there on their own. */
  @BeforeEach
  void listen() throws IOException {
    PrintStream all = new PrintStream(console, true, StandardCharsets.UTF_8);
    System.setOut(all);
    System.setErr(all);
    watch = Watch.over(directory, SEARCH);
  }

  @AfterEach
  void search() throws Exception {
    System.setOut(out);
    System.setErr(err);
    watch.end();
    assertThat(watch.found()).isEmpty();
    assertThat(SEARCH.in(console.toByteArray())).as("console").isEmpty();
    assertThat(SEARCH.in(directory)).isEmpty();
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  static String mySqlUrl() {
    String file = files.resolve("client.pem").toString();
    return mySql.url() + "&ssl-cert=" + file + "&ssl-key=" + file;
  }

  static String mongoUrl() {
    return mongo.url() + "&tlsCertificateKeyFile=" + files.resolve("client.pem");
  }

  static String postgresUrl() {
    String file = files.resolve("client.pem").toString();
    return postgres.url() + "&sslcert=" + file + "&sslkey=" + file;
  }

  static String withKey(String url, String password) {
    String name =
        switch (binding(url)) {
          case "mysql-tls" -> "ssl-key-password";
          case "postgresql-tls" -> "sslpassword";
          default -> "tlsCertificateKeyFilePassword";
        };
    return url + "&" + name + "=" + encoded(password);
  }

  /** Returns the name of the binding of a URL. */
  static String binding(String url) {
    return url.replaceFirst("^jdbc:", "")
            .replaceFirst("^(redis|valkey)s?:", "redis:")
            .replaceFirst("^https?:", "dynamodb:")
            .replaceFirst("[:+].*", "")
        + "-tls";
  }

  /** Returns a file with all properties to connect, secrets included. */
  static String mySqlFile() throws IOException {
    return file(
        "mysql.properties",
        Map.of(
            "mysql.url", withKey(mySqlUrl(), KEY),
            "tls.caFile", files.resolve("ca.p12").toString(),
            "tls.caFilePassword", STORE));
  }

  static String mongoFile() throws IOException {
    return file(
        "mongo.properties",
        Map.of("mongodb.url", mongoUrl(), "tls.certificateKeyFilePassword", KEY));
  }

  static String redisUrl() {
    return redis.url() + "&tlsCertificateKeyFile=" + files.resolve("client.pem");
  }

  static String redisFile() throws IOException {
    return file("redis.properties", Map.of("redis.url", withKey(redisUrl(), KEY)));
  }

  static String postgresFile() throws IOException {
    return file("postgres.properties", Map.of("postgresql.url", withKey(postgresUrl(), KEY)));
  }

  static String file(String name, Map<String, String> content) throws IOException {
    Properties properties = new Properties();
    content.forEach(properties::setProperty);
    Path file = files.resolve(name);
    if (!Files.exists(file)) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    try (OutputStream to = Files.newOutputStream(file)) {
      properties.store(to, null);
    }
    return file.toString();
  }

  static Map<String, String> environment() {
    return Map.of(
        "TLSBENCH_P_MYSQL_URL",
        mySqlUrl().replaceFirst("//.*@", "//"),
        "TLSBENCH_P_MYSQL_USER",
        mySql.user(),
        "TLSBENCH_P_MYSQL_PASSWORD",
        DATABASE,
        "TLSBENCH_P_TLS_CERTIFICATEKEYFILEPASSWORD",
        KEY,
        "TLSBENCH_P_TLS_CAFILE",
        files.resolve("ca.p12").toString(),
        "TLSBENCH_P_TLS_CAFILEPASSWORD",
        STORE);
  }

  /** Runs in this JVM; its messages go to the console. */
  static int ycsb(String... args) {
    return new YcsbClient(System.out, System.err, Map.of())
        .run(CommandRun.words(WORKLOAD.toArray(), args));
  }

  CommandRun tlsbench(String... args) {
    return tlsbench(Map.of(), args);
  }

  CommandRun tlsbench(Map<String, String> environment, String... args) {
    CommandRun run = CommandRun.of(environment, args);
    System.out.println(run.out());
    System.err.println(run.err());
    return run;
  }
}
