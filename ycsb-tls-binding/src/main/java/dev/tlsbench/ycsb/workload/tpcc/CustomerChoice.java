package dev.tlsbench.ycsb.workload.tpcc;

/**
 * A customer, chosen by last name in 60 of 100 cases and by number in the others (clauses 2.5.1.2
 * and 2.6.1.2).
 *
 * @param warehouse of the customer
 * @param district of the customer
 * @param number from 1; 0 if chosen by name
 * @param lastName empty if chosen by number
 */
record CustomerChoice(int warehouse, int district, int number, String lastName) {
  private static final int BY_NAME = 60;

  static CustomerChoice draw(int warehouse, int district, TpccOptions options, TpccRandom random) {
    return TpccRandom.percent(BY_NAME)
        ? new CustomerChoice(warehouse, district, 0, random.lastName(options))
        : new CustomerChoice(warehouse, district, random.customer(options), "");
  }

  boolean isByName() {
    return number == 0;
  }

  /** Returns the position, from 0, of the customer in the middle, rounded up (clause 2.5.2.2). */
  static int middle(int count) {
    return (count + 1) / 2 - 1;
  }
}
