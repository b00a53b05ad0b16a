package dev.tlsbench.experiment.probe;

import dev.tlsbench.experiment.probe.HostsResult.Host;
import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import dev.tlsbench.measure.probe.ProbeResult.Validity;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The report on the TLS of several servers, a row for each. */
public final class HostsDocument {
  private HostsDocument() {}

  public static Document of(HostsResult result, Environment environment) {
    List<Notice> notices = new ArrayList<>(Notice.ofLimits(result.run()));
    notices.addAll(
        Notice.of(Notice.Weight.CARE, "Servers without a result", result.run().problems()));
    String servers = result.hosts().size() + " servers";
    return new Document(
        Document.kicker("probe", result.run().started()),
        "TLS of " + servers,
        notices,
        List.of(),
        List.of(),
        List.of(
            new Section("servers", "Servers", true, List.of(columns(result).open(servers))),
            new Section("repeat", "Repeat this", List.of(new Code(result.run().command()))),
            environment.section()),
        environment.origin(result.run().command(), servers));
  }

  private static Columns<Host> columns(HostsResult result) {
    return Columns.of(result.hosts())
        .text("server", Host::address)
        .text(
            "grade",
            host -> host.probe() == null ? "no result" : host.probe().assessment().grade().id())
        .text("TLS", of(HostsDocument::versions))
        .text("plain text", of(HostsDocument::plainText))
        .text("expires", of(HostsDocument::lastDay))
        .text("post-quantum", of(HostsDocument::postQuantum));
  }

  private static Function<Host, @Nullable String> of(Function<ProbeResult, @Nullable String> text) {
    return host -> host.probe() == null ? null : text.apply(host.probe());
  }

  /** Returns the versions in short, such as {@code 1.3 1.2}. */
  private static String versions(ProbeResult probe) {
    return probe.protocols().stream()
        .filter(Protocol::accepted)
        .map(each -> each.protocol().replaceFirst("^TLSv1$", "1.0").replaceFirst("^TLSv", ""))
        .collect(Collectors.joining(" "));
  }

  private static String plainText(ProbeResult probe) {
    Boolean accepts = probe.server().acceptsPlainText();
    return accepts == null ? "not checked" : accepts ? "let in" : "refused";
  }

  private static @Nullable String lastDay(ProbeResult probe) {
    Validity validity = ProbeDocument.validity(probe);
    return validity == null ? null : ProbeDocument.day(validity.notAfter());
  }

  /** Returns the first hybrid group that the server chose. */
  private static String postQuantum(ProbeResult probe) {
    return probe.protocols().stream()
        .flatMap(each -> each.namedGroups().stream())
        .filter(group -> group.contains("MLKEM"))
        .findFirst()
        .orElse("none");
  }
}
