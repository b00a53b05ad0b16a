package dev.tlsbench.jmh.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.jmh.cell.BenchmarkCell;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.CommandSpec;

class CommandLineTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --set fast                    | Invalid value for option '--set': expected one of [quick, full] (case-sensitive) but was 'fast'; --help lists the suite's options, -h those of JMH
          --set                         | Missing required parameter for option '--set' (SET); --help lists the suite's options, -h those of JMH
          --output                      | Missing required parameter for option '--output' (DIR); --help lists the suite's options, -h those of JMH
          -p                            | Option p requires an argument; --help lists the suite's options, -h those of JMH
          --seed x                      | Invalid value for option '--seed': 'x' is not a long; --help lists the suite's options, -h those of JMH
          -p provider=gnutls            | -p: no benchmark that was chosen has provider=gnutls; -lp lists names and values
          -p provider=jdk,gnutls        | -p: no benchmark that was chosen has provider=gnutls; -lp lists names and values
          -p=provider=gnutls            | -p: no benchmark that was chosen has provider=gnutls; -lp lists names and values
          -pprovider=gnutls             | -p: no benchmark that was chosen has provider=gnutls; -lp lists names and values
          -p provider                   | Unable to parse parameter string "provider"; --help lists the suite's options, -h those of JMH
          -p provider=                  | -p: no benchmark that was chosen has provider=; -lp lists names and values
          HandshakeBenchmark -p colour=red | -p: no benchmark that was chosen has colour=red; -lp lists names and values
          -f 0                          | -f: there must be a fork at least, since a JVM reads its TLS settings once; give 1 or more
          -t 2                          | -t: these benchmarks measure what one thread does; leave the option out
          -bm all                       | -bm: a report has room for one mode; name one
          Hand(                         | pattern: 'Hand(' is no regular expression: Unclosed group
          --quick                       | quick is not a recognized option; --help lists the suite's options, -h those of JMH
          -i many                       | Cannot parse argument 'many' of option i; --help lists the suite's options, -h those of JMH
          """)
  void refusesWithTheChoicesInOneLine(String args, String line) {
    SuiteCall run = SuiteCall.of(args.split(" "));
    assertThat(run.err()).isEqualTo("jmh: " + line);
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Handshape", "-e ."})
  void refusesPatternsThatLeaveNothing(String args) {
    SuiteCall run = SuiteCall.of(args.split(" "));
    assertThat(run.err())
        .isEqualTo(
            "jmh: nothing can run: no benchmark has this name and these values; -lp lists both");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void refusesWhenNothingOfItCanRun() {
    SuiteCall run = SuiteCall.of("ToyBenchmark", "-p", "toy=cube", "-p", "outcome=bad");
    assertThat(run.err())
        .isEqualTo(
            "jmh: nothing can run: ToyBenchmark.play outcome=bad toy=cube: not offered by toys: cube");
    assertThat(run.exitCode()).isEqualTo(2);
  }

  @Test
  void takesQuickSetAndResultsFolderWhereNothingIsSaid() {
    SuiteCommand command = SuiteCommand.parse(List.of());
    assertThat(command.set).isEqualTo(BenchmarkSet.quick);
    assertThat(command.output).isNull();
  }

  @Test
  void takesTheLastOfSeveralSetsSinceMavenAlwaysGivesOne() {
    assertThat(SuiteCommand.parse(List.of("--set", "quick", "--set=full")).set)
        .isEqualTo(BenchmarkSet.full);
  }

  @Test
  void leavesJmhsOptionsToJmh() {
    JmhWords words =
        JmhWords.parse(
            SuiteCommand.parse(
                    List.of(
                        "--seed", "1", "Record", "-f", "3", "-p", "size=64", "-i", "2", "-prof=gc"))
                .jmh);
    assertThat(words.ofRun().getIncludes()).containsExactly("Record");
    assertThat(words.getForkCount().get()).isEqualTo(3);
    assertThat(words.getMeasurementIterations().get()).isEqualTo(2);
    assertThat(words.getProfilers()).hasSize(1);
  }

  @Test
  void namesTheCommandThatRepeatsTheRun() {
    SuiteCommand command =
        SuiteCommand.parse(List.of("--seed", "7", "-jvmArgsAppend", "-Xmx2g -Xint"));
    assertThat(command.repeating()).isEqualTo("bin/jmh --seed 7 -jvmArgsAppend '-Xmx2g -Xint'");
    assertThat(SuiteCommand.parse(List.of("-f", "1")).repeating()).matches(".* -f 1 --seed \\d+");
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
    assertThat(SuiteCommand.withoutPaths(text)).isEqualTo(without);
  }

  @Test
  void helpsWithOurOptions() {
    SuiteCall run = SuiteCall.of("--help");
    assertThat(run.out()).contains("--set=SET", "--output=DIR", "--seed=N", "-p NAME=V");
    assertThat(run.exitCode()).isZero();
  }

  @Test
  void describesOptionsInWholeSentencesAndBreaksNoLineOfAnExample() {
    CommandSpec help = SuiteCommand.parser().getCommandSpec();
    assertThat(help.usageMessage().description()).allMatch(line -> line.endsWith("."));
    assertThat(help.options())
        .allSatisfy(option -> assertThat(String.join(" ", option.description())).endsWith("."));
    assertThat(SuiteCommand.parser().getUsageMessage().lines())
        .contains(help.usageMessage().footer())
        .contains(help.usageMessage().customSynopsis());
  }

  @Test
  void aForkRunsItsCellAndNothingElseThatThePatternFinds() {
    JmhWords words = JmhWords.parse(List.of("Record"));
    assertThat(words.fork(new BenchmarkCell("a.Record.wrap", Map.of()), true).getIncludes())
        .containsExactly("^\\Qa.Record.wrap\\E$");
  }

  @Test
  void listsEveryBenchmarkAndItsValuesAsJmhDoes() {
    assertThat(SuiteCall.of("-l", "Pairs").out())
        .contains("dev.tlsbench.jmh.benchmark.RecordPairs.block")
        .doesNotContain("HandshakeBenchmark");
    SuiteCall run = SuiteCall.of("-lp", "ToyBenchmark");
    assertThat(run.out()).contains("outcome", "good, bad, endless", "ball, doll, cube");
    assertThat(run.exitCode()).isZero();
  }
}
