package dev.tlsbench.jmh.report;

import dev.tlsbench.jmh.tls.Suite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The order of values in tables: numbers by size, words as the product lists them, then the rest.
 */
final class Order {
  private static final List<String> WORDS = words();

  private Order() {}

  private static List<String> words() {
    List<String> words =
        new ArrayList<>(
            List.of(
                "jdk",
                "bouncycastle",
                "conscrypt",
                "openssl",
                "none",
                "client",
                "server",
                "TLSv1.3",
                "TLSv1.2",
                "RSA_2048",
                "RSA_3072",
                "P_256",
                "ED25519",
                "x25519",
                "secp256r1",
                "X25519MLKEM768",
                "false",
                "true",
                "heap",
                "direct",
                "sslsocket",
                "netty",
                "mongodb",
                "mysql",
                "wrap",
                "encrypt",
                "unwrap",
                "decrypt",
                "roundTrip",
                "plain"));
    Arrays.stream(Suite.values()).map(Suite::id).forEach(words::add);
    return List.copyOf(words);
  }

  static Comparator<String> ofValues() {
    return Comparator.comparingLong(Order::rank).thenComparing(Comparator.naturalOrder());
  }

  private static long rank(String value) {
    if (value.matches("\\d{1,18}")) {
      return Long.parseLong(value);
    }
    int index = WORDS.indexOf(value);
    return index < 0 ? WORDS.size() : index;
  }
}
