package dev.tlsbench.ycsb.workload.tpcc;

import java.math.BigDecimal;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The random values of clauses 2.1.6 and 4.3.2, from the thread's generator, with the constants
 * {@code C} of one load or run. Thread-safe.
 *
 * @param lastNameC C of last names, 0 to 255
 * @param customerC C of customers, 0 to 1,023
 * @param itemC C of items, 0 to 8,191
 */
record TpccRandom(int lastNameC, int customerC, int itemC) {
  private static final int LAST_NAME_A = 255;
  private static final int CUSTOMER_A = 1_023;
  private static final int ITEM_A = 8_191;

  /** C-Load, drawn once; each run's C-Run depends on it, and it allows each difference. */
  private static final int LAST_NAME_C_OF_LOAD = 123;

  /** Clause 2.1.6.1: C-Run and C-Load differ by 65 to 119, but neither by 96 nor by 112. */
  private static final int[] DIFFERENCES =
      IntStream.rangeClosed(65, 119).filter(delta -> delta != 96 && delta != 112).toArray();

  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

  private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  private static final String DIGITS = "0123456789";
  private static final String ALPHANUMERIC = LETTERS + "abcdefghijklmnopqrstuvwxyz" + DIGITS;
  private static final String ORIGINAL = "ORIGINAL";

  static TpccRandom ofLoad() {
    return new TpccRandom(LAST_NAME_C_OF_LOAD, uniform(0, CUSTOMER_A), uniform(0, ITEM_A));
  }

  static TpccRandom ofRun() {
    int delta = DIFFERENCES[uniform(0, DIFFERENCES.length - 1)];
    int ofNames = LAST_NAME_C_OF_LOAD + (uniform(0, 1) == 0 ? delta : -delta);
    return new TpccRandom(ofNames, uniform(0, CUSTOMER_A), uniform(0, ITEM_A));
  }

  static int uniform(int low, int high) {
    return ThreadLocalRandom.current().nextInt(low, high + 1);
  }

  static boolean percent(int probability) {
    return uniform(1, 100) <= probability;
  }

  /** Clause 2.1.6. */
  static int nonUniform(int a, int low, int high, int c) {
    return ((uniform(0, a) | uniform(low, high)) + c) % (high - low + 1) + low;
  }

  int customer(TpccOptions options) {
    return nonUniform(CUSTOMER_A, 1, options.customers(), customerC);
  }

  int item(TpccOptions options) {
    return nonUniform(ITEM_A, 1, options.items(), itemC);
  }

  /** Returns the last name of at least one customer of each district. */
  String lastName(TpccOptions options) {
    int names = Math.min(1_000, options.customers());
    return lastName(nonUniform(LAST_NAME_A, 0, names - 1, lastNameC));
  }

  /** Clause 4.3.2.3; the number is 0 to 999. */
  static String lastName(int n) {
    return SYLLABLES.get(n / 100) + SYLLABLES.get(n / 10 % 10) + SYLLABLES.get(n % 10);
  }

  /** Returns another warehouse; the same if there is only one. */
  static int otherWarehouse(int warehouse, TpccOptions options) {
    int other = uniform(1, Math.max(1, options.warehouses() - 1));
    return options.warehouses() == 1 || other < warehouse ? other : other + 1;
  }

  /**
   * Returns a random value for SQL.
   *
   * @param kind {@code a8:16} an a-string of 8 to 16 characters (clause 4.3.2.2), {@code u1:10} a
   *     number, {@code m100:999} a number with two decimals, {@code f0:2000} one with four, {@code
   *     l2} two letters, {@code n16} sixteen digits, {@code zip} (clause 4.3.2.7), {@code data}
   *     text with {@code ORIGINAL} in a tenth; any other text is returned unchanged
   */
  static String value(String kind) {
    return switch (kind.charAt(0)) {
      case 'a' -> "'" + characters(ALPHANUMERIC, between(kind)) + "'";
      case 'l' -> "'" + characters(LETTERS, between(kind)) + "'";
      case 'n' -> "'" + characters(DIGITS, between(kind)) + "'";
      case 'u' -> Integer.toString(between(kind));
      case 'm' -> BigDecimal.valueOf(between(kind), 2).toString();
      case 'f' -> BigDecimal.valueOf(between(kind), 4).toString();
      case 'z' -> "'" + characters(DIGITS, 4) + "11111" + "'";
      case 'd' -> "'" + data() + "'";
      default -> kind;
    };
  }

  private static int between(String kind) {
    String[] ends = kind.substring(1).split(":", 2);
    return uniform(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
  }

  private static String data() {
    String text = characters(ALPHANUMERIC, uniform(26, 50));
    if (!percent(10)) {
      return text;
    }
    int start = uniform(0, text.length() - ORIGINAL.length());
    return text.substring(0, start) + ORIGINAL + text.substring(start + ORIGINAL.length());
  }

  private static String characters(String alphabet, int length) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = alphabet.charAt(random.nextInt(alphabet.length()));
    }
    return new String(text);
  }
}
