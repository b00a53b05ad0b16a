package dev.tlsbench.jmh.report;

import dev.tlsbench.report.Figure;
import dev.tlsbench.report.Unit;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds figures, and reasons for missing ones, by benchmark and parameters. */
record Cells(List<Measured> measured, List<Absence> absences) {
  private static final double PERCENT = 100;

  /** The order of words in tables; numbers come before them, other words after them. */
  private static final List<String> WORDS =
      List.of(
          ("jdk bouncycastle conscrypt openssl none client server TLSv1.3 TLSv1.2"
                  + " RSA_2048 RSA_3072 P_256 ED25519 ML_DSA_65 x25519 secp256r1 X25519MLKEM768 SecP256r1MLKEM768 false true"
                  + " heap direct sslsocket netty wrap unwrap roundTrip plain"
                  + " tls13-aes128-gcm tls13-aes256-gcm tls13-chacha20"
                  + " tls12-aes128-gcm tls12-aes256-gcm tls12-chacha20"
                  + " tls12-aes128-cbc-sha tls12-aes128-cbc-sha256 tls12-rsa-aes128-cbc-sha"
                  + " tls12-3des-ede-cbc-sha tls12-rc4-128-sha")
              .split(" "));

  /** Orders the values of a parameter: numbers by size, words as the product lists them. */
  static final Comparator<String> ORDER =
      Comparator.comparingLong(Cells::rank).thenComparing(Comparator.naturalOrder());

  private static long rank(String value) {
    if (value.matches("\\d{1,18}")) {
      return Long.parseLong(value);
    }
    int index = WORDS.indexOf(value);
    return index < 0 ? WORDS.size() : index;
  }

  static Map<String, String> with(Map<String, String> row, Map<String, String> more) {
    Map<String, String> coordinates = new HashMap<>(row);
    coordinates.putAll(more);
    return coordinates;
  }

  /** Returns the cells of a benchmark, given as class and method, that have these values. */
  Stream<Measured> of(String benchmark, Map<String, String> some) {
    return measured.stream()
        .filter(cell -> cell.benchmark().equals(benchmark))
        .filter(cell -> cell.parameters().entrySet().containsAll(some.entrySet()));
  }

  Optional<Measured> cell(String benchmark, Map<String, String> some) {
    return of(benchmark, some).findFirst();
  }

  Optional<String> reason(String benchmark, Map<String, String> some) {
    return absences.stream()
        .filter(absence -> absence.benchmark().equals(benchmark))
        .filter(absence -> absence.parameters().entrySet().containsAll(some.entrySet()))
        .map(Absence::reason)
        .findFirst();
  }

  /** Returns the parameters of all cells of a benchmark, measured or absent. */
  Stream<Map<String, String>> parameters(String benchmark) {
    return Stream.concat(
        of(benchmark, Map.of()).map(Measured::parameters),
        absences.stream()
            .filter(absence -> absence.benchmark().equals(benchmark))
            .map(Absence::parameters));
  }

  /** Returns the values of a parameter, measured or absent, in order. */
  List<String> values(String benchmark, String parameter) {
    return parameters(benchmark)
        .flatMap(parameters -> Stream.ofNullable(parameters.get(parameter)))
        .distinct()
        .sorted(ORDER)
        .toList();
  }

  /**
   * Returns why there are no figures at all of some benchmarks, or of comparisons in pairs; one
   * sentence for each reason.
   */
  List<String> unmeasured() {
    return absences.stream()
        .filter(absence -> of(absence.benchmark(), Map.of()).findAny().isEmpty())
        .map(
            absence ->
                Stream.concat(
                            Stream.of(absence.benchmark()),
                            Stream.of("comparison", "provider", "size")
                                .filter(name -> absence.parameters().containsKey("comparison"))
                                .flatMap(name -> Stream.ofNullable(absence.parameters().get(name))))
                        .collect(Collectors.joining(" "))
                    + ": "
                    + absence.reason())
        .distinct()
        .toList();
  }

  /** Returns a quotient; empty if a figure is missing. */
  Optional<Figure> ratio(Optional<ForkValues> dividend, Optional<ForkValues> divisor) {
    return dividend.flatMap(a -> divisor.map(b -> a.over(b, 1, Unit.NUMBER)));
  }

  Figure percent(ForkValues part, ForkValues whole) {
    return part.over(whole, PERCENT, Unit.PERCENT);
  }
}
