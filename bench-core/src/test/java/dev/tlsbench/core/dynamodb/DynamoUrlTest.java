package dev.tlsbench.core.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.InvalidSettingException;
import dev.tlsbench.core.database.Database;
import dev.tlsbench.core.database.Preamble.ProtocolException;
import dev.tlsbench.core.database.Preamble.Recognizer;
import dev.tlsbench.core.database.Preamble.Recognizer.State;
import dev.tlsbench.core.tls.TlsSettings;
import dev.tlsbench.core.url.HostAddress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DynamoUrlTest {
  @ParameterizedTest
  @CsvSource({
    "https://h, h, 443, true",
    "HTTPS://h:8000/, h, 8000, true",
    "http://h, h, 80, false",
    "http://[::1]:8000, ::1, 8000, false",
    "http://h/?tls=true, h, 80, true",
    "http://h/?tlsCAFile=ca.pem, h, 80, true",
    "http://h/?tls=false, h, 80, false"
  })
  void itsSchemeSaysWhetherTlsIsWanted(String text, String host, int port, boolean tls) {
    DynamoUrl url = (DynamoUrl) Database.ofUrl(text).parse(text);

    assertThat(url.kind().id()).isEqualTo("dynamodb");
    assertThat(url.hosts()).containsExactly(new HostAddress(host, port));
    assertThat(url.settings(Map.of()).enabled()).isEqualTo(tls);
    assertThat(url.settings(Map.of()).trust().allowInvalidHostnames()).isFalse();
    assertThat(url.database()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/?region=eu-west-1, eu-west-1",
    "https://dynamodb.us-gov-west-1.amazonaws.com, us-gov-west-1",
    "https://dynamodb-fips.us-east-2.amazonaws.com, us-east-2",
    "https://dynamodb.cn-north-1.amazonaws.com.cn, cn-north-1",
    "https://123456789012.ddb.eu-west-1.amazonaws.com/?region=eu-west-2, eu-west-2",
    "https://vpce-1-a.dynamodb.eu-west-3.vpce.amazonaws.com/?REGION=eu-west-3, eu-west-3",
    "https://h, "
  })
  void findsTheRegion(String url, String region) {
    assertThat(DynamoUrl.parse(url).region().orElse(null)).isEqualTo(region);
  }

  @Test
  void readsTlsOptionsByTheNamesOfMongoDb() {
    DynamoUrl url = DynamoUrl.parse("https://h/?tlscafile=a%2Fca.pem&credentialsFile=b.properties");
    TlsSettings settings = url.settings(Map.of("tls.protocols", "TLSv1.2"));

    assertThat(settings.trust().caFile()).contains(Path.of("a/ca.pem"));
    assertThat(settings.offer().protocols()).containsExactly("TLSv1.2");
    assertThat(url.credentialsFile()).contains(Path.of("b.properties"));
    assertThat(url.warnings()).isEmpty();
    assertThatThrownBy(() -> url.settings(Map.of("tls.enabled", "false")))
        .hasMessageContaining("the URL says the opposite");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://h/?regon=a | there is no such option of a DynamoDB URL; did you mean region?",
        "https://h/?region=a%20b | region: not the name of a region",
        "https://h/?plainPort=x | plainPort: not a whole number from 1 to 65535",
        "https://h/?plainPort=65536 | plainPort: not a whole number",
        "https://h/path | has several hosts or a path",
        "https://a,b | has several hosts or a path",
        "https://key@h | has credentials",
        "https://key:secret@h | has credentials",
        "dynamodb://h | write https://"
      })
  void refusesWhatCannotBeReadOrTakeEffect(String url, String message) {
    assertThatThrownBy(() -> DynamoUrl.parse(url))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void changesPartsOfTheUrl() {
    DynamoUrl url = DynamoUrl.parse("https://h:8001/?tlsCAFile=a&region=b&plainPort=8000");

    assertThat(url.plain()).isEqualTo("http://h:8000/?region=b");
    assertThat(DynamoUrl.parse("https://h").plain()).isEqualTo("http://h/");
    assertThat(DynamoUrl.parse("https://[::1]:8000").plain()).isEqualTo("http://[::1]:8000/");
    assertThat(DynamoUrl.parse("http://h/?tls=true").plain()).isEqualTo("http://h/");
    assertThat(url.through(new HostAddress("::1", 7)))
        .isEqualTo("https://[::1]:7/?tlsCAFile=a&region=b&plainPort=8000");
    assertThat(url.withDefault("region", "c")).hasToString(url.toString());
    assertThat(DynamoUrl.parse("https://h").withDefault("region", "c").region()).contains("c");
  }

  private static String exchange(String answer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new DynamoDatabase()
        .preamble()
        .exchange(new ByteArrayInputStream(answer.getBytes(StandardCharsets.ISO_8859_1)), out);
    return out.toString(StandardCharsets.ISO_8859_1);
  }

  @Test
  void asksForTheServersHealth() throws IOException {
    assertThat(exchange("HTTP/1.1 200 OK\r\n\r\nhealthy: dynamodb.eu-west-1.amazonaws.com "))
        .startsWith("GET / HTTP/1.1\r\nHost: ")
        .endsWith("\r\n\r\n");
    for (String other : List.of("HTTP/1.1 200 OK\r\n\r\nhealthy", "-ERR unknown", "")) {
      assertThatThrownBy(() -> exchange(other)).isInstanceOf(ProtocolException.class);
    }
  }

  @ParameterizedTest
  @CsvSource({"POST / HTTP/1.1, PLAIN", "GET / HTTP/1.1, PLAIN", "PUT / HTTP/1.1, OTHER"})
  void recognizesTheFirstRequestOfAClient(String text, State state) {
    Recognizer recognizer = new DynamoDatabase().preamble().recognizer();
    State last = State.MORE;
    for (int i = 0; last == State.MORE; i++) {
      last = recognizer.fromClient((byte) text.charAt(i));
    }
    assertThat(last).isEqualTo(state);
  }
}
