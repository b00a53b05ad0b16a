package dev.tlsbench.embedded.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.IssuedCertificate;
import dev.tlsbench.embedded.KeyType;
import dev.tlsbench.embedded.StartFailedException;
import dev.tlsbench.embedded.TlsProbe;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmbeddedMongoTest {
  private final CertificateAuthority ca = CertificateAuthority.create();
  private final EmbeddedMongo.Builder server = EmbeddedMongo.builder().authority(ca);

  @Test
  void acceptsDriverOverTls() throws Exception {
    try (EmbeddedMongo mongo = server.start();
        MongoClient client = client(mongo)) {
      MongoCollection<Document> table = client.getDatabase("ycsb").getCollection("usertable");
      table.insertOne(new Document("_id", "user1").append("field0", "value"));

      assertThat(table.find(Filters.eq("_id", "user1")).first()).containsEntry("field0", "value");
    }
  }

  @Test
  void acceptsDriverWithoutTlsWhenPlain() throws Exception {
    try (EmbeddedMongo mongo = EmbeddedMongo.builder().plain().start();
        MongoClient client = MongoClients.create(mongo.url())) {
      assertThat(client.getDatabase("admin").runCommand(new Document("ping", 1)))
          .containsEntry("ok", 1.0);
      assertThatThrownBy(mongo::caFile).isInstanceOf(IllegalStateException.class);
    }
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(booleans = {false, true})
  void scansInKeyOrderWhenSorted(boolean persistent, @TempDir Path directory) throws Exception {
    if (persistent) {
      server.directory(directory);
    }
    try (EmbeddedMongo mongo = server.start();
        MongoClient client = client(mongo)) {
      MongoCollection<Document> table = client.getDatabase("ycsb").getCollection("usertable");
      List<String> keys =
          new ArrayList<>(IntStream.range(0, 300).mapToObj(i -> "user" + i * 7919).toList());
      Collections.shuffle(keys, new Random(1));
      table.insertMany(keys.stream().map(key -> new Document("_id", key)).toList());

      List<String> scanned =
          table
              .find(Filters.gte("_id", "user5"))
              .sort(Sorts.ascending("_id"))
              .limit(50)
              .map(document -> document.getString("_id"))
              .into(new ArrayList<>());

      assertThat(scanned)
          .isEqualTo(
              keys.stream().filter(key -> key.compareTo("user5") >= 0).sorted().limit(50).toList());
    }
  }

  @Test
  void startsWithoutDataThatCannotBeRead(@TempDir Path directory) throws Exception {
    Path file = Files.write(directory.resolve("mongo.mv"), new byte[100_000]);
    List<String> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger(EmbeddedMongo.class.getName());
    logger.setFilter(entry -> logged.add(entry.getMessage()));
    for (int count = 0; count < 2; count++) {
      try (EmbeddedMongo mongo = server.directory(directory).start();
          MongoClient client = client(mongo)) {
        MongoCollection<Document> table = client.getDatabase("ycsb").getCollection("usertable");
        assertThat(table.countDocuments()).isEqualTo(count);
        table.insertOne(new Document());
      }
    }
    logger.setFilter(null);

    assertThat(logged)
        .singleElement()
        .asString()
        .startsWith(file + " cannot be read (")
        .endsWith("kept as mongo.mv.damaged, and its records have to be loaded again");
    assertThat(directory.resolve("mongo.mv.damaged")).hasSize(100_000);
  }

  @Test
  void refusesClientWithoutCertificate() throws Exception {
    try (EmbeddedMongo mongo = server.requireClientCertificate().start()) {
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        assertThatThrownBy(() -> new TlsProbe(ca, null).protocols(protocol).pingMongo(mongo))
            .isInstanceOf(IOException.class);
      }
      new TlsProbe(ca, ca.issueClient("alice")).pingMongo(mongo);
      assertThat(mongo.url()).contains("&tlsCertificateKeyFile=");
    }
  }

  @Test
  void refusesClientWithCertificateOfAnotherAuthority() throws Exception {
    IssuedCertificate foreign = CertificateAuthority.create().issueClient("mallory");
    try (EmbeddedMongo mongo = server.requireClientCertificate().start()) {
      assertThatThrownBy(() -> new TlsProbe(ca, foreign).pingMongo(mongo))
          // The alert, or a failed write: the server closes while the probe still writes.
          .isInstanceOfAny(SSLException.class, SocketException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void resumesSessions(String protocol) throws Exception {
    TlsProbe probe = new TlsProbe(ca, null).protocols(protocol);
    try (EmbeddedMongo mongo = server.start()) {
      for (int i = 0; i < 3; i++) {
        assertThat(probe.pingMongo(mongo).getProtocol()).isEqualTo(protocol);
      }
      assertThat(probe.fullHandshakes()).isEqualTo(1);
    }
  }

  @Test
  void limitsProtocols() throws Exception {
    try (EmbeddedMongo mongo = server.protocols("TLSv1.2").start()) {
      assertThat(new TlsProbe(ca, null).pingMongo(mongo).getProtocol()).isEqualTo("TLSv1.2");
      assertThatThrownBy(() -> new TlsProbe(ca, null).protocols("TLSv1.3").pingMongo(mongo))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  void limitsCipherSuites() throws Exception {
    try (EmbeddedMongo mongo = server.cipherSuites("TLS_AES_256_GCM_SHA384").start()) {
      assertThat(new TlsProbe(ca, null).pingMongo(mongo).getCipherSuite())
          .isEqualTo("TLS_AES_256_GCM_SHA384");
      assertThatThrownBy(
              () -> new TlsProbe(ca, null).cipherSuites("TLS_AES_128_GCM_SHA256").pingMongo(mongo))
          .isInstanceOf(SSLHandshakeException.class);
    }
  }

  @Test
  @Tag("full")
  void limitsNamedGroups() throws Exception {
    CertificateAuthority rsa = CertificateAuthority.builder().keyType(KeyType.RSA_2048).build();
    server.authority(rsa).keyType(KeyType.RSA_2048);
    try (EmbeddedMongo mongo = server.start()) {
      new TlsProbe(rsa, null).namedGroups("x25519").pingMongo(mongo);
      new TlsProbe(rsa, null).namedGroups("secp384r1").pingMongo(mongo);
    }
    try (EmbeddedMongo mongo = server.namedGroups("secp384r1").start()) {
      new TlsProbe(rsa, null).namedGroups("secp384r1").pingMongo(mongo);
      assertThatThrownBy(() -> new TlsProbe(rsa, null).namedGroups("x25519").pingMongo(mongo))
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @Tag("full")
  @EnumSource
  void servesEveryKeyType(KeyType keyType) throws Exception {
    try (EmbeddedMongo mongo = server.keyType(keyType).start()) {
      assertThat(new TlsProbe(ca, null).pingMongo(mongo).getPeerCertificates()[0].getPublicKey())
          .extracting(KeyType::of)
          .isEqualTo(Optional.of(keyType));
    }
  }

  @Test
  void sendsIntermediateAuthorities() throws Exception {
    CertificateAuthority deep = CertificateAuthority.builder().intermediates(2).build();
    try (EmbeddedMongo mongo = EmbeddedMongo.builder().authority(deep).start()) {
      assertThat(new TlsProbe(deep, null).pingMongo(mongo).getPeerCertificates()).hasSize(3);
    }
  }

  @Test
  void hangsUpOnTlsClientWhenPlain() throws Exception {
    try (EmbeddedMongo mongo = EmbeddedMongo.builder().plain().start()) {
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        assertThatThrownBy(() -> new TlsProbe(ca, null).protocols(protocol).pingMongo(mongo))
            .isInstanceOf(IOException.class)
            .isNotInstanceOf(SocketTimeoutException.class);
      }
    }
  }

  @Test
  void hangsUpOnPlainClientWhenTls() throws Exception {
    try (EmbeddedMongo mongo = server.start();
        Socket socket = new Socket(mongo.host(), mongo.port())) {
      socket.setSoTimeout(10_000);
      socket.getOutputStream().write(new byte[64]);
      assertThat(socket.getInputStream().read()).isBetween(-1, 255);
      assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(16);
    }
  }

  @Test
  void acceptsPlainAndTlsOnOnePortWhenPlainIsAllowed() throws Exception {
    try (EmbeddedMongo mongo = server.allowPlain().start();
        MongoClient plain = MongoClients.create("mongodb://127.0.0.1:" + mongo.port());
        MongoClient encrypted = client(mongo)) {
      assertThat(mongo.url()).contains("?tls=true");
      plain
          .getDatabase("ycsb")
          .getCollection("usertable")
          .insertOne(new Document("_id", "user1").append("field0", "x".repeat(100_000)));
      assertThat(
              encrypted
                  .getDatabase("ycsb")
                  .getCollection("usertable")
                  .find(Filters.eq("_id", "user1"))
                  .first())
          .containsEntry("field0", "x".repeat(100_000));
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        assertThat(new TlsProbe(ca, null).protocols(protocol).pingMongo(mongo).getProtocol())
            .isEqualTo(protocol);
      }
    }
  }

  @Test
  void asksPlainClientsForNoCertificateWhenPlainIsAllowed() throws Exception {
    try (EmbeddedMongo mongo = server.allowPlain().requireClientCertificate().start();
        MongoClient plain = MongoClients.create("mongodb://127.0.0.1:" + mongo.port())) {
      assertThat(plain.getDatabase("admin").runCommand(new Document("ping", 1)))
          .containsEntry("ok", 1.0);
      assertThatThrownBy(() -> new TlsProbe(ca, null).pingMongo(mongo))
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void saysWhyItDoesNotStart() {
    assertThatThrownBy(() -> server.cipherSuites("TLS_AES_512_ROT13").start())
        .isInstanceOf(StartFailedException.class)
        .hasMessageContaining("mongo-java-server ended with exit code 1")
        .hasMessageContaining("TLS_AES_512_ROT13")
        .satisfies(e -> assertThat(e.getMessage()).hasLineCount(1));
  }

  @Test
  void refusesOptionsThatContradictEachOther() {
    assertThatThrownBy(() -> EmbeddedMongo.builder().plain().requireClientCertificate().start())
        .isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> server.plain().start()).isInstanceOf(InvalidSettingException.class);
    assertThatThrownBy(() -> EmbeddedMongo.builder().serverCertificate(ca.issueServer()).start())
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("give it too");
  }

  private MongoClient client(EmbeddedMongo mongo) throws GeneralSecurityException {
    TlsProbe probe = new TlsProbe(ca, null);
    return MongoClients.create(
        MongoClientSettings.builder()
            .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + mongo.port()))
            .applyToSslSettings(ssl -> ssl.enabled(true).context(probe.context()))
            .build());
  }
}
