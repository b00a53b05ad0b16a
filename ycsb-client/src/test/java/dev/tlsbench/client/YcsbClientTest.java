package dev.tlsbench.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.EmbeddedServer;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import dev.tlsbench.embedded.mysql.EmbeddedMySql;
import dev.tlsbench.ycsb.ClientProcess;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.SharedServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The client from the command line to the exit code; in a JVM of its own where standard streams,
 * what libraries print on them, or properties of the JVM matter.
 */
@Tag("any-jdk")
class YcsbClientTest {
  @SuppressWarnings("NullAway.Init")
  private static EmbeddedServer server;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path loaded;

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeAll
  static void load() throws Exception {
    server = SharedServers.mongo();
    Outcome load = new LocalClient(loaded).run(withServer("load"));
    assertThat(load.exitCode()).as(load.err()).isZero();
    assertThat(load.lines("[INSERT], Return")).containsExactly("[INSERT], Return=OK, 100");
  }

  @Test
  void runsAWorkloadAndSaysWhatWasNegotiated() throws Exception {
    Outcome run = process(withServer("run", "-threads", "3"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.messages()).isEmpty();
    // The driver may have one more open by then: the one that saw whether it can log in.
    assertThat(sum(run, "Operations", "CONNECT")).isBetween(3L, 4L);
    assertThat(run.lines("[HANDSHAKE-FULL], Operations")).hasSize(1);
    assertThat(run.lines("[HANDSHAKE-RESUMED], AverageLatency(us)")).hasSize(1);
    assertThat(run.lines("[TLS]"))
        .startsWith("[TLS], Enabled, true", "[TLS], Provider, jdk", "[TLS], Protocol, TLSv1.3")
        .anyMatch(line -> line.matches("\\[TLS], CipherSuite, TLS_AES_\\d+_GCM_SHA\\d+"))
        .anyMatch(line -> line.startsWith("[TLS], NamedGroup, "))
        .anyMatch(line -> line.matches("\\[TLS], HandshakesFull, [1-9]\\d*"))
        .contains("[TLS], PeerSubject, CN=localhost");
    assertThat(run.out().strip().lines().reduce((first, last) -> last))
        .hasValueSatisfying(last -> assertThat(last).startsWith("[TLS], PeerNotAfter, 20"));
    assertThat(sum(run, "Operations", "READ", "UPDATE")).isEqualTo(200);
  }

  @Test
  void negotiatesTheOneProtocolAndSuiteThatIsAskedFor() throws Exception {
    Outcome run =
        client(
            withServer(
                "run",
                "-p",
                "tls.protocols=TLSv1.2",
                "-p",
                "tls.cipherSuites=ECDHE-ECDSA-CHACHA20-POLY1305"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[TLS]"))
        .contains(
            "[TLS], Protocol, TLSv1.2",
            "[TLS], CipherSuite, TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256");
  }

  @Test
  @Tag("full")
  void limitsTheGroupsOfTheJdkToo() throws Exception {
    Outcome run = process(withServer("run", "-p", "tls.namedGroups=P-384"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[TLS], NamedGroup")).containsExactly("[TLS], NamedGroup, secp384r1");
  }

  /** A name with a line break could forge a line of the result, one with ESC drive a terminal. */
  @Test
  void escapesTheNamesInACertificate() throws Exception {
    CertificateAuthority ca =
        CertificateAuthority.builder().commonName("ca\r\u202e\u009b2J").build();
    String name = "db\n[TLS], Protocol, forged\u001b[2J";
    IssuedCertificate certificate = ca.server().commonName(name).build();
    try (EmbeddedMongo hostile =
        EmbeddedMongo.builder().authority(ca).serverCertificate(certificate).start()) {
      Outcome run = client(arguments("load", hostile.url()));
      Outcome json =
          client(
              arguments(
                  "load",
                  hostile.url(),
                  "-p",
                  "exporter=site.ycsb.measurements.exporter.JSONMeasurementsExporter"));
      Outcome refused =
          client(
              arguments(
                  "load",
                  hostile.url(),
                  "-p",
                  "tls.caFile=" + server.caFile(),
                  "-p",
                  "tls.verbose=true"));

      assertThat(run.exitCode()).as(run.err()).isZero();
      for (String printed : List.of(run.out(), json.err())) {
        assertThat(printed.lines().filter(line -> line.startsWith("[TLS]")))
            .containsOnlyOnce("[TLS], Protocol, TLSv1.3")
            .contains("[TLS], PeerSubject, CN=db\\u000a[TLS]\\, Protocol\\, forged\\u001b[2J")
            .contains("[TLS], PeerIssuer, CN=ca\\u000d\\u202e\\u009b2J")
            .noneMatch(line -> line.contains("forged") && !line.contains("CN="));
      }
      assertThat(refused.exitCode()).isEqualTo(3);
      assertThat(refused.err()).contains("CN=ca").doesNotContain("\n[TLS]");
      for (Outcome outcome : List.of(run, json, refused)) {
        assertThat(outcome.out() + outcome.err())
            .doesNotContain("\u001b", "\u009b", "\u202e", "\r");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"conscrypt", "openssl"})
  void saysInTheResultWhichProviderItTook(String provider) throws Exception {
    Outcome run = client(withServer("run", "-p", "tls.provider=" + provider));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[TLS], Provider")).containsExactly("[TLS], Provider, " + provider);
  }

  /** Bouncy Castle logs to standard error unless its loggers are silenced. */
  @Test
  @Tag("full")
  void leavesTheWordToTheResultWithBouncyCastle() throws Exception {
    Outcome run = process(withServer("run", "-p", "tls.provider=bouncycastle"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[TLS], Provider")).containsExactly("[TLS], Provider, bouncycastle");
    assertThat(run.err().lines().filter(line -> line.contains("bouncycastle"))).isEmpty();
  }

  @Test
  void saysThatPlainTextIsPlain() throws Exception {
    try (EmbeddedMongo plain = EmbeddedMongo.builder().plain().start()) {
      Outcome load = client(arguments("load", plain.url()));

      assertThat(load.exitCode()).as(load.err()).isZero();
      assertThat(load.lines("[TLS]")).containsExactly("[TLS], Enabled, false");
      assertThat(sum(load, "Operations", "CONNECT")).isBetween(1L, 2L);
      assertThat(load.lines("[HANDSHAKE")).isEmpty();
    }
  }

  @Test
  void findsNoMismatchInAnIntegrityRun() throws Exception {
    List<String> integrity = List.of("-p", "dataintegrity=true", "-p", "table=integrity");
    Outcome load = client(withServer("load", integrity));
    assertThat(load.exitCode()).as(load.err()).isZero();
    Outcome run =
        client(
            withServer(
                "run", "-p", "dataintegrity=true", "-p", "table=integrity", "-threads", "2"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[VERIFY], Return")).hasSize(1).allMatch(line -> line.contains("=OK"));
  }

  @Test
  void measuresTheOperationsOfWorkloadsOfItsOwn() throws Exception {
    Outcome run =
        client(
            withServer(
                "run",
                "-p",
                "workload=dev.tlsbench.ycsb.workload.DumpWorkload",
                "-p",
                "operationcount=7"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[DUMP], Return")).containsExactly("[DUMP], Return=OK, 7");
    assertThat(sum(run, "Operations", "DUMP")).isEqualTo(7);
  }

  @Test
  void doesNotLetAResultPassInWhichDataIsNotWhatItShouldBe() throws Exception {
    // Loaded without dataintegrity, so the values are random.
    Outcome run = client(withServer("run", "-p", "dataintegrity=true"));

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.messages())
        .hasSize(1)
        .allMatch(line -> line.contains("VERIFY UNEXPECTED_STATE"));
  }

  @Test
  void doesNotLetAResultPassWithRecordsThatAreNotThere() throws Exception {
    Outcome run = client(withServer("run", "-p", "recordcount=1000"));

    assertThat(run.exitCode()).isEqualTo(4);
    assertThat(run.messages())
        .singleElement()
        .asString()
        .contains("READ NOT_FOUND", "UPDATE NOT_FOUND", "recordcount", "do not use this result");
  }

  @Test
  void doesNotLetALoadPassOntoRecordsThatAreThereAlready() throws Exception {
    Outcome load = client(withServer("load", "-threads", "2"));

    assertThat(load.exitCode()).isEqualTo(4);
    assertThat(load.messages()).last().asString().contains("INSERT ERROR 2", "earlier load");
  }

  @Test
  void doesNotLetABatchGetLostAtTheEnd() throws Exception {
    Outcome load =
        client(
            withServer(
                "load", "-p", "batchsize=60", "-p", "insertstart=60", "-p", "insertcount=40"));

    assertThat(load.exitCode()).isEqualTo(4);
    assertThat(load.messages()).last().asString().contains("INSERT ERROR 1");
  }

  @Test
  void stopsWhenTheTimeIsUp() throws Exception {
    Outcome run =
        process(withServer("run", "-p", "operationcount=0", "-p", "maxexecutiontime=1", "-s"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(sum(run, "Operations", "READ", "UPDATE")).isPositive();
    assertThat(runTime(run)).isGreaterThanOrEqualTo(1000);
    assertThat(run.err()).contains(" sec: ");
  }

  @Test
  void keepsToTheTargetThroughput() throws Exception {
    Outcome run =
        client(withServer("run", "-p", "operationcount=40", "-target", "40", "-threads", "2"));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(runTime(run)).isGreaterThan(800);
  }

  @Test
  void saysInOneLineThatNobodyListens() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    Outcome run =
        process(
            arguments("run", "mongodb://someone:secretsecret@127.0.0.1:" + port + "/?tls=true"));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).singleElement().asString().contains("127.0.0.1:" + port);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("secretsecret");
  }

  @Test
  void saysInOneLineThatTheServerIsNotTrusted() throws Exception {
    Path ca = directory.resolve("other-ca.pem");
    CertificateAuthority.create().writePem(ca);
    Outcome run = client(withServer("run", "-p", "tls.caFile=" + ca));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).singleElement().asString().startsWith("ycsb: ");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void addsAStackTraceIfAskedTo() throws Exception {
    Outcome run = client(withServer("run", "-p", "tls.protocols=SSLv2", "-p", "tls.verbose=true"));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.messages()).hasSize(1);
    assertThat(run.err()).contains("\tat dev.tlsbench.");
  }

  @Test
  void printsNoPasswordWhateverHappens() throws Exception {
    Outcome run =
        client(
            withServer(
                "run",
                "-p",
                "tls.certificateKeyFile=" + server.clientCertificateFile(),
                "-p",
                "tls.certificateKeyFilePassword=opensesame",
                "-p",
                "mysql.password=opensesame",
                "-p",
                "exportfile=" + directory.resolve("opensesame/none.txt"),
                "-p",
                "tls.verbose=true"));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out() + run.err()).contains("<hidden>").doesNotContain("opensesame");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mongodb.bachsize=10", "mysql.other=x"})
  void refusesAMisspeltPropertyOfAnyBinding(String property) throws Exception {
    Outcome run = client(withServer("run", "-p", property));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.messages())
        .singleElement()
        .asString()
        .contains(property.substring(0, property.indexOf('=')) + ": there is no such property");
  }

  /** A closed port, to which a connection would end with 3. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hdrhistogram.percentiles=abc",
        "status.interval=0",
        "hotspotdatafraction=20",
        "measurement.raw.output_file=/none/out",
        "hdrhistogram.output.path=/none/",
        "timeseries.granularity=0",
        "histogram.buckets=x",
        "maxscanlength=0",
        "operationcount=3000000000",
        "measurementtype=odd",
        "measurement.interval=odd",
      })
  void refusesAWrongOptionOfYcsbBeforeItConnects(String option) throws Exception {
    String[] name = option.split("=", 2);
    Outcome run = client(arguments("run", "mongodb://127.0.0.1:1/?tls=true", "-s", "-p", option));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("ycsb: " + name[0] + ": ")
        .contains(name[1]);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void obeysTheFirstLineOfAFileWithAByteOrderMark() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("mine"), "\uFEFFtls.protocols=TLSv1.2\nmongodb.url=" + server.url());
    Outcome run = client(withoutServer("run", "-P", file.toString()));

    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(run.lines("[TLS], Protocol")).containsExactly("[TLS], Protocol, TLSv1.2");
  }

  @Test
  void logsInWithAPasswordThatIsWrittenAsTheReferenceHasIt() throws Exception {
    try (EmbeddedMySql mySql = EmbeddedMySql.builder().password(" pä\\ß€ ").start()) {
      Path file =
          Files.writeString(
              directory.resolve("mine"),
              "mysql.createtable=true\nmysql.password=\\u0020pä\\\\ß€\\u0020\nmysql.url="
                  + mySql.url().replaceFirst("(//[^:/@]*):[^@]*@", "$1@"));
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      String workload = ClientProcess.workload(loaded).toString();
      Outcome load = client("load", "mysql-tls", "-P", workload, "-P", file.toString());

      assertThat(load.exitCode()).as(load.err()).isZero();
      assertThat(load.messages()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"journal=invalid", "maxConnecting=0", "w=1&w=1"})
  void printsAWarningAboutTheUrlOnceAndRuns(String option) throws Exception {
    Outcome run = client(withOptionInUrl(option));

    assertThat(run.messages())
        .singleElement()
        .asString()
        .startsWith("ycsb: " + option.substring(0, option.indexOf('=')) + ": ");
  }

  @Test
  void printsWarningsInPlaceOfTheLogger() throws Exception {
    Outcome run = process(withOptionInUrl("foo=bar"));

    assertThat(run.messages()).singleElement().asString().startsWith("ycsb: foo: ");
    assertThat(run.err()).doesNotContain("WARNING", "MongoSession");
  }

  @Test
  void printsOnceWhatTheMongoDbDriverLogsAboutTheUrl() throws Exception {
    Outcome run = process(withOptionInUrl("retryReads=yes"));

    assertThat(run.err().lines())
        .containsOnlyOnce(
            "ycsb: the MongoDB driver: Deprecated boolean value 'yes' in the connection string for"
                + " 'retryreads'. Replace with 'true'");
    assertThat(run.messages()).hasSize(1);
    assertThat(run.err()).doesNotContain("SLF4J", "WARNING", "MongoClient");
  }

  @Test
  void printsOnceThatConnectorJIgnoresAnOption() throws Exception {
    Outcome run = mySql("mysql://u:Quetzal77@127.0.0.1:1/d?ssl-mode=DISABLED&init-command=1");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.messages()).hasSize(2);
    assertThat(run.messages().get(0)).contains("ignored, as Connector/J reads no such option");
    assertThat(run.messages().get(1)).contains("connection refused");
    assertThat(run.err()).doesNotContain("Quetzal77");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql://u:Quetzal77@127.0.0.1:1/d?ssl-mode=DISABLED&socketTimeout=abc",
        "jdbc:mysql://u:Quetzal77@(host=127.0.0.1,port=1,socketTimeout=abc)/d?sslMode=DISABLED"
      })
  void printsInOneLineThatConnectorJRefusesAValue(String url) throws Exception {
    Outcome run = mySql(url);

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.messages())
        .singleElement()
        .asString()
        .startsWith("ycsb: the MySQL URL has an option that Connector/J refuses: ")
        .contains("'socketTimeout'", "'abc'");
    assertThat(run.err()).doesNotContain("Quetzal77");
  }

  private Outcome mySql(String url) throws IOException {
    String workload = ClientProcess.workload(loaded).toString();
    return client("run", "mysql-tls", "-P", workload, "-p", "mysql.url=" + url);
  }

  private static String[] withOptionInUrl(String option) throws IOException {
    String url = server.url() + (server.url().contains("?") ? "&" : "?") + option;
    return arguments("run", url, "-threads", "3");
  }

  private Outcome client(String... arguments) {
    return new LocalClient(directory).run(arguments);
  }

  private Outcome process(String... arguments) throws IOException, InterruptedException {
    return new ClientProcess(YcsbClient.class.getName(), directory).run(arguments);
  }

  private static String[] withServer(String phase, List<String> more) throws IOException {
    return withServer(phase, more.toArray(new String[0]));
  }

  private static String[] withServer(String phase, String... more) throws IOException {
    return arguments(phase, server.url(), more);
  }

  private static String[] arguments(String phase, String url, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-p", "mongodb.url=" + url));
    arguments.addAll(List.of(more));
    return withoutServer(phase, arguments.toArray(new String[0]));
  }

  private static String[] withoutServer(String phase, String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(phase, "mongodb-tls", "-P", ClientProcess.workload(loaded).toString()));
    arguments.addAll(List.of(more));
    return arguments.toArray(new String[0]);
  }

  private static long sum(Outcome run, String measurement, String... series) {
    return List.of(series).stream()
        .flatMap(name -> run.lines("[" + name + "], " + measurement + ",").stream())
        .mapToLong(line -> Long.parseLong(line.replaceAll(".*, ", "")))
        .sum();
  }

  private static long runTime(Outcome run) {
    return sum(run, "RunTime(ms)", "OVERALL");
  }
}
