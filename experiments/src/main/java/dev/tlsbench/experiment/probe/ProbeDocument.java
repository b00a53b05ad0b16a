package dev.tlsbench.experiment.probe;

import dev.tlsbench.measure.probe.Assessment;
import dev.tlsbench.measure.probe.Assessment.Remark;
import dev.tlsbench.measure.probe.Grade;
import dev.tlsbench.measure.probe.ProbeResult;
import dev.tlsbench.measure.probe.ProbeResult.Certificate;
import dev.tlsbench.measure.probe.ProbeResult.ClientAnswer;
import dev.tlsbench.measure.probe.ProbeResult.Handshakes;
import dev.tlsbench.measure.probe.ProbeResult.Protocol;
import dev.tlsbench.measure.probe.ProbeResult.Validity;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Block.Cell;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The report on a server's TLS: its certificates, and a grid of its capabilities. */
public final class ProbeDocument {
  private static final int DATE = 10;
  private static final int MOST_REASONS = 3;

  private final ProbeResult result;
  private final Environment environment;
  private final List<Protocol> accepted;

  private ProbeDocument(ProbeResult result, Environment environment) {
    this.result = result;
    this.environment = environment;
    this.accepted = result.protocols().stream().filter(Protocol::accepted).toList();
  }

  public static Document of(ProbeResult result, Environment environment) {
    return new ProbeDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>(List.of(protocols(), clients()));
    grid("suites", "Cipher suites", "cipher suite", Protocol::cipherSuites, sections);
    grid("groups", "Groups", "group", Protocol::namedGroups, sections);
    if (result.certificate() != null) {
      sections.add(certificate(result.certificate()));
    }
    sections.add(new Section("repeat", "Repeat this", List.of(new Code(result.run().command()))));
    sections.add(environment.section());
    return new Document(
        Document.kicker("probe", result.run().started()),
        "TLS of " + (result.server().description() == null ? "" : "the ") + result.server().name(),
        Notice.ofLimits(result.run()),
        findings(),
        asides(),
        sections,
        environment.origin(result.run().command(), result.server().name()));
  }

  private List<Sentence> findings() {
    List<Sentence> sentences = new ArrayList<>();
    sentences.addAll(verdict());
    sentences.addAll(exceptions());
    sentences.add(
        accepted.isEmpty()
            ? Sentence.of("The server accepts ").strong("no TLS").then(".")
            : Sentence.of("The server accepts ")
                .strong(accepted.stream().map(Protocol::protocol).collect(Collectors.joining(", ")))
                .then("."));
    if (Boolean.TRUE.equals(result.server().acceptsPlainText())) {
      sentences.add(Sentence.of("It lets ").strong("plain text").then(" in, too."));
    }
    Certificate certificate = result.certificate();
    if (certificate != null && !certificate.chain().isEmpty()) {
      sentences.add(
          Sentence.of("Its certificate names ")
              .strong(
                  verdict(
                      certificate.hostNameMatches(), "this host", "other hosts", "unknown hosts"))
              .then(", is ")
              .strong(verdict(certificate.trusted(), "trusted", "not trusted", "of unknown trust"))
              .then(
                  (certificate.trustAnchors().equals("JVM") ? " by the JVM" : "")
                      + (Boolean.FALSE.equals(certificate.trusted())
                              && certificate.trustAnchors().equals("JVM")
                          ? " (to judge it by your CA, give -p tls.caFile=ca.pem)"
                          : "")
                      + ", and has "
                      + left(certificate.chain().get(0).validity())
                      + "."));
    }
    return sentences;
  }

  /** Returns the grade, and the reasons that decide it, each once. */
  private List<Sentence> verdict() {
    Grade grade = result.assessment().grade();
    Sentence verdict = Sentence.of("Its TLS is ").strong(grade.id());
    if (grade == Grade.MODERN) {
      return List.of(
          verdict.then(
              ": only TLS 1.3 and 1.2, with forward secrecy and authenticated encryption."));
    }
    Collection<List<Remark>> reasons =
        result.assessment().remarks().stream()
            .filter(remark -> remark.grade() == grade)
            .collect(Collectors.groupingBy(Remark::reason, LinkedHashMap::new, Collectors.toList()))
            .values();
    List<Sentence> sentences = new ArrayList<>();
    sentences.add(verdict.then(grade == Grade.ACCEPTABLE ? ", not modern." : "."));
    reasons.stream()
        .limit(MOST_REASONS)
        .forEach(alike -> sentences.add(Sentence.of(reason(alike))));
    int more = reasons.size() - MOST_REASONS;
    if (more > 0) {
      sentences.add(Sentence.of("Tables below have " + more + " more."));
    }
    return sentences;
  }

  private static String reason(List<Remark> alike) {
    Remark first = alike.get(0);
    int others = alike.size() - 1;
    return Numbers.capital(first.about())
        + (others == 0 ? "" : " and " + others + (others == 1 ? " other" : " others"))
        + ": "
        + first.reason()
        + ".";
  }

  /** Names the clients that the server costs a round trip more, and those that it refuses. */
  private List<Sentence> exceptions() {
    List<Sentence> sentences = new ArrayList<>();
    String retried = names(client -> Boolean.TRUE.equals(client.helloRetryRequest()));
    if (!retried.isEmpty()) {
      sentences.add(
          Sentence.of(
                  "A connection takes one round trip more (HelloRetryRequest) with the defaults of ")
              .strong(retried)
              .then(": the server takes none of the key shares that they send."));
    }
    String refused = names(client -> client.refused() != null);
    if (!refused.isEmpty()) {
      sentences.add(
          Sentence.of("It refuses ").strong(refused).then(" with their default settings."));
    }
    return sentences;
  }

  private String names(Predicate<ClientAnswer> wanted) {
    return names(result.clients().stream().filter(wanted).map(ClientAnswer::client).toList());
  }

  /** Lists clients, such as {@code JDK 11, 17; Go 1.22}. */
  private static String names(List<String> clients) {
    Map<String, List<String>> versions = new LinkedHashMap<>();
    for (String client : clients) {
      String library = library(client);
      versions
          .computeIfAbsent(library, name -> new ArrayList<>())
          .add(client.substring(library.length()));
    }
    return versions.entrySet().stream()
        .map(entry -> entry.getKey() + String.join(",", entry.getValue()))
        .collect(Collectors.joining("; "));
  }

  private static String library(String client) {
    return client.split(" ", 2)[0];
  }

  private @Nullable String remark(String about) {
    String all =
        result.assessment().remarks().stream()
            .filter(remark -> remark.about().equals(about))
            .map(Remark::text)
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? null : all;
  }

  private String withRemark(String value, String about) {
    String remark = remark(about);
    return remark == null ? value : value + "; " + remark;
  }

  private static String verdict(@Nullable Boolean holds, String yes, String no, String unknown) {
    return holds == null ? unknown : holds ? yes : no;
  }

  private List<Notice> asides() {
    List<String> lines = new ArrayList<>();
    lines.add(result.connections() + " connections without a log-in.");
    lines.addAll(result.run().warnings());
    return List.of(new Notice(Notice.Weight.NOTE, "Good to know", lines));
  }

  private Section protocols() {
    Table table =
        Columns.of(result.protocols())
            .text("protocol", Protocol::protocol)
            .text("accepted", protocol -> protocol.accepted() ? "yes" : "no")
            .cell("TCP connect", of(times -> Cell.micros(times.medians().tcpConnectMicros())))
            .cell("full handshake", of(times -> Cell.micros(times.medians().fullMicros())))
            .cell("resumed handshake", of(ProbeDocument::resumed))
            .cell("negotiated", of(times -> Cell.code(negotiated(times))))
            .text("remark", protocol -> remark(protocol.protocol()))
            .withoutEmptyColumns()
            .open(
                "Protocols, and median handshakes of a driver that has just started (connect measures warm ones)");
    Map<String, String> server = new LinkedHashMap<>();
    server.put(
        "client certificate",
        switch (result.clientCertificate()) {
          case NOT_REQUESTED -> "not asked for";
          case OPTIONAL -> "asked for, not required";
          case REQUIRED -> "required";
        });
    if (result.server().acceptsPlainText() != null) {
      server.put(
          "plain text",
          result.server().acceptsPlainText()
              ? withRemark("let in, too", Assessment.PLAIN_TEXT)
              : "not let in");
    }
    return new Section(
        "protocols", "Protocols", true, List.of(table, Table.facts("Server", server)));
  }

  private static Function<Protocol, Cell> of(Function<Handshakes, Cell> figure) {
    return protocol -> {
      Handshakes times = protocol.handshakes();
      return times == null ? Cell.NONE : figure.apply(times);
    };
  }

  private static Cell resumed(Handshakes times) {
    if (times.medians().resumedMicros() != null) {
      return Cell.micros(times.medians().resumedMicros());
    }
    return Cell.of(times.resumes() == null ? "not tried" : "sessions do not resume");
  }

  private static String negotiated(Handshakes times) {
    return times.cipherSuite()
        + (times.namedGroup() == null ? "" : ", " + times.namedGroup())
        + ", by "
        + times.provider();
  }

  /** Versions of a library that the server answers alike share a row. */
  private Section clients() {
    Map<List<@Nullable Object>, List<ClientAnswer>> rows = new LinkedHashMap<>();
    for (ClientAnswer answer : result.clients()) {
      List<@Nullable Object> alike =
          Arrays.asList(
              library(answer.client()),
              answer.protocol(),
              answer.cipherSuite(),
              answer.namedGroup(),
              cost(answer));
      rows.computeIfAbsent(alike, key -> new ArrayList<>()).add(answer);
    }
    Table table =
        Columns.of(rows.values())
            .text("clients", row -> names(row.stream().map(ClientAnswer::client).toList()))
            .text("cost", row -> cost(row.get(0)))
            .code("protocol", row -> row.get(0).protocol())
            .code("group", row -> row.get(0).namedGroup())
            .code("cipher suite", row -> row.get(0).cipherSuite())
            .open("The server's answer to clients with their default settings");
    return new Section("clients", "Clients", true, List.of(table));
  }

  private static String cost(ClientAnswer answer) {
    if (answer.refused() != null) {
      return "refused: " + answer.refused();
    }
    return Boolean.TRUE.equals(answer.helloRetryRequest())
        ? "one round trip more (HelloRetryRequest)"
        : "TLSv1.3".equals(answer.protocol()) ? "one round trip" : "two round trips";
  }

  /**
   * Adds a table of names by protocols; each cell has the position at which the server chose it.
   */
  private void grid(
      String id,
      String title,
      String what,
      Function<Protocol, List<String>> names,
      List<Section> sections) {
    List<String> all = accepted.stream().map(names).flatMap(List::stream).distinct().toList();
    if (all.isEmpty()) {
      return;
    }
    List<String> remarks =
        all.stream().flatMap(name -> Stream.ofNullable(remark(name))).distinct().toList();
    Table table =
        Columns.of(all)
            .code(what, name -> name)
            .each(
                accepted,
                Protocol::protocol,
                (name, protocol) -> {
                  int place = names.apply(protocol).indexOf(name);
                  return place < 0 ? Cell.NONE : Cell.count(place + 1L);
                })
            .text(
                "remark",
                name -> remark(name) == null ? null : "see " + (remarks.indexOf(remark(name)) + 1))
            .withoutEmptyColumns()
            .open(title + " that the server accepts, with the position at which it chose them");
    List<Block> blocks = new ArrayList<>(List.of(table));
    if (!remarks.isEmpty()) {
      Map<String, String> numbered = new LinkedHashMap<>();
      remarks.forEach(remark -> numbered.put("see " + (numbered.size() + 1), remark));
      blocks.add(Table.facts("Remarks on them", numbered));
    }
    sections.add(new Section(id, title, true, blocks));
  }

  private Section certificate(Certificate certificate) {
    List<Block> blocks = new ArrayList<>();
    boolean ofJvm = certificate.trustAnchors().equals("JVM");
    blocks.add(
        new Text(
            verdict(
                certificate.trusted(),
                "Trusted by "
                    + (ofJvm ? "the JVM's CA certificates" : certificate.trustAnchors())
                    + ".",
                "Not trusted: " + certificate.notTrustedBecause(),
                "Trust is unknown: " + certificate.notTrustedBecause())));
    String trust = remark(Assessment.ofCertificate(0, "trust"));
    if (trust != null) {
      blocks.add(new Text(trust + "."));
    }
    blocks.add(
        new Text(
            verdict(
                certificate.hostNameMatches(),
                "It is for " + result.server().host() + ".",
                "It is not for this host: " + certificate.hostNameMismatch(),
                "Whether it is for this host is unknown: " + certificate.hostNameMismatch())));
    for (int i = 0; i < certificate.chain().size(); i++) {
      blocks.add(
          Table.facts(
              i == 0 ? "Certificate of the server" : "Issuer " + i + " of the chain",
              link(i, certificate.chain().get(i))));
    }
    return new Section("certificate", "Certificate", true, blocks);
  }

  private Map<String, String> link(int number, ProbeResult.ChainLink link) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("subject", link.subject());
    facts.put("issuer", link.issuer());
    List<String> names = link.subjectAlternativeNames();
    facts.put("names", names.isEmpty() ? "none" : String.join(", ", names));
    facts.put("key", link.key().algorithm() + ", " + link.key().bits() + " bits");
    facts.put("signed with", link.signatureAlgorithm());
    Validity validity = link.validity();
    facts.put(
        "valid",
        day(validity.notBefore()) + " to " + day(validity.notAfter()) + ", " + left(validity));
    facts.put("SHA-256", link.sha256Fingerprint());
    facts.replaceAll((name, value) -> withRemark(value, Assessment.ofCertificate(number, name)));
    return facts;
  }

  /** Returns the validity of the server's own certificate. */
  static @Nullable Validity validity(ProbeResult probe) {
    return probe.certificate() == null || probe.certificate().chain().isEmpty()
        ? null
        : probe.certificate().chain().get(0).validity();
  }

  static String day(String instant) {
    return instant.substring(0, Math.min(DATE, instant.length()));
  }

  static String left(Validity validity) {
    return validity.daysLeft() >= 0
        ? validity.daysLeft() + (validity.daysLeft() == 1 ? " day left" : " days left")
        : "expired "
            + -validity.daysLeft()
            + (validity.daysLeft() == -1 ? " day ago" : " days ago");
  }
}
