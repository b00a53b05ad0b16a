package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.paired.PairedRun;
import dev.tlsbench.measure.fork.Settings;
import dev.tlsbench.measure.variant.Variant;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code tlsbench compare}. */
@Command(
    name = "compare",
    description = {
      "Compares ways to connect under a YCSB workload.",
      "They take turns, in bursts of a millisecond and in short windows, on connections that are opened afresh again and again, in"
          + " several JVMs."
    },
    footer = {
      "",
      "Built-in variants: plain, tls12, tls13, tls13-aes128-gcm, tls13-aes256-gcm, tls13-chacha20,",
      "tls12-aes128-gcm, tls12-aes256-gcm, tls12-aes128-cbc-sha, tls13-x25519mlkem768,",
      "tls13-secp256r1mlkem768, tls13-secp384r1mlkem1024, tls13-default-hybrid, tls13-direct (not",
      "MySQL); a suffix @jdk, @bouncycastle, @conscrypt, @openssl or @driver selects the TLS",
      "implementation. With --legacy-tls: tls12-3des, tls12-rc4.",
      "",
      "  bin/tlsbench compare",
      "  bin/tlsbench compare 'mysql://bench@db/ycsb?ssl-ca=ca.pem' --variant plain,tls13,tls12 \\",
      "      --threads 16 --precision 1%%"
    })
final class CompareCommand extends PairedCommand {
  CompareCommand() {}

  @Override
  Measurement prepare() {
    comparison().executors().refuseRange();
    Settings settings = comparison().settings();
    List<Variant> variants = openGates();
    return target ->
        newRun()
            .run(
                target,
                null,
                List.of(
                    new PairedRun.Step(null, PairedRun.properties(target), variants, settings)));
  }
}
