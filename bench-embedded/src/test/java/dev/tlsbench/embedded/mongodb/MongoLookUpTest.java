package dev.tlsbench.embedded.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.mongodb.MongoConnections;
import dev.tlsbench.core.mongodb.MongoUrl;
import dev.tlsbench.core.tls.TlsLedger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From the host of a MongoDB URL to the servers, by a name server and the addresses of hosts. */
class MongoLookUpTest {
  private static final String HOST = "db.example.test";
  private static final String RECORD = "_mongodb._tcp." + HOST;
  private static final String UNUSABLE =
      HOST + ": the SRV and TXT records of this name cannot be used: ";

  private static EmbeddedMongo server;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedMongo.builder().plain().start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static MongoConnections connect(String url, String... addresses)
      throws ConnectFailedException {
    MongoUrl parsed = MongoUrl.parse(url);
    MongoConnections connections =
        new MongoConnections(
            parsed,
            parsed.settings(Map.of()),
            Dialer.DIRECT,
            new TlsLedger(),
            to -> to.inetAddressResolver(host -> all(host, addresses)));
    connections.client();
    return connections;
  }

  private static List<InetAddress> all(String host, String... addresses)
      throws UnknownHostException {
    List<InetAddress> all = new ArrayList<>();
    for (String address : addresses) {
      all.add(InetAddress.getByAddress(host, InetAddress.getByName(address).getAddress()));
    }
    return all;
  }

  private static String refusal(String url, String... addresses) {
    ConnectFailedException failure =
        catchThrowableOfType(ConnectFailedException.class, () -> connect(url, addresses).close());
    return String.valueOf(failure.getMessage());
  }

  private static String srvRefusal(FakeDns dns, String options) {
    try (dns) {
      dns.start();
      return refusal("mongodb+srv://" + HOST + "/?tls=false" + options, "127.0.0.1");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {HOST, HOST + "."})
  void findsServersBelowTheSameDomain(String host) throws Exception {
    FakeDns records = new FakeDns().srv(HOST, server.port(), "a.example.test.");
    try (FakeDns dns = records.txt(HOST, "authSource=admin").start();
        MongoConnections found = connect("mongodb+srv://" + host + "/?tls=false", "127.0.0.1")) {
      assertThat(dns).isNotNull();
      assertThat(found.database().getName()).isEqualTo("test");
    }
  }

  @Test
  void namesTheServerOfAnotherDomain() throws IOException {
    assertThat(srvRefusal(new FakeDns().srv(HOST, 1, "evil.example.org"), ""))
        .startsWith(UNUSABLE)
        .contains("host 'evil.example.org' that does not share domain name");
  }

  @Test
  void namesTheServerWithoutTheSuffix() throws IOException {
    assertThat(
            srvRefusal(
                new FakeDns().srv(HOST, 1, "a.example.test"),
                "&srvAllowedHostsSuffix=.example.org"))
        .contains("host 'a.example.test'", "srvAllowedHostsSuffix");
  }

  @Test
  void escapesTheServerOfARecord() throws IOException {
    assertThat(srvRefusal(new FakeDns().srv(HOST, 1, "e\u001b[2J.example.org"), ""))
        .contains("example.org")
        .doesNotContain("\u001b");
  }

  @Test
  void refusesSeveralTxtRecords() throws IOException {
    FakeDns dns = new FakeDns().srv(HOST, server.port(), "a.example.test");
    assertThat(srvRefusal(dns.txt(HOST, "authSource=admin").txt(HOST, "v=spf1 -all"), ""))
        .startsWith(UNUSABLE)
        .contains("Multiple TXT records");
  }

  @Test
  void refusesOtherOptionsInTheTxtRecord() throws IOException {
    FakeDns dns = new FakeDns().srv(HOST, server.port(), "a.example.test");
    assertThat(srvRefusal(dns.txt(HOST, "tls=false&authSource=a"), ""))
        .startsWith(UNUSABLE)
        .contains("authsource, tls");
  }

  @Test
  void refusesATxtRecordWithoutOptions() throws IOException {
    FakeDns dns = new FakeDns().srv(HOST, server.port(), "a.example.test");
    assertThat(srvRefusal(dns.txt(HOST, "nonsense"), "")).startsWith(UNUSABLE);
  }

  @Test
  void saysThatThereIsNoRecord() throws IOException {
    assertThat(srvRefusal(new FakeDns(), "")).startsWith(UNUSABLE).contains(RECORD);
    assertThat(srvRefusal(new FakeDns().txt(RECORD, "another type"), ""))
        .startsWith(UNUSABLE)
        .contains(RECORD);
  }

  @Test
  void saysThatTheNameServerIsSilent() throws IOException {
    assertThat(
            srvRefusal(
                new FakeDns().txt(HOST, "authSource=admin").silentOn(RECORD),
                "&serverSelectionTimeoutMS=100"))
        .startsWith(UNUSABLE);
  }
}
