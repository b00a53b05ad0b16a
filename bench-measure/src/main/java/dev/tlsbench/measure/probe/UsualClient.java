package dev.tlsbench.measure.probe;

import dev.tlsbench.core.text.TlsNames;
import dev.tlsbench.measure.probe.ProbeResult.ClientAnswer;
import dev.tlsbench.relay.witness.ServerFlight;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.bouncycastle.tls.ProtocolVersion;

/**
 * A usual client with its default hello, from the rows of {@code usual-clients.txt}. The page
 * {@code docs/reference/clients.md} shows the same rows.
 *
 * @param name such as {@code OpenSSL 3.0}
 * @param date of the facts, such as {@code 2026-11}
 */
record UsualClient(String name, String date, String source, TrialHello offer) {
  private static final int COLUMNS = 8;

  static List<UsualClient> all() {
    try (InputStream in = UsualClient.class.getResourceAsStream("usual-clients.txt")) {
      return new String(
              Objects.requireNonNull(in, "usual-clients.txt").readAllBytes(),
              StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .map(UsualClient::of)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static UsualClient of(String row) {
    String[] cells = Arrays.stream(row.split("\\|")).map(String::strip).toArray(String[]::new);
    if (cells.length != COLUMNS) {
      throw new IllegalStateException("usual-clients.txt: " + row);
    }
    return new UsualClient(
        cells[0],
        cells[1],
        cells[2],
        new TrialHello(
            codes(cells[3], code -> ProtocolVersion.get(code >> 8, code & 0xFF)),
            codes(cells[4], TlsNames::cipherSuite),
            codes(cells[5], TlsNames::namedGroup),
            cells[6].equals("-") ? List.of() : codes(cells[6], TlsNames::namedGroup),
            codes(cells[7], code -> code)));
  }

  private static <T> List<T> codes(String cell, IntFunction<T> value) {
    return Arrays.stream(cell.split(" ")).map(HexFormat::fromHexDigits).map(value::apply).toList();
  }

  ClientAnswer answered(ServerAnswer answer) {
    ServerFlight flight = answer.flight();
    boolean accepted = answer.accepted();
    return new ClientAnswer(
        name,
        date,
        accepted ? flight.protocol() : null,
        flight.cipherSuite(),
        flight.namedGroup() == null ? flight.retryGroup() : flight.namedGroup(),
        accepted ? flight.retryGroup() != null : null,
        accepted
            ? null
            : flight.alert() != null
                ? flight.alert()
                : answer.timedOut() ? "no answer" : "connection closed");
  }
}
