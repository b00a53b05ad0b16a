package dev.tlsbench.experiment.report;

import dev.tlsbench.measure.result.Negotiated;
import dev.tlsbench.report.document.Block;
import dev.tlsbench.report.document.Columns;
import dev.tlsbench.report.document.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The handshakes and log-ins of named connections, those that ended alike together. */
public final class Negotiations {
  private final Map<Handshakes, Long> handshakes = new LinkedHashMap<>();
  private final Map<Login, Long> logins = new LinkedHashMap<>();

  /**
   * Handshakes that ended alike.
   *
   * @param tls {@code null} without TLS
   */
  private record Handshakes(String name, @Nullable Negotiated tls) {
    @Nullable String of(Function<Negotiated, @Nullable String> part) {
      return tls == null ? null : part.apply(tls);
    }
  }

  private record Login(String name, String how) {}

  public void add(String name, List<Negotiated> tls, Map<String, Long> ways) {
    if (tls.isEmpty()) {
      handshakes.put(new Handshakes(name, null), 0L);
    }
    tls.forEach(
        one -> handshakes.merge(new Handshakes(name, one.counting(0)), one.count(), Long::sum));
    ways.forEach((how, count) -> logins.merge(new Login(name, how), count, Long::sum));
  }

  /** Returns the section of a report, with further blocks at its end. */
  public Section section(Block... more) {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        Columns.of(handshakes.keySet())
            .text("connections", Handshakes::name)
            .text("provider", each -> each.of(Negotiated::provider))
            .text("protocol", each -> each.tls() == null ? "no TLS" : each.of(Negotiated::protocol))
            .code("cipher suite", each -> each.of(Negotiated::cipherSuite))
            .code("group", each -> each.of(Negotiated::namedGroup))
            .text("kind", each -> each.of(tls -> tls.resumed() ? "resumed" : "full"))
            .count("handshakes", each -> each.tls() == null ? null : handshakes.get(each))
            .open("Outcomes of the handshakes"));
    if (!logins.isEmpty()) {
      blocks.add(
          Columns.of(logins.keySet())
              .text("connections", Login::name)
              .text("log-in", Login::how)
              .count("log-ins", logins::get)
              .open("Outcomes of the log-ins"));
    }
    blocks.addAll(List.of(more));
    return new Section("negotiated", "What was negotiated", blocks);
  }
}
