package dev.tlsbench.experiment.history;

import java.util.List;

/**
 * The most by which ratios of a comparison have differed between starts of a server, in
 * docs/results/precision.md and docs/results/experiments/ic2e-cassandra-tls.md. A single result
 * holds for one start, or for a few, so its interval does not show this.
 */
final class StartSpread {
  /** Two embedded ones on JDK 17, 1.238 and 1.306. */
  private static final double CASSANDRA = 0.055;

  /** Eight runs with a process for each fork, 1.1377 to 1.1514. */
  private static final double EMBEDDED_MONGODB = 0.012;

  /** Four runs with a process for each fork, 1.6567 to 1.6796. */
  private static final double EMBEDDED_MARIADB = 0.014;

  /** Five starts of MySQL 9.7, 1.1097 to 1.1185; others were not measured. */
  private static final double OTHERS = 0.008;

  /** The least results of a side that show the spread themselves. */
  private static final int ENOUGH = 3;

  private StartSpread() {}

  /** Returns the spread as a fraction of 1. */
  static double of(String binding, boolean embedded) {
    if (binding.equals("cassandra-tls")) {
      return CASSANDRA;
    }
    return switch (embedded ? binding : "") {
      case "mongodb-tls" -> EMBEDDED_MONGODB;
      case "mysql-tls" -> EMBEDDED_MARIADB;
      default -> OTHERS;
    };
  }

  /** Returns true if one of these has too few results to show the spread. */
  static boolean isHidden(List<?> before, List<?> after) {
    return Math.min(before.size(), after.size()) < ENOUGH;
  }
}
