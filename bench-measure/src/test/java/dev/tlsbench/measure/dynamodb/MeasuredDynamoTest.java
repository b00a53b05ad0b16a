package dev.tlsbench.measure.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.core.dynamodb.DynamoUrl;
import dev.tlsbench.measure.driver.Access;
import dev.tlsbench.measure.driver.Part;
import dev.tlsbench.measure.driver.Route;
import dev.tlsbench.measure.driver.ServerView;
import dev.tlsbench.measure.driver.Trial;
import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.ycsb.RealServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** dynalite behind HAProxy, of {@code servers/up}. */
@Tag("real-servers")
@Timeout(60)
class MeasuredDynamoTest {
  private static final RealServers SERVERS = RealServers.running();
  private static final MeasuredDynamo DYNAMO = new MeasuredDynamo();

  private static Properties properties(String url) {
    Properties properties = new Properties();
    properties.setProperty("dynamodb.url", url);
    properties.setProperty("dynamodb.awsCredentialsFile", SERVERS.url("DYNAMODB_CREDENTIALS_FILE"));
    if (url.startsWith("https")) {
      properties.setProperty("tls.caFile", SERVERS.url("CA_FILE"));
    }
    return properties;
  }

  @Test
  void saysThatTheServerIsAnEmulator() throws Exception {
    try (ServerView view = DYNAMO.view(properties(SERVERS.url("DYNAMODB_URL")))) {
      assertThat(view.product()).isEqualTo("an emulator of DynamoDB");
      assertThat(view.version()).startsWith("dynalite/");
      assertThat(view.tlsRemark()).isPresent();
      assertThat(view.settings()).isEmpty();
    }
  }

  /** Each part ends where the next begins. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void partsAddUpToTheWhole(boolean tls) throws Exception {
    String url = SERVERS.url("DYNAMODB_URL");
    List<Negotiated> negotiated = new ArrayList<>();
    try (Route route = new Route(Duration.ZERO);
        Access access = DYNAMO.access(properties(tls ? url : DynamoUrl.parse(url).plain()), route);
        Access.Opener opener = access.opener()) {
      for (int i = 0; i < 3; i++) {
        Trial trial = opener.open();
        Map<String, Long> nanos = trial.nanos();
        long total = nanos.getOrDefault(Part.TOTAL.id(), 0L);
        assertThat(total).isPositive();
        assertThat(nanos.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(2 * total);
        assertThat(nanos).containsKeys(Part.TCP_CONNECT.id(), Part.FIRST_QUERY.id());
        assertThat(nanos.containsKey(Part.TLS_HANDSHAKE.id())).isEqualTo(tls);
        if (trial.tls() != null) {
          negotiated.add(trial.tls());
        }
      }
    }
    assertThat(negotiated).hasSize(tls ? 3 : 0);
    assertThat(negotiated.stream().anyMatch(Negotiated::resumed)).isEqualTo(tls);
  }

  @Test
  void saysThatThePortIsPlain() {
    String plain = DynamoUrl.parse(SERVERS.url("DYNAMODB_URL")).plain();

    assertThatThrownBy(
            () ->
                DYNAMO.access(
                    properties(plain.replace("http:", "https:")), new Route(Duration.ZERO)))
        .isInstanceOf(ConnectFailedException.class)
        .hasMessageContaining("TLS on this port");
  }
}
