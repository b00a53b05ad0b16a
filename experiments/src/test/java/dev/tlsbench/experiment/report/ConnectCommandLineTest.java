package dev.tlsbench.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.measure.result.Result;
import dev.tlsbench.report.RunRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectCommandLineTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      value = {
        "bin/tlsbench compare|bin/tlsbench connect --variant plain,tls13",
        "bin/tlsbench compare 'mysql://b:<hidden>@db/x?ssl-ca=ca.pem' --forks 8 --load"
            + "|bin/tlsbench connect 'mysql://b:<hidden>@db/x?ssl-ca=ca.pem' --variant plain,tls13",
        "bin/tlsbench --legacy-tls compare --threads 4 mongodb://db -P a.properties"
            + "|bin/tlsbench --legacy-tls connect mongodb://db -P a.properties"
            + " --variant plain,tls13",
        "bin/tlsbench compare -ptls.caFile=ca.pem --variant=plain --cluster spark://m:7077"
            + " --variant 'own:tls.namedGroups=x25519' --binding mysql-tls --seed 5"
            + "|bin/tlsbench connect -ptls.caFile=ca.pem --variant=plain"
            + " --variant own:tls.namedGroups=x25519 --binding mysql-tls",
        "bin/tlsbench run memsql-tls --scale 1|bin/tlsbench connect --variant plain,tls13",
      })
  void namesServerAndVariantsOfTheComparison(String compared, String connect) {
    Result sample = SampleResult.compare().variant("tls13", 0.959, 0.006).build();
    RunRecord run =
        RunRecord.of(compared, Instant.EPOCH, Duration.ofSeconds(1), true, List.of(), List.of());

    assertThat(ConnectCommandLine.after(sample.with(run))).isEqualTo(connect);
  }
}
