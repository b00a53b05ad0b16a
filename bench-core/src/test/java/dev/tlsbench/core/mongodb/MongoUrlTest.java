package dev.tlsbench.core.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.ConnectionString;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.url.HostAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoUrlTest {
  private static final String SECRET = "Quetzal77";

  @Test
  void leavesAllButTlsToTheDriver() {
    String others =
        "replicaSet=rs0&readPreference=secondaryPreferred&readPreferenceTags=dc:east,rack:1"
            + "&readPreferenceTags=&authSource=admin&authMechanism=SCRAM-SHA-256&compressors=zlib"
            + "&w=majority&maxPoolSize=7&appName=caf%C3%A9";
    MongoUrl url =
        MongoUrl.parse(
            "mongodb://us%3Aer:p%40ss@a.example.org:1,b.example.org:2,[::1]:3/ycsb?tls=true&"
                + others
                + "&tlsCAFile=/ca.pem");
    assertThat(url.parsed())
        .isEqualTo(
            new ConnectionString(
                "mongodb://us%3Aer:p%40ss@a.example.org:1,b.example.org:2,[::1]:3/ycsb?" + others));
    assertThat(url.hosts())
        .containsExactlyInAnyOrder(
            new HostAddress("a.example.org", 1),
            new HostAddress("b.example.org", 2),
            new HostAddress("::1", 3));
    assertThat(url.database()).contains("ycsb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://localhost",
        "mongodb://localhost/",
        "mongodb://localhost:27017",
        "mongodb://localhost?tls=true",
        "mongodb://localhost/?tls=true",
        "mongodb://localhost/db.collection?ssl=true",
        "mongodb://user@localhost/?authMechanism=MONGODB-X509&tls=true",
        "mongodb://localhost/?tlsCAFile=/etc/a@b.pem",
        "mongodb+srv://db.example.org/app?retryWrites=true"
      })
  void readsWhatMongoshReads(String url) {
    assertThat(MongoUrl.parse(url).toString()).startsWith("mongodb");
  }

  @Test
  void namesNoDatabaseIfThereIsNone() {
    assertThat(MongoUrl.parse("mongodb://localhost/?tls=true").database()).isEmpty();
  }

  @Test
  void hidesCredentials() {
    String url =
        "mongodb://user:"
            + SECRET
            + "@db.example.org:1/x?tlsCertificateKeyFile=/c.pem&tlsCertificateKeyFilePassword="
            + SECRET
            + "&proxyHost=p&proxyUsername=u&proxyPassword="
            + SECRET
            + "&authMechanismProperties=AWS_SESSION_TOKEN:"
            + SECRET;
    assertThat(MongoUrl.parse(url))
        .hasToString(
            "mongodb://<hidden>@db.example.org:1/x?tlsCertificateKeyFile=/c.pem"
                + "&tlsCertificateKeyFilePassword=<hidden>&proxyHost=p&proxyUsername=<hidden>"
                + "&proxyPassword=<hidden>&authMechanismProperties=<hidden>");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SECRET@localhost",
        "http://user:SECRET@localhost",
        "mongodb://",
        "mongodb:///db",
        "mongodb://@localhost",
        "mongodb://:SECRET@localhost",
        "mongodb://user:SECRET@",
        "mongodb://user:SECRET@/db",
        "mongodb://user:SECRET@a,,b/db",
        "mongodb://user:SECRET",
        "mongodb://user:SECRET/db",
        "mongodb://user:x%3ASECRET/db",
        "mongodb://user:x%2FSECRET/db",
        "mongodb://user:1%2CSECRET/db",
        "mongodb://user:SECRET@localhost:0/",
        "mongodb://user:SECRET@localhost:65536/",
        "mongodb://user:SECRET@localhost:port/",
        "mongodb://user:SEC@RET@localhost/",
        "mongodb://user:SEC:RET@localhost/",
        "mongodb://user:SEC/RET@localhost/",
        "mongodb://user:12/SECRET@localhost/",
        "mongodb://user:12?SECRET=1@localhost/",
        "mongodb://user:SEC?RET@localhost/",
        "mongodb://user:SECRET%@localhost/",
        "mongodb://user:SECRET%zz@localhost/",
        "mongodb://user:SECRET@localhost/?tls",
        "mongodb://user:SECRET@localhost/?SECRET",
        "mongodb://user:SECRET@localhost/?appName=%",
        "mongodb://user:SECRET@localhost/?tlsCertificateKeyFilePassword=SECRET%x",
        "mongodb://user:SECRET@localhost/?readConcernLevel=none",
        "mongodb://user:SECRET@localhost/?authMechanism=none",
        "mongodb://user:SECRET@localhost/?maxPoolSize=%zz",
        "mongodb://user:SECRET@localhost/?authMechanismProperties=SECRET&authMechanism=PLAIN",
        "mongodb://user:SECRET@localhost/?authMechanism=MONGODB-X509",
        "mongodb://user:SECRET@localhost/a\"b",
        "mongodb+srv://user:SECRET@a,b/",
        "mongodb+srv://user:SECRET@a.example.org:27017/",
        "mongodb+srv://user:SECRET@a.example.org/?directConnection=true",
        "mongodb://user:SECRET@localhost/?tls=true&ssl=false",
        "mongodb://user:SECRET@localhost/?tlsInsecure=true&tlsAllowInvalidHostnames=true"
      })
  void refusesMalformedUrlInOneLineWithoutTheSecret(String template) {
    Throwable refusal = catchThrowable(() -> MongoUrl.parse(template.replace("SECRET", SECRET)));
    assertThat(refusal).isInstanceOf(InvalidSettingException.class);
    for (Throwable at = refusal; at != null; at = at.getCause()) {
      assertThat(at.toString()).doesNotContain(SECRET, "\n");
      if (template.contains("SEC")) {
        assertThat(at.toString()).doesNotContain("SEC@", "SEC:", "RET@");
      }
    }
    assertThat(refusal.getMessage()).contains(";");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mongodb://%2Ftmp%2Fmongodb-27017.sock",
        "mongodb://%2ftmp%2fmongodb-27017.sock/db?tls=true",
        "mongodb://u:p@a:1,%2Ftmp%2fmongodb.sock,b/?replicaSet=r",
        "mongodb://%2Fvar%2Frun%2Fmongodb",
        "mongodb://mongodb-27017%2Esock/",
        "mongodb://mongodb-27017.sock/",
        "mongodb://mongodb.sock:27017/?tls=true"
      })
  void refusesUnixSockets(String url) {
    assertThatThrownBy(() -> MongoUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageMatching(
            "the MongoDB URL has the path of a file or Unix socket as a host; connections are made"
                + " over TCP, so name a host and a port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"db.sock.example.org:1", "sock", "[fe80::1%25eth0]:1"})
  void takesHostsThatAreNoUnixSockets(String host) {
    assertThat(MongoUrl.parse("mongodb://u:p%2Fx.sock@" + host + "/x.sock").hosts()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SERVICE_NAME", "service_name"})
  void hidesNoWordsOfMechanismPropertiesThatAreNoSecrets(String name) {
    MongoUrl url =
        MongoUrl.parse(
            "mongodb://u@localhost/?authMechanism=GSSAPI&authMechanismProperties="
                + name
                + ":mongo,CANONICALIZE_HOST_NAME:true");
    String message = "mongodb://h: " + name + " is true";
    assertThat(url.secrets().hide(message)).isEqualTo(message);
  }

  @Test
  void hidesTheSessionTokenAndNotItsName() {
    MongoUrl url =
        MongoUrl.parse(
            "mongodb://k:pw@localhost/?authMechanism=MONGODB-AWS&authMechanismProperties="
                + "AWS_SESSION_TOKEN:"
                + SECRET);
    assertThat(url.secrets().hide("AWS_SESSION_TOKEN " + SECRET))
        .isEqualTo("AWS_SESSION_TOKEN <hidden>");
  }

  @Test
  void hidesOneOfSeveralMechanismProperties() {
    String url =
        "mongodb://u@localhost/?authMechanism=GSSAPI&authMechanismProperties=SERVICE_NAME:a,"
            + SECRET;
    Throwable refusal = catchThrowable(() -> MongoUrl.parse(url));
    assertThat(refusal).isInstanceOf(InvalidSettingException.class);
    assertThat(refusal.toString()).doesNotContain(SECRET);
  }

  @Test
  void letsHandshakesTakeAnHourAtMostHoweverLongConnectingMay() {
    MongoUrl url = MongoUrl.parse("mongodb://localhost/?tls=true&connectTimeoutMS=99999999");
    assertThat(url.settings(Map.of()).handshakeTimeout()).isEqualTo(Duration.ofHours(1));
  }

  /** To the driver a name with a space in front is another one, which it does not know. */
  @Test
  void makesNoOptionOfOneThatTheDriverDoesNotKnow() {
    assertThat(catchThrowable(() -> MongoUrl.parse("mongodb://localhost/?w=1& maxPoolSize=5")))
        .isInstanceOf(InvalidSettingException.class);
  }

  /** The driver trims them; to ignore the option would leave the connection in plain text. */
  @Test
  void readsBooleanBeforeControlCharacters() {
    assertThat(MongoUrl.parse("mongodb://h/?tls=true%00").tls().explicitlyEnabled()).hasValue(true);
  }
}
