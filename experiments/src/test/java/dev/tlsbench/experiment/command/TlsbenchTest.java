package dev.tlsbench.experiment.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.core.ClosedPort;
import dev.tlsbench.report.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An error on the command line is one line with the choices; no connection is opened. */
class TlsbenchTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "comapre|comapre: no such command; did you mean compare?",
        "nonesuch|nonesuch: no such command; choose one of bulk",
        "compare --varient plain|--varient: no such option; did you mean --variant?",
        "--varient plain|--varient: no such option before a command; did you mean COMMAND --variant?",
        "connect -p tls.protocols=TLSv1.9|tls.protocols: there is no protocol 'TLSv1.9'",
        "compare -p tls.handshakeTimeoutMs=x|tls.handshakeTimeoutMs: 'x'",
        "compare --variant plain,own:tls.protocol=x|tls.protocol: there is no such property; did you"
            + " mean tls.protocols?",
        "compare --nonesuch|--nonesuch: no such option; tlsbench compare --help",
        "compare --variant plain|--variant: only plain",
        "compare --variant plain,tls14|there is no variant 'tls14'; choose one of plain, tls12",
        "compare --variant plain,tls12-3des|'tls12-3des' has a cipher that the JDK's policy on weak"
            + " algorithms forbids; --legacy-tls switches the policy off",
        "bulk --variant plain,tls12-rc4@jdk|--legacy-tls switches the policy off for this run",
        "compare --baseline tls12|'tls12' is not among the variants; choose one of plain, tls13",
        "compare --threads 0|--threads: 0 is below 1; give 1 or more",
        "compare --window 0ms|--window: in 0 s nothing is measured; give a longer time",
        "compare --duration 0s|--duration: in 0 s nothing",
        "connect --duration 0s|--duration: in 0 s nothing",
        "predict --reply 1k --duration 0s|--duration: in 0 s nothing",
        "tap --listen=0 --to=127.0.0.1:1 --for=0s|--for: in 0 s nothing",
        "compare --quick --forks 2|--quick: omit --forks, --warm-up,",
        "compare --quick --precision 1%|--quick: omit --forks",
        "sweep --quick|--quick: no answer for an axis or a gate",
        "compare --quick --fail-if tls13.typical>1.1|--quick: no answer for an axis or a gate",
        "compare --window 100|'100' is not a duration",
        "compare --precision 1|'1' is not a precision",
        "compare --binding mongo|there is no binding 'mongo'; choose one of postgresql-tls, mongodb-tls",
        "compare ftp://db|URL: begins with none of mongodb://",
        "probe oracle://localhost/|mysql://",
        "bulk --values 0|--values: 0 is below 1; give 1 or more",
        "tap --listen=0 --to=127.0.0.1:1 --protocol=oracle|--protocol: there is no database 'oracle'",
        "run nonesuch|no experiment 'nonesuch'; choose one of apsaradb-mongodb-tls",
        "compare --binding mysql-tls mongodb://db/x|--binding: mysql-tls does not match",
        "compare --load -p threads=8|threads: an option of another tool, which nothing reads here; use"
            + " threadcount, or --threads of bin/tlsbench",
        "compare -p readproportion|readproportion: no value; write it as -p name=value",
        "compare -P nonesuch|-P nonesuch: there is no such file",
        "probe -p mysql.urll=x|-p mysql.urll: there is no such property; did you mean mysql.url?",
        "compare -p fieldlength=abc|fieldlength: 'abc' is not a whole number from 1 to",
        "bulk -p maxscanlength=0 mysql://h:1/db?ssl-mode=REQUIRED|maxscanlength: '0' is not a whole",
        "compare --variant plain,own:fieldlength=0 mysql://127.0.0.1:1/db?ssl-mode=REQUIRED"
            + "|fieldlength: '0' is not a whole number",
        "compare --variants nonesuch.yaml|--variants nonesuch.yaml: cannot be read",
        "sweep --axis colour|there is no axis 'colour'; choose one of threads, size, rtt, target, suite",
        "sweep --axis suite=tls12 --variant plain,tls13|--axis suite: tls12 is not among the variants",
        "sweep --axis threads=0|--axis threads: '0' is not a whole number from 1 on",
        "sweep --axis rtt=5ms --plain-url mongodb://db/x mongodb://db/x?tls=true|--axis rtt: the relay",
        "sweep --axis rtt=5|--axis rtt: '5'",
        "compare --threads 2 --cluster=local[2]|--cluster: measurements run on one machine, as a ratio"
            + " needs one quiet client; load a server from many machines with bin/ycsb run … --cluster",
        "sweep --executors 2|with bin/ycsb run … --cluster",
        "sweep --axis executors=1,2|there is no axis 'executors'"
      })
  void refusesInOneLineWithExitCodeTwo(String line, String message) {
    CommandRun.of(line.split(" ")).refused(message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"compare", "connect", "probe"})
  void endsWithThreeIfThereIsNoServerAndLeavesNoFile(String command, @TempDir Path directory) {
    String server = "127.0.0.1:" + ClosedPort.next();
    CommandRun run =
        CommandRun.in(
            directory,
            command,
            "mongodb://joe:s3cret@" + server + "/ycsb?serverSelectionTimeoutMS=500",
            "-p workload=site.ycsb.workloads.CoreWorkload --verbose");

    assertThat(run.exitCode()).isEqualTo(ExitCode.NO_CONNECTION);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains(server).doesNotContain("s3cret");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void doesNotRepeatAnArgumentThatMayBeAPassword() {
    CommandRun run = CommandRun.of("compare", "mongodb://db/x", "s3cret");
    assertThat(run.refused("not shown, as it may be a secret").err()).doesNotContain("s3cret");
  }

  @Test
  void printsHelpForItselfAndForACommand() {
    assertThat(CommandRun.of("--help").out()).contains("compare").contains("Exit code: 0 done");
    assertThat(CommandRun.of("compare", "--help").out()).contains("--variant").contains("Built-in");
    assertThat(CommandRun.of().exitCode()).isEqualTo(2);
  }
}
