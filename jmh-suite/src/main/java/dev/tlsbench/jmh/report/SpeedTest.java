package dev.tlsbench.jmh.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The tests of {@code openssl speed} whose algorithms the benchmarks use. */
enum SpeedTest {
  AES128_GCM("aes-128-gcm", "-aes128-gcm"),
  AES256_GCM("aes-256-gcm", "-aes256-gcm"),
  CHACHA20("chacha20-poly1305", "-chacha20"),
  AES128_CBC_SHA("aes-128-cbc-hmac-sha1", "-aes128-cbc-sha"),
  AES128_CBC_SHA256("aes-128-cbc-hmac-sha256", "-aes128-cbc-sha256"),
  TRIPLE_DES("des-ede3-cbc", "-3des-ede-cbc-sha"),
  RC4("rc4", "-rc4-128-sha"),
  RSA_2048("rsa2048", 2),
  RSA_3072("rsa3072", 2),
  P_256("ecdsap256", 2),
  ED25519("ed25519", 2),
  X25519("ecdhx25519", 1),
  SECP256R1("ecdhp256", 1);

  /** How the line of an RSA key begins. */
  private static final String RSA = "+F2";

  /** The rate of a cipher. */
  static final int BYTE = 0;

  /** The first rate of a key. */
  static final int SIGN = 0;

  /** The second rate of a key. */
  static final int VERIFY = 1;

  /** The rate of a group. */
  static final int DERIVE = 0;

  private final String algorithm;
  private final String suffix;
  private final int rates;

  /** A cipher, and how the ids of its suites end. */
  SpeedTest(String algorithm, String suffix) {
    this.algorithm = algorithm;
    this.suffix = suffix;
    this.rates = 1;
  }

  /** An asymmetric algorithm, and how many operations it has: sign and verify, or derive. */
  SpeedTest(String algorithm, int rates) {
    this.algorithm = algorithm;
    this.suffix = "";
    this.rates = rates;
  }

  /** The cipher of a suite; for Triple DES and RC4 it lacks the MAC. */
  static Optional<SpeedTest> ofSuite(String suite) {
    return Arrays.stream(values())
        .filter(test -> !test.suffix.isEmpty() && suite.endsWith(test.suffix))
        .findFirst();
  }

  /** The algorithm of a certificate's key, by the name of its type. */
  static Optional<SpeedTest> ofKey(String key) {
    return Arrays.stream(values())
        .filter(test -> test.rates == 2 && test.name().equals(key))
        .findFirst();
  }

  /** The key exchange of a group; of the hybrid its classical half. */
  static Optional<SpeedTest> ofGroup(String group) {
    return switch (group) {
      case "x25519", "X25519MLKEM768" -> Optional.of(X25519);
      case "secp256r1" -> Optional.of(SECP256R1);
      default -> Optional.empty();
    };
  }

  /** The name by which openssl knows it. */
  String algorithm() {
    return algorithm;
  }

  /** The duration of one run. */
  int seconds() {
    return rates;
  }

  /** The arguments of {@code openssl}. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("speed", "-mr", "-seconds", "1"));
    arguments.addAll(
        suffix.isEmpty() ? List.of(algorithm) : List.of("-evp", algorithm, "-bytes", "16384"));
    return arguments;
  }

  /**
   * Reads the lines that begin with {@code +F}: bytes a second for a cipher ({@code
   * +F:25:AES-128-GCM:5009507024.18}); signatures and verifications a second for a key ({@code
   * +F2:2:2048:4380.95:74140.68}, to which later versions than 3.0 add encryptions and decryptions,
   * and in which Ed25519 has its name as one field more); derivations a second, then their inverse,
   * for a group ({@code +F5:22:253:39194.95:0.000026}).
   *
   * @return empty if there is no such line, or a rate in it is not a positive number
   */
  Optional<List<Double>> parse(String output) {
    return output
        .lines()
        .filter(line -> line.matches("\\+F\\d*:.*"))
        .map(line -> line.split(":", -1))
        .map(this::rates)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<List<Double>> rates(String[] fields) {
    boolean cipher = fields[0].equals("+F");
    if (cipher == suffix.isEmpty()) {
      return Optional.empty();
    }
    int first = fields[0].equals(RSA) ? 3 : fields.length - (cipher ? 1 : 2);
    if (first < 2 || first + rates > fields.length) {
      return Optional.empty();
    }
    List<Double> found = new ArrayList<>();
    for (int i = 0; i < rates; i++) {
      try {
        found.add(Double.valueOf(fields[first + i]));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
      if (!(found.get(i) > 0) || found.get(i).isInfinite()) {
        return Optional.empty();
      }
    }
    return Optional.of(found);
  }
}
