package dev.tlsbench.experiment.command;

import dev.tlsbench.core.ConnectFailedException;
import dev.tlsbench.experiment.probe.ProbeDocument;
import dev.tlsbench.experiment.report.Outcome;
import dev.tlsbench.measure.probe.Probe;
import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.measure.probe.Recognition;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.folder.ResultFolder;
import dev.tlsbench.report.json.Json;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "probe",
    mixinStandardHelpOptions = true,
    description = {
      "Reports a server's TLS configuration.",
      "That is: a grade with its reasons; the answer to usual clients; its certificates; protocols, cipher suites and groups, found by trial; the duration"
          + " of handshakes; and whether it requests client certificates."
    },
    footer = {
      "",
      "Of host and port alone, such as db:3306, it recognizes the database.",
      "The probe does not log in: user name and password of the URL are not sent.",
      "-p tls.caFile=FILE names the trusted CAs, -p tls.handshakeTimeoutMs=MS limits each attempt."
    })
final class ProbeCommand extends MeasuringCommand {
  @Option(
      names = "--json",
      description = "Print JSON; its schema is docs/schema/probe.schema.json.")
  private boolean json;

  @Option(
      names = "--handshakes",
      paramLabel = "N",
      defaultValue = "" + Probe.DEFAULT_SAMPLES,
      description = "Number of timed handshakes of each kind; default ${DEFAULT-VALUE}.")
  private int samples;

  /** A name for a server of which only TLS is known. */
  private @Nullable String unknown;

  @Override
  Measurement prepare() throws ConnectFailedException {
    server()
        .complete(
            Recognition::isAddress,
            address -> {
              Recognition.Found found = Recognition.at(address, console()::say);
              unknown = found.known() ? null : "server of an unknown protocol on " + address;
              return found.url();
            });
    return target -> {
      ProbeResult result =
          Probe.run(typed(), target, unknown, samples, console()::say, console().secrets()::hide);
      return Outcome.of(result, result.run(), result.server().name(), ProbeDocument::of);
    };
  }

  @Override
  void print(Outcome outcome, Document report, ResultFolder folder) {
    if (json) {
      console().out().print(new String(Json.bytes(outcome.result()), StandardCharsets.UTF_8));
    } else {
      super.print(outcome, report, folder);
    }
  }
}
