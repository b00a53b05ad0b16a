package dev.tlsbench.client.servers;

import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.embedded.mongodb.EmbeddedMongo;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The embedded MongoDB-compatible server, with the TLS of its JVM. */
class EmbeddedMongoTest extends MongoServerSuite {
  private static EmbeddedMongo plain;
  private static EmbeddedMongo tls;
  private static EmbeddedMongo mutual;
  private static MongoTarget target;

  @BeforeAll
  static void start() throws IOException {
    CertificateAuthority ca = CertificateAuthority.create();
    plain = EmbeddedMongo.builder().plain().start();
    tls = EmbeddedMongo.builder().authority(ca).start();
    mutual = EmbeddedMongo.builder().authority(ca).requireClientCertificate().start();
    target =
        new MongoTarget(
            url(plain), url(tls), url(mutual), tls.caFile(), mutual.clientCertificateFile());
  }

  @AfterAll
  static void stop() {
    plain.close();
    tls.close();
    mutual.close();
  }

  private static String url(EmbeddedMongo server) {
    return "mongodb://127.0.0.1:" + server.port() + "/ycsb";
  }

  @Override
  MongoTarget target() {
    return target;
  }
}
