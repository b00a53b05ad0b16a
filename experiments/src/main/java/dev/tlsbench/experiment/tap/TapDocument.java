package dev.tlsbench.experiment.tap;

import dev.tlsbench.measure.tap.TapResult;
import dev.tlsbench.measure.tap.TapResult.Client;
import dev.tlsbench.measure.tap.TapResult.Condition;
import dev.tlsbench.measure.tap.TapResult.Counts;
import dev.tlsbench.report.LimitCheck;
import dev.tlsbench.report.Numbers;
import dev.tlsbench.report.Unit;
import dev.tlsbench.report.document.Block.Chart;
import dev.tlsbench.report.document.Block.Code;
import dev.tlsbench.report.document.Block.Table;
import dev.tlsbench.report.document.Block.Text;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Document;
import dev.tlsbench.report.document.Notice;
import dev.tlsbench.report.document.Section;
import dev.tlsbench.report.document.Sentence;
import dev.tlsbench.report.document.View;
import dev.tlsbench.report.folder.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The report of a tap: its clients, their negotiated TLS, and possible improvements. */
public record TapDocument(TapResult result, Environment environment) {
  /** More bars are too thin to read; the table has all clients. */
  private static final int MOST_DRAWN = 20;

  public static Document of(TapResult result, Environment environment) {
    return new TapDocument(result, environment).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    if (!result.conditions().isEmpty()) {
      sections.add(new Section("conditions", "Conditions", true, List.of(conditions())));
    }
    sections.add(clients());
    sections.add(negotiated());
    sections.add(new Section("repeat", "Repeat this", List.of(new Code(result.run().command()))));
    sections.add(environment.section());
    return new Document(
        Document.kicker("tap", result.run().started()),
        "Connections to " + result.place().server(),
        Notice.of(null, result.run()),
        List.of(finding()),
        asides(),
        sections,
        environment.origin(result.run().command(), result.place().server()));
  }

  private Sentence finding() {
    Counts counts = result.all().counts();
    Sentence sentence =
        Sentence.of("")
            .strong(counted(counts.connections(), "connection"))
            .then(" of " + counted(result.clients().size(), "client") + ": ")
            .strong(counted(counts.completed(), "TLS handshake"));
    if (counts.completed() > 0) {
      sentence = sentence.then(", of which ").strong(counts.resumed() + " resumed");
    }
    if (counts.failed() > 0) {
      sentence = sentence.then("; ").strong(counts.failed() + " failed");
    }
    if (counts.plain() > 0) {
      sentence = sentence.then("; ").strong(counts.plain() + " in plain text");
    }
    if (counts.cancels() > 0) {
      sentence = sentence.then("; ").strong(counted(counts.cancels(), "request") + " to cancel");
    }
    long unreached = result.all().unreachedConnections();
    if (unreached > 0) {
      sentence = sentence.then("; ").strong(unreached + " did not reach the server");
    }
    return sentence.then(".");
  }

  static String counted(long count, String what) {
    return Numbers.count(count) + " " + what + (count == 1 ? "" : "s");
  }

  /** Returns the reasons why connections did not reach the server, with their numbers. */
  public static List<String> unreached(Client all) {
    return all.unreached().entrySet().stream()
        .map(
            reason ->
                "%s of %s did not reach the server: %s."
                    .formatted(
                        reason.getValue(),
                        counted(all.counts().connections(), "connection"),
                        reason.getKey()))
        .toList();
  }

  /** Returns a condition with the number of connections that satisfied it. */
  public static LimitCheck check(Condition condition) {
    return new LimitCheck(condition.text(), condition.outcome(), told(condition));
  }

  private static String told(Condition condition) {
    if (condition.outcome() == LimitCheck.Outcome.UNDECIDED) {
      return condition.unread() == 0
          ? "there was no connection to judge."
          : counted(condition.unread(), "connection")
              + " of a protocol that the tap does not know.";
    }
    if (condition.perSecond() != null) {
      return counted(condition.counted(), "connection")
          + ", "
          + Numbers.significant(condition.perSecond())
          + " a second.";
    }
    String share = condition.satisfied() + " of " + condition.counted();
    return condition.brokenBy().isEmpty()
        ? counted(condition.counted(), "connection") + "."
        : share + "; not by " + numbers(condition) + ".";
  }

  private static String numbers(Condition condition) {
    String named =
        condition.brokenBy().stream()
            .map(seen -> "#" + seen.number())
            .collect(Collectors.joining(", "));
    long others = condition.counted() - condition.satisfied() - condition.brokenBy().size();
    return named + (others > 0 ? " and " + others + " more" : "");
  }

  private List<Notice> asides() {
    List<String> advice = TapAdvice.of(result.clients());
    List<Notice> notices =
        new ArrayList<>(Notice.of(Notice.Weight.NOTE, "What clients could do better", advice));
    notices.addAll(Notice.ofWarnings(result.run()));
    return notices;
  }

  private Table conditions() {
    return Columns.of(result.conditions())
        .code("condition", Condition::text)
        .text("outcome", condition -> condition.outcome().name().toLowerCase(Locale.ROOT))
        .count("judged", Condition::counted)
        .count("satisfied", Condition::satisfied)
        .text("not by", condition -> condition.brokenBy().isEmpty() ? null : numbers(condition))
        .open("Conditions");
  }

  private Section clients() {
    List<Client> rows = new ArrayList<>(result.clients());
    if (rows.size() > 1) {
      rows.add(result.all());
    }
    Table numbers =
        Columns.of(rows)
            .text("client", Client::address)
            .code("JA4", Client::ja4)
            .count("connections", client -> client.counts().connections())
            .number("a second", client -> client.cost().connectionsPerSecond())
            .count("full", client -> client.counts().full())
            .count("resumed", client -> client.counts().resumed())
            .count("retried", client -> client.counts().retried())
            .count("failed", client -> client.counts().failed())
            .count("plain", client -> client.counts().plain())
            .count("to cancel", client -> client.counts().cancels())
            .count("other", client -> client.counts().other())
            .count("no server", Client::unreachedConnections)
            .named(2)
            .withoutEmptyColumns()
            .open("Connections of each client");
    Table costs =
        Columns.of(rows)
            .text("client", Client::name)
            .micros("full handshake, median", client -> client.cost().fullMicros())
            .micros("resumed, median", client -> client.cost().resumedMicros())
            .count("round trips to connect", client -> client.cost().roundTrips())
            .count("0-RTT", client -> client.cost().earlyData())
            .count("exchanges, median", client -> exchanges(client.cost()))
            .figure("bytes", Unit.BYTES, client -> (double) client.cost().bytes())
            .figure("of them TLS", Unit.PERCENT, client -> 100 * client.cost().overhead())
            .open("What they cost");
    Text text =
        new Text(
            "A client is a program on an address. A program is identified by the JA4 fingerprint of"
                + " its ClientHello, which programs with the same TLS library and settings share. A"
                + " handshake is timed from the ClientHello to the end; under TLS 1.3, whose records"
                + " look alike, to the client's first encrypted record after the server's. With early"
                + " data (0-RTT) it has no time. Round trips are counted for TCP's connect, a"
                + " greeting and TLS by its protocol. TLS's part of the bytes does not include"
                + " padding.");
    Chart chart =
        new Chart(
            "Connections of each client, and their handshakes",
            "Bars of each client's connections: full and resumed handshakes, failed ones, plain"
                + " text, other protocols, and those that did not reach the server",
            bars(),
            numbers);
    return new Section("clients", "Clients", true, List.of(chart, costs, text));
  }

  private View bars() {
    List<View.Stacks.Bar> bars =
        result.clients().stream()
            .limit(MOST_DRAWN)
            .map(
                client -> {
                  Counts counts = client.counts();
                  return new View.Stacks.Bar(
                      client.name(),
                      Stream.of(
                              counts.full(),
                              counts.resumed(),
                              counts.failed(),
                              counts.plain(),
                              counts.cancels(),
                              counts.other(),
                              client.unreachedConnections())
                          .map(Long::doubleValue)
                          .toList());
                })
            .toList();
    return new View.Stacks(
        "",
        "connections",
        Unit.NUMBER,
        List.of("full", "resumed", "failed", "plain text", "to cancel", "other", "no server"),
        bars);
  }

  private static @Nullable Long exchanges(TapResult.Cost cost) {
    return cost.exchanges() == null ? null : cost.exchanges().longValue();
  }

  private Section negotiated() {
    Client all = result.all();
    List<Map.Entry<String, Long>> counts =
        Stream.of(all.protocols(), all.cipherSuites(), all.namedGroups())
            .flatMap(names -> names.entrySet().stream())
            .toList();
    Table table =
        Columns.of(counts)
            .code("negotiated", Map.Entry::getKey)
            .count("handshakes", Map.Entry::getValue)
            .open("Completed handshakes");
    return new Section("negotiated", "Negotiated", true, List.of(table));
  }
}
