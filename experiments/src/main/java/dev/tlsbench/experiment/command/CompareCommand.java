package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.result.Result;
import dev.tlsbench.experiment.run.Comparison;
import dev.tlsbench.experiment.run.Progress;
import dev.tlsbench.experiment.run.Settings;
import dev.tlsbench.experiment.target.Target;
import dev.tlsbench.experiment.variant.Variant;
import dev.tlsbench.ycsb.client.EmbeddedRecords;
import dev.tlsbench.ycsb.client.PropertyFiles;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import site.ycsb.Client;
import site.ycsb.measurements.Measurements;

/** {@code tlsbench compare}. */
@Command(
    name = "compare",
    description = {
      "Compares ways to connect under a YCSB workload: they take turns in short windows, on",
      "connections that are opened afresh again and again, in several JVMs."
    },
    footer = {
      "",
      "Built-in variants: plain, tls12, tls13, tls13-aes128-gcm, tls13-aes256-gcm, tls13-chacha20,",
      "tls12-aes128-gcm, tls12-aes256-gcm, tls12-aes128-cbc-sha, tls13-x25519mlkem768; with",
      "@jdk, @bouncycastle, @conscrypt or @openssl behind it another TLS implementation.",
      "",
      "  bin/tlsbench compare",
      "  bin/tlsbench compare 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --variant plain,tls13,tls12 \\",
      "      --threads 16 --precision 1%"
    })
final class CompareCommand implements Callable<Integer> {
  private static final String DEFAULT_WORKLOAD = "workloads/workloada";
  /** Set by the launcher if standard error is a terminal. */
  private static final String TERMINAL = "tlsbench.terminal";

  /** How long an interrupted run may take to write what it has. */
  private static final long WRITE_SECONDS = 30;

  @ParentCommand
  @SuppressWarnings("NullAway.Init")
  private Tlsbench tlsbench;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final ComparisonOptions comparison = new ComparisonOptions();

  CompareCommand() {}

  @Override
  public Integer call() throws Exception {
    Settings settings = comparison.settings();
    List<Variant> variants = comparison.variants();
    for (Variant variant : variants) {
      Properties own = new Properties();
      variant.settings().forEach(own::setProperty);
      tlsbench.protect(own);
    }
    try (Target opened = server.open(tlsbench)) {
      return compare(opened, variants, settings);
    }
  }

  private int compare(Target opened, List<Variant> variants, Settings settings)
      throws Exception {
    Properties properties = properties(opened);
    if (opened.isEmbedded()) {
      // YCSB's workloads ask for measurements; nothing is read from these.
      Measurements.setProperties(properties);
      new EmbeddedRecords(opened.binding(), properties, tlsbench::say).loadIfEmpty();
    }
    Progress progress =
        new Progress(tlsbench.err(), tlsbench::say, Boolean.getBoolean(TERMINAL));
    Comparison run =
        new Comparison(opened, properties, variants, settings, progress, tlsbench::hide);
    CountDownLatch written = new CountDownLatch(1);
    Thread interruption = new Thread(() -> interrupt(run, written));
    Runtime.getRuntime().addShutdownHook(interruption);
    try {
      Result result = run.run(command());
      progress.end();
      tlsbench.out().println(result);
      return result.exitCode();
    } finally {
      written.countDown();
    }
  }

  /** Runs when the JVM is told to end: it does so when this returns. */
  private static void interrupt(Comparison comparison, CountDownLatch written) {
    if (written.getCount() == 0) {
      return;
    }
    comparison.stop();
    try {
      written.await(WRITE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Properties properties(Target opened) {
    Properties properties = opened.properties();
    if (!properties.containsKey(Client.WORKLOAD_PROPERTY)) {
      PropertyFiles.read(DEFAULT_WORKLOAD).forEach(properties::putIfAbsent);
    }
    properties.putIfAbsent(Client.DO_TRANSACTIONS_PROPERTY, "true");
    return properties;
  }

  /** What was typed, without secrets, and with the seed that makes it the same again. */
  private String command() {
    List<String> original = spec.root().commandLine().getParseResult().originalArgs();
    String typed = tlsbench.hide("bin/tlsbench " + String.join(" ", original));
    return original.contains("--seed") ? typed : typed + " --seed " + comparison.seed();
  }
}
