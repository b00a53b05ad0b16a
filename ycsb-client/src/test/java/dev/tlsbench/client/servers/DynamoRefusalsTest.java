package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.embedded.CertificateAuthority;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.dynamodb.CannedDynamo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages and exit codes of DynamoDB's refusals. */
class DynamoRefusalsTest {
  private static final String SECRET = "Quetzal/77+secret";

  @TempDir Path folder;

  private CannedDynamo server;
  private Path credentials;

  @BeforeEach
  void start() throws Exception {
    CertificateAuthority ca = CertificateAuthority.create();
    server = CannedDynamo.withTls(ca);
    ca.writePem(folder.resolve("ca.pem"));
    credentials = folder.resolve("aws.properties");
    Files.writeString(credentials, "accessKey=AKIDEXAMPLE\nsecretKey=" + SECRET + "\n");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Outcome client(String command, String query, String... more) {
    String url = "https://localhost:" + server.port() + "/?tlsCAFile=" + folder.resolve("ca.pem");
    List<String> words =
        new ArrayList<>(List.of(command, "dynamodb-tls", "-p", "dynamodb.url=" + url + query));
    for (String property :
        List.of(
            "workload=site.ycsb.workloads.CoreWorkload",
            "recordcount=2",
            "operationcount=2",
            "tls.verbose=true")) {
      words.addAll(List.of("-p", property));
    }
    words.addAll(List.of(more));
    Outcome outcome = new LocalClient(folder).run(words.toArray(String[]::new));
    assertThat(outcome.out() + outcome.err()).doesNotContain("Quetzal", "AKIDEXAMPLE");
    return outcome;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run | ResourceNotFoundException | Not found | 2 | no table usertable; load it first",
        "run | ProvisionedThroughputExceededException | Exceeded | 3 | raise its capacity, or send",
        "load | ThrottlingException | Rate exceeded | 3 | raise its capacity, or send less",
        "run | InvalidSignatureException | Signature expired: 2026 | 3 | set this machine's clock",
        "load | InvalidSignatureException | Signature not yet current: 2026 | 3 | machine's clock",
        "load | UnrecognizedClientException | Invalid AUTHORIZATION | 3 | check the credentials"
      })
  void endWithARemedy(String command, String type, String message, int exitCode, String remedy) {
    server.refuse(400, type, message);

    Outcome outcome = client(command, "&region=a-1&credentialsFile=" + credentials);

    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(exitCode);
    assertThat(outcome.err()).contains(remedy);
  }

  @Test
  void aMissingRegionIsAWrongCommandLine() {
    Outcome outcome = client("run", "&credentialsFile=" + credentials);

    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains("add region=eu-west-1 to the URL, or set dynamodb.region");
  }

  @Test
  void aMissingFileOfCredentialsIsAWrongCommandLine() {
    Outcome outcome = client("run", "&region=a-1&credentialsFile=" + folder.resolve("none"));

    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.err()).contains("dynamodb.awsCredentialsFile: ", "cannot be read");
  }
}
