package dev.tlsbench.experiment.command;

import dev.tlsbench.experiment.probe.Probe;
import dev.tlsbench.experiment.probe.ProbeReport;
import dev.tlsbench.experiment.probe.ProbeResult;
import dev.tlsbench.experiment.target.Target;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** What TLS a server offers. */
@Command(
    name = "probe",
    mixinStandardHelpOptions = true,
    description = {
      "Reports what TLS a server offers.",
      "That is its certificates; protocols, cipher suites and groups, found by trying; how long"
          + " handshakes take; and whether it asks for client certificates."
    },
    footer = {
      "",
      "Nobody logs in: user name and password of the URL are not sent.",
      "-p tls.caFile=FILE says whom to trust, -p tls.handshakeTimeoutMs=MS limits each try."
    })
final class ProbeCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // picocli sets it
  @ParentCommand
  private Tlsbench tlsbench;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Option(
      names = "--json",
      description = "Print JSON; its schema is docs/schema/probe.schema.json.")
  private boolean json;

  @Option(
      names = "--handshakes",
      paramLabel = "N",
      defaultValue = "" + Probe.DEFAULT_SAMPLES,
      description = "How many handshakes of each kind to time; default ${DEFAULT-VALUE}.")
  private int samples;

  @Override
  public Integer call() throws Exception {
    try (Target target = server.open(tlsbench)) {
      ProbeResult result = Probe.of(target, samples, tlsbench::say).run();
      ProbeReport report = new ProbeReport(result.withTexts(tlsbench::line));
      tlsbench.out().println(json ? report.json() : report.text());
      return ExitCode.DONE;
    }
  }
}
