package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.jmh.cell.Cell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Model.CommandSpec;

class CommandLineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --set fast                    | --set: there is no set 'fast'; choose one of quick, full, all
          --set=                        | --set: there is no set ''; choose one of quick, full, all
          --set                         | --set: a value is missing; choose one of quick, full, all
          --output                      | --output: a value is missing; name a folder
          --seed                        | --seed: a value is missing; give a whole number
          -p                            | Option p requires an argument; --help lists the suite's options, -h those of JMH
          --seed x                      | --seed: 'x' is not a whole number
          -p provider=gnutls            | -p: there is no provider 'gnutls'; choose one of jdk, bouncycastle, conscrypt, openssl, none
          -p provider=jdk,gnutls        | -p: there is no provider 'gnutls'; choose one of jdk, bouncycastle, conscrypt, openssl, none
          -p=provider=gnutls            | -p: there is no provider 'gnutls'; choose one of jdk, bouncycastle, conscrypt, openssl, none
          -pprovider=gnutls             | -p: there is no provider 'gnutls'; choose one of jdk, bouncycastle, conscrypt, openssl, none
          -p provider                   | Unable to parse parameter string "provider"; --help lists the suite's options, -h those of JMH
          -p provider=                  | -p: there is no provider ''; choose one of jdk, bouncycastle, conscrypt, openssl, none
          --set full HandshakeBenchmark -p colour=red | -p: no benchmark that was chosen has a parameter 'colour'; choose one of group, key, kind, mutual, protocol, provider, side
          -f 0                          | -f: there must be a fork at least, since a JVM reads its TLS settings once; give 1 or more
          -t 2                          | -t: these benchmarks measure what one thread does; leave the option out
          -bm all                       | -bm: a report has room for one mode; name one
          -bm ss                        | -bm ss: a single call is of code that is not compiled yet; choose avgt, sample or thrpt
          -foe false                    | -foe: a benchmark that fails ends the run; leave the option out
          Hand(                         | pattern: 'Hand(' is no regular expression: Unclosed group
          --quick                       | quick is not a recognized option; --help lists the suite's options, -h those of JMH
          -i many                       | Cannot parse argument 'many' of option i; --help lists the suite's options, -h those of JMH
          """)
  void refusesWithTheChoicesInOneLine(String args, String line) {
    Invocation run = Invocation.ofSuite(args.split(" "));
    assertThat(run.err()).isEqualTo("jmh: " + line);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void refusesPatternThatMatchesNothing() {
    Invocation run = Invocation.ofSuite("Handshake", "Handshape");
    assertThat(run.err())
        .startsWith(
            "jmh: pattern: no benchmark of set quick has 'Handshape' in its name; choose among ")
        .contains("HandshakePairs.block")
        .hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void refusesToExcludeEverything() {
    Invocation run = Invocation.ofSuite("-e", ".");
    assertThat(run.err())
        .startsWith("jmh: -e: every benchmark that was chosen is excluded; choose among ")
        .hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void refusesUnknownProfiler() {
    Invocation run = Invocation.ofSuite("-prof", "crystal-ball");
    assertThat(run.err())
        .startsWith("jmh: -prof: crystal-ball: ")
        .endsWith("; -lprof lists the profilers")
        .hasLineCount(1);
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void takesQuickSetAndResultsFolderWhereNothingIsSaid() {
    Request request = Arguments.parse(List.of());
    assertThat(request.set()).isEqualTo(BenchmarkSet.QUICK);
    assertThat(request.output()).isNull();
  }

  @Test
  void takesTheLastOfSeveralSetsSinceMavenAlwaysGivesOne() {
    Request request = Arguments.parse(List.of("--set", "quick", "--set=full"));
    assertThat(request.set()).isEqualTo(BenchmarkSet.FULL);
  }

  @Test
  void leavesJmhsOptionsToJmh() {
    JmhOptions jmh =
        Arguments.parse(
                List.of("--seed", "1", "Record", "-f", "3", "-p", "size=64", "-i", "2", "-prof=gc"))
            .jmh();
    assertThat(jmh.userIncludes()).containsExactly("Record");
    assertThat(jmh.getForkCount().get()).isEqualTo(3);
    assertThat(jmh.getMeasurementIterations().get()).isEqualTo(2);
    assertThat(jmh.getProfilers()).hasSize(1);
  }

  @Test
  void namesTheCommandThatRepeatsTheRun() {
    Request request = Arguments.parse(List.of("--seed", "7", "-jvmArgsAppend", "-Xmx2g -Xint"));
    assertThat(request.command()).isEqualTo("bin/jmh --seed 7 -jvmArgsAppend '-Xmx2g -Xint'");
    assertThat(Arguments.parse(List.of("-f", "1")).command()).matches(".* -f 1 --seed \\d+");
  }

  @ParameterizedTest
  @CsvSource({
    "-Dx=/home/joe/a.props, -Dx=…/a.props",
    "-cp /home/joe/a.jar:/opt/b.jar, -cp …/a.jar:…/b.jar",
    "--out ~/results, --out …/results",
    "-Dx=C:\\Users\\joe\\a.props, -Dx=…/a.props",
    "java -jar jmh-suite/target/benchmarks.jar, java -jar jmh-suite/target/benchmarks.jar",
    "../results, ../results",
    "-XX:+UseSerialGC, -XX:+UseSerialGC",
    "mvn -pl jmh-suite exec:exec, mvn -pl jmh-suite exec:exec"
  })
  void leavesOnlyTheLastNameOfAnAbsolutePath(String text, String without) {
    assertThat(Request.withoutPaths(text)).isEqualTo(without);
  }

  @Test
  void helpsWithOurOptions() {
    Invocation run = Invocation.ofSuite("--help");
    assertThat(run.out()).contains("--set=SET", "--output=DIR", "--seed=N", "-p NAME=V");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void describesOptionsInWholeSentencesAndBreaksNoLineOfAnExample() {
    CommandSpec help = Arguments.parser().getCommandSpec();
    assertThat(help.usageMessage().description()).allMatch(line -> line.endsWith("."));
    assertThat(help.options())
        .allSatisfy(option -> assertThat(String.join(" ", option.description())).endsWith("."));
    assertThat(Arguments.parser().getUsageMessage().lines())
        .contains(help.usageMessage().footer())
        .contains(help.usageMessage().customSynopsis());
  }

  @Test
  void aForkRunsItsCellAndNothingElseThatThePatternFinds() {
    JmhOptions jmh = Arguments.parse(List.of("Record")).jmh();
    assertThat(jmh.fork(Cell.of("a.Record.wrap", Map.of()), true).getIncludes())
        .containsExactly("^\\Qa.Record.wrap\\E$");
  }
}
