package dev.tlsbench.ycsb.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Dialer;
import dev.tlsbench.core.dynamodb.DynamoConnections;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.core.tls.NegotiatedTls;
import dev.tlsbench.core.tls.TlsLedger;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.ycsb.DynamoTlsClient;
import dev.tlsbench.ycsb.session.Binding;
import dev.tlsbench.ycsb.session.ConnectionListener;
import dev.tlsbench.ycsb.session.Session;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The binding against recorded requests and answers; DynaliteTest has a server. */
class DynamoTlsClientTest {
  private static final String SECRET = "Quetzal/77+secret";
  private static final CertificateAuthority CA = CertificateAuthority.create();

  @TempDir Path folder;

  private final Properties properties = new Properties();
  private CannedDynamo server;

  @BeforeEach
  void start() throws Exception {
    server = CannedDynamo.withTls(CA);
    CA.writePem(folder.resolve("ca.pem"));
    properties.setProperty("dynamodb.url", url("https", server.port()));
    properties.setProperty("dynamodb.awsCredentialsFile", credentials().toString());
    properties.setProperty("tls.caFile", folder.resolve("ca.pem").toString());
    Measurements.setProperties(properties);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static String url(String scheme, int port) {
    return scheme + "://localhost:" + port + "/?region=eu-west-1";
  }

  private Path credentials() throws Exception {
    Path file = folder.resolve("aws.properties");
    Files.writeString(file, "accessKey = AKIDEXAMPLE\nsecretKey = " + SECRET + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return file;
  }

  private DB open() throws DBException {
    DB db = new DynamoTlsClient();
    db.setProperties(properties);
    db.init();
    return db;
  }

  private Session session() throws ConnectFailedException {
    return new DynamoBinding().open(properties, ConnectionListener.NONE);
  }

  private static Map<String, ByteIterator> fields(String value) {
    return new HashMap<>(Map.of("field0", new StringByteIterator(value)));
  }

  @Test
  void sendsTheRequestsOfTheStockBinding() throws DBException {
    DB db = open();
    assertThat(db.insert("usertable", "user1", fields("a"))).isSameAs(Status.OK);
    assertThat(db.update("usertable", "user1", fields("b"))).isSameAs(Status.OK);
    assertThat(db.delete("usertable", "user1")).isSameAs(Status.OK);
    assertThat(db.read("usertable", "user1", Set.of("field0"), new HashMap<>()))
        .isSameAs(Status.NOT_FOUND);
    db.cleanup();

    assertThat(server.requests())
        .extracting(CannedDynamo.Request::target)
        .containsExactly("PutItem", "UpdateItem", "DeleteItem", "GetItem");
    assertThat(server.requests().get(0).text())
        .contains("\"YCSB_KEY\":{\"S\":\"user1\"}", "\"field0\":{\"S\":\"a\"}");
    assertThat(server.requests().get(1).text())
        .contains("\"AttributeUpdates\":{\"field0\":{\"Value\":{\"S\":\"b\"},\"Action\":\"PUT\"}}");
    assertThat(server.requests().get(3).text())
        .contains("\"AttributesToGet\":[\"field0\"]", "\"ConsistentRead\":false");
  }

  @Test
  void insertsInBatchesAndTheRestOnCleanup() throws DBException {
    properties.setProperty("dynamodb.batchsize", "2");
    DB db = open();
    assertThat(db.insert("usertable", "user1", fields("a"))).isSameAs(Status.BATCHED_OK);
    assertThat(db.insert("usertable", "user2", fields("a"))).isSameAs(Status.OK);
    assertThat(db.insert("usertable", "user3", fields("a"))).isSameAs(Status.BATCHED_OK);
    db.cleanup();

    assertThat(server.requests())
        .extracting(CannedDynamo.Request::target)
        .containsExactly("BatchWriteItem", "BatchWriteItem");
    assertThat(server.requests().get(0).text()).contains("user1", "user2");
    assertThat(server.requests().get(1).text()).contains("user3");
  }

  @Test
  void saysErrorForABatchOfWhichARestIsLeft() throws DBException {
    properties.setProperty("dynamodb.batchsize", "2");
    server.answer("{\"UnprocessedItems\":{\"usertable\":[{\"PutRequest\":{\"Item\":{}}}]}}");
    DB db = open();
    db.insert("usertable", "user1", fields("a"));

    assertThat(db.insert("usertable", "user2", fields("a"))).isSameAs(Status.ERROR);
    db.cleanup();
  }

  @Test
  void readsFieldsWithoutTheKeyAndEveryByte() throws DBException {
    server.answer(
        "{\"Item\":{\"YCSB_KEY\":{\"S\":\"user1\"},\"field0\":{\"S\":\"a\u00e9\\u0000\"}}}");
    DB db = open();
    Map<String, ByteIterator> result = new HashMap<>();

    assertThat(db.read("usertable", "user1", null, result)).isSameAs(Status.OK);
    assertThat(result)
        .hasSize(1)
        .hasEntrySatisfying(
            "field0", value -> assertThat(value.toArray()).containsExactly('a', 0xE9, 0));
    db.cleanup();
  }

  @Test
  void takesPartitionAndSortKeyAndConsistentReads() throws DBException {
    properties.setProperty("dynamodb.primaryKey", "name");
    properties.setProperty("dynamodb.primaryKeyType", "hash_and_range");
    properties.setProperty("dynamodb.hashKeyName", "part");
    properties.setProperty("dynamodb.consistentReads", "true");
    DB db = open();
    db.read("usertable", "user1", null, new HashMap<>());
    db.cleanup();

    assertThat(server.requests().get(0).text())
        .contains("\"name\":{\"S\":\"user1\"}", "\"part\":{\"S\":\"YCSB_0\"}")
        .contains("\"ConsistentRead\":true");
  }

  /** By the rules of AWS Signature Version 4, from what arrived. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void signsEachRequest(boolean tls) throws Exception {
    try (CannedDynamo plain = CannedDynamo.plain()) {
      if (!tls) {
        properties.setProperty("dynamodb.url", url("http", plain.port()));
        properties.remove("tls.caFile");
      }
      DB db = open();
      db.insert("usertable", "user1", fields("a"));
      db.cleanup();

      CannedDynamo.Request request = (tls ? server : plain).requests().get(0);
      assertThat(request.header("Authorization"))
          .startsWith("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/")
          .contains("/eu-west-1/dynamodb/aws4_request")
          .endsWith("Signature=" + signature(request));
    }
  }

  private static String signature(CannedDynamo.Request request) throws GeneralSecurityException {
    String authorization = request.header("Authorization");
    String scope = authorization.replaceFirst(".*Credential=[^/]*/([^,]*),.*", "$1");
    String names = authorization.replaceFirst(".*SignedHeaders=([^,]*),.*", "$1");
    String headers =
        Stream.of(names.split(";", -1))
            .map(name -> name + ":" + request.header(name).strip() + "\n")
            .collect(Collectors.joining());
    String canonical =
        String.join(
            "\n", request.method(), request.path(), "", headers, names, hash(request.text()));
    byte[] key = ("AWS4" + SECRET).getBytes(StandardCharsets.UTF_8);
    for (String part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    String date = request.header("X-Amz-Date");
    return HexFormat.of()
        .formatHex(hmac(key, String.join("\n", "AWS4-HMAC-SHA256", date, scope, hash(canonical))));
  }

  private static String hash(String text) throws GeneralSecurityException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk", "bouncycastle", "driver"})
  void provesTheTlsOfEachConnection(String provider) throws Exception {
    properties.setProperty("tls.provider", provider);
    Session session = session();
    for (int i = 0; i < 3; i++) {
      session.records().close();
    }

    Map<NegotiatedTls, Long> handshakes = session.ledger().handshakes();
    assertThat(handshakes.values().stream().mapToLong(n -> n).sum()).isEqualTo(3);
    assertThat(handshakes.keySet()).extracting(NegotiatedTls::protocol).containsOnly("TLSv1.3");
    assertThat(session.ledger().differences(session.settings())).isEmpty();
    session.close();
  }

  @Test
  void keepsAConnectionForAThread() throws Exception {
    DB db = open();
    for (int i = 0; i < 3; i++) {
      db.insert("usertable", "user1", fields("a"));
    }
    db.cleanup();
    assertThat(server.requests()).hasSize(3);
  }

  /** Each of them is tried once. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "400 | ResourceNotFoundException | Requested resource not found | the table is missing",
        "400 | ProvisionedThroughputExceededException | Too much | nothing is tried again",
        "400 | ThrottlingException | Rate exceeded | nothing is tried again",
        "400 | InvalidSignatureException | Signature expired: now is later | set this machine's clock",
        "400 | UnrecognizedClientException | The security token is invalid | check the credentials",
        "400 | AccessDeniedException | You may not | allow this to the credentials",
        "400 | ValidationException | The provided key element does not match the schema | primaryKey",
        "500 | InternalServerError | Sorry | InternalServerError: Sorry"
      })
  void explainsARefusal(int code, String type, String message, String remedy) throws Exception {
    server.refuse(code, type, message);
    Session session = session();
    DB db = open();

    assertThat(db.insert("usertable", "user1", fields("a"))).isSameAs(Status.ERROR);
    assertThat(server.requests()).hasSize(1);
    assertThatThrownBy(() -> session.count("usertable"))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("localhost:" + server.port() + ": " + type + ": " + message)
        .hasMessageContaining(remedy)
        .hasMessageNotContaining("\n");
    db.cleanup();
    session.close();
  }

  @Test
  void knowsAMissingTable() throws Exception {
    server.refuse(400, "ResourceNotFoundException", "Requested resource not found");
    Session session = session();

    assertThat(session.exists("usertable")).isFalse();
    assertThat(session.isEmpty("usertable")).isTrue();
    session.close();
  }

  @Test
  void hidesWhatWasSignedAndSent() throws Exception {
    server.refuse(400, "InvalidSignatureException", "signed: AUTHORIZATION, " + SECRET + " TOKEN");
    Session session = session();

    assertThatThrownBy(() -> session.count("usertable"))
        .hasMessageContaining("<hidden>")
        .satisfies(
            thrown ->
                assertThat(Throwables.getStackTrace(thrown))
                    .doesNotContain(SECRET, "Quetzal", "AKIDEXAMPLE"));
    session.close();
  }

  @Test
  void refusesScans() throws DBException {
    DB db = open();

    assertThatThrownBy(() -> db.scan("usertable", "user1", 2, null, vector()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(
            "scans records in the order of their keys, which this database cannot");
    db.cleanup();
  }

  @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's signature
  private static Vector<HashMap<String, ByteIterator>> vector() {
    return new Vector<>();
  }

  @Test
  void saysThatThePortExpectsTls() {
    properties.setProperty("dynamodb.url", url("http", server.port()));
    properties.remove("tls.caFile");

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("does this port expect TLS?");
  }

  @Test
  void saysThatThePortIsPlain() throws Exception {
    try (CannedDynamo plain = CannedDynamo.plain()) {
      properties.setProperty("dynamodb.url", url("https", plain.port()));
      properties.setProperty("tls.handshakeTimeoutMs", "500");

      assertThatThrownBy(this::open)
          .hasCauseInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("that the server speaks TLS on this port");
    }
  }

  @Test
  void saysThatThereIsNoServer() {
    int port = server.port();
    server.close();

    assertThatThrownBy(this::open)
        .hasCauseInstanceOf(ConnectFailedException.class)
        .hasMessageStartingWith("localhost:" + port + ": connection refused");
  }

  @Test
  void saysThatThereAreNoCredentials() throws Exception {
    properties.remove("dynamodb.awsCredentialsFile");
    List<String> names =
        List.of("aws.disableEc2Metadata", "aws.sharedCredentialsFile", "aws.configFile");
    Map<String, String> before = new HashMap<>();
    names.forEach(name -> before.put(name, System.getProperty(name)));
    System.setProperty("aws.disableEc2Metadata", "true");
    System.setProperty("aws.sharedCredentialsFile", folder.resolve("none").toString());
    System.setProperty("aws.configFile", folder.resolve("none").toString());
    try (Session session = session()) {
      assertThatThrownBy(() -> session.count("usertable"))
          .isInstanceOf(ConnectFailedException.class)
          .hasMessageContaining("Unable to load credentials")
          .hasMessageContaining("dynamodb.awsCredentialsFile")
          .hasMessageNotContaining("\n");
    } finally {
      names.forEach(System::clearProperty);
      before.values().removeIf(value -> value == null);
      before.forEach(System::setProperty);
    }
  }

  @Test
  void saysThatThereIsNoRegion() {
    properties.setProperty("dynamodb.url", "https://localhost:" + server.port());

    assertThatThrownBy(this::session)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("dynamodb.region or AWS_REGION");
  }

  @ParameterizedTest
  @ValueSource(strings = {"accessKey=a\n", "accessKey=\nsecretKey=b\n", "accessKey=\\u00zz\n"})
  void refusesAFileThatLacksAKey(String lines) throws Exception {
    Files.writeString(credentials(), lines);

    assertThatThrownBy(this::session)
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("dynamodb.awsCredentialsFile: ");
  }

  @Test
  void warnsOfAFileThatOthersMayRead() throws Exception {
    assertThat(new DynamoBinding().warnings(properties)).isEmpty();
    Files.setPosixFilePermissions(credentials(), PosixFilePermissions.fromString("rw-r--r--"));

    assertThat(new DynamoBinding().warnings(properties))
        .singleElement()
        .asString()
        .contains("chmod 600");
  }

  @Test
  void lendsTheClientOfTheSdk() throws Exception {
    DynamoUrl url = new DynamoBinding().url(properties);
    try (DynamoConnections connections =
            url.open(
                url.settings(Map.of("tls.caFile", folder.resolve("ca.pem").toString())),
                Dialer.DIRECT,
                new TlsLedger());
        DynamoDbClient sdk = connections.driver(DynamoDbClient.class)) {
      server.answer("{\"TableNames\":[\"usertable\"]}");

      assertThat(sdk.listTables().tableNames()).containsExactly("usertable");
      assertThatThrownBy(() -> connections.driver(String.class))
          .isInstanceOf(InvalidSettingException.class)
          .hasMessageContaining("DynamoDbClient");
    }
  }

  @Test
  void isFoundByItsName() {
    assertThat(Binding.of("dynamodb-tls")).isInstanceOf(DynamoBinding.class);
    assertThat(Binding.ofUrl("HTTPS://h")).isInstanceOf(DynamoBinding.class);
    assertThat(new DynamoBinding().createTableProperty()).contains("dynamodb.createtable");
  }

  private static DynamoUrl parsed(String given) {
    Properties own = new Properties();
    for (String one : given.split(",", -1)) {
      own.setProperty(one.split("=", 2)[0], one.split("=", 2)[1]);
    }
    return new DynamoBinding().url(own);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dynamodb.region=eu-west-1 | https://dynamodb.eu-west-1.amazonaws.com/?region=eu-west-1",
        "dynamodb.endpoint=dynamodb.us-east-1.amazonaws.com | https://dynamodb.us-east-1.amazonaws.com/",
        "dynamodb.endpoint=http://h:8000,dynamodb.region=x-1 | http://h:8000/?region=x-1",
        "dynamodb.url=http://h/?region=a-1,dynamodb.region=b-1 | http://h/?region=a-1",
        "dynamodb.url=http://h,dynamodb.awsCredentialsFile=a | http://h/?credentialsFile=a"
      })
  void readsTheServerOfAStockWorkloadFile(String given, String url) {
    assertThat(parsed(given)).hasToString(url);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recordcount=1 | dynamodb.url: not given, and there is no embedded server of DynamoDB",
        "dynamodb.endpoint=a,dynamodb.url=https://b | dynamodb.endpoint: dynamodb.url names a server",
        "dynamodb.url=http://h,scanproportion=0.1 | scanproportion: 0.1, but DynamoDB",
        "dynamodb.url=http://h,dynamodb.primaryKeyType=x | dynamodb.primaryKeyType: 'x' is neither",
        "dynamodb.url=http://h,dynamodb.primaryKeyType=HASH_AND_RANGE | dynamodb.hashKeyName: not",
        "dynamodb.url=http://h,dynamodb.regon=x | did you mean dynamodb.region?"
      })
  void refusesWhatCannotTakeEffect(String given, String message) {
    assertThatThrownBy(() -> parsed(given))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }
}
