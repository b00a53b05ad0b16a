package dev.tlsbench.ycsb.workload.tpcc;

import dev.tlsbench.ycsb.session.RunProperties;
import java.util.Properties;
import java.util.Set;

/**
 * The options of the workload.
 *
 * @param customers the customers, and the orders at first, of a district
 */
record TpccOptions(int warehouses, int customers, int items, String prefix, boolean thinkTime) {
  static final String WAREHOUSES = "tpcc.warehouses";
  private static final String CUSTOMERS = "tpcc.customers";
  private static final String ITEMS = "tpcc.items";
  private static final String TABLE = "tpcc.table";
  private static final String THINK_TIME = "tpcc.thinktime";
  static final Set<String> NAMES = Set.of(WAREHOUSES, CUSTOMERS, ITEMS, TABLE, THINK_TIME);

  // The sizes of clause 1.2.1.
  static final int DISTRICTS = 10;
  private static final int MOST_CUSTOMERS = 3_000;
  private static final int MOST_ITEMS = 100_000;

  private static final int FEWEST = 100;

  static TpccOptions of(Properties properties) {
    return new TpccOptions(
        RunProperties.number(properties, WAREHOUSES, 1, 1),
        size(properties, CUSTOMERS, MOST_CUSTOMERS),
        size(properties, ITEMS, MOST_ITEMS),
        RunProperties.name(TABLE, properties.getProperty(TABLE, "tpcc").strip()) + "_",
        RunProperties.bool(properties, THINK_TIME, false));
  }

  private static int size(Properties properties, String name, int most) {
    String value = properties.getProperty(name);
    return value == null ? most : (int) RunProperties.whole(name, value, FEWEST, most);
  }

  /** Returns the number of orders of a district that are not delivered at first: 900 of 3,000. */
  int newOrders() {
    return customers * 3 / 10;
  }

  /** Returns the sizes, in one line. */
  String sizes() {
    boolean asSpecified = customers == MOST_CUSTOMERS && items == MOST_ITEMS;
    return "warehouses="
        + warehouses
        + (asSpecified ? "" : ", customers=" + customers + ", items=" + items);
  }
}
