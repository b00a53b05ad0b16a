package dev.tlsbench.client.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tlsbench.client.LocalClient;
import dev.tlsbench.ycsb.ClientProcess.Outcome;
import dev.tlsbench.ycsb.StatementWorkload;
import dev.tlsbench.ycsb.session.Binding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs statements on a server by {@code bin/ycsb}. */
record StatementRun(Path directory, Binding binding, String url) {
  /** A literal that no output may have. */
  static final String SECRET = "hunter2secret";

  Outcome run(String statement, String parameters, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", binding.id()));
    for (String property :
        List.of(
            binding.urlProperty() + "=" + url,
            "workload=" + StatementWorkload.class.getName(),
            "tls.enabled=false",
            "operationcount=20",
            "statement=" + statement,
            "statement.parameters=" + parameters)) {
      arguments.addAll(List.of("-p", property));
    }
    arguments.addAll(List.of(more));
    Outcome outcome = new LocalClient(directory).run(arguments.toArray(String[]::new));
    assertThat(outcome.out() + outcome.err()).doesNotContain(SECRET);
    return outcome;
  }

  void reads(int rows, String statement, String parameters, String... more) {
    Outcome outcome = run(statement, parameters, more);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    assertThat(outcome.lines("[ROWS], Count")).containsExactly("[ROWS], Count, " + rows);
  }

  void isRefused(String words, String statement, String parameters) {
    ends(2, words, statement, parameters);
  }

  void findsNothing(String statement, String parameters) {
    ends(4, "no reply had a row; give parameters", statement, parameters);
  }

  private void ends(int exitCode, String words, String statement, String parameters) {
    Outcome outcome = run(statement, parameters);
    assertThat(outcome.exitCode()).as(outcome.err()).isEqualTo(exitCode);
    assertThat(outcome.err()).contains(words);
  }
}
